package seal

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"errors"

	"github.com/mutarium/mutarium/engine/exercise"
)

// Make makes what students get of the lecturer's own exercise: the secret is veiled, or locked where a phrase is
// given, the solution is left out, and the digest is filled in. The lecturer's own is not changed. Its error is
// bad input.
//
// With a phrase, kind kill locks the secret's mutants, which only grading runs, and the others their whole secret:
// an exam, in which the student's page does not say what an answer is worth.
func Make(own *exercise.Exercise, phrase, engine string) (*exercise.Exercise, error) {
	e := *own
	e.Secret, e.Hidden, e.Final, e.Engine = nil, nil, nil, engine
	s := exercise.Hidden{}
	if own.Secret != nil {
		s = *own.Secret
	}
	s.Answer = nil
	var final *exercise.Hidden
	switch {
	case phrase == "" && len(s.Mutants) > 0:
		return nil, errors.New("the secret's mutants are for grading alone: give a phrase to lock them with")
	case phrase != "" && (own.Kind == exercise.Find || own.Kind == exercise.Bets):
		return nil, errors.New("an exercise of this kind has nothing to lock: students work on what is hidden")
	case phrase != "" && own.Kind == exercise.Kill && len(s.Mutants) == 0:
		return nil, errors.New("there is nothing to lock: the secret has no mutants")
	case phrase != "" && own.Kind == exercise.Kill:
		final = &exercise.Hidden{Mutants: s.Mutants}
		s.Mutants = nil
	case phrase != "":
		whole := s
		final, s = &whole, exercise.Hidden{}
	}
	if final != nil {
		var err error
		if e.Final, err = lock(phrase, final); err != nil {
			return nil, err
		}
	}
	if s.Box != "" || s.Reference != "" || len(s.Feedback) > 0 {
		e.Hidden = veil(e.ID, &s)
	}
	e.Digest = Digest(&e)
	return &e, nil
}

// MakeSheet makes what students get of the lecturer's own sheet.
func MakeSheet(own *exercise.Sheet, engine string) (*exercise.Sheet, error) {
	s := *own
	s.Engine, s.Steps = engine, nil
	for _, x := range own.Steps {
		if x.Exercise != nil && x.Exercise.Secret != nil {
			e, err := Make(x.Exercise, "", engine)
			if err != nil {
				return nil, err
			}
			x.Exercise = e
		}
		s.Steps = append(s.Steps, x)
	}
	s.Digest = Digest(&s)
	return &s, nil
}

// Sign completes a hand-in by its digest, and by a signature of Ed25519 if there is a seed of 32 bytes.
func Sign(h *exercise.HandIn, seed []byte) {
	h.Digest = Digest(h)
	h.Key, h.Signature = "", ""
	if len(seed) == ed25519.SeedSize {
		key := ed25519.NewKeyFromSeed(seed)
		h.Key = base64.RawURLEncoding.EncodeToString(key.Public().(ed25519.PublicKey))
		h.Signature = base64.RawURLEncoding.EncodeToString(ed25519.Sign(key, []byte(h.Digest)))
	}
}

// Genuine says what is wrong with a hand-in's digest or signature; "" if it is as it was written.
func Genuine(h *exercise.HandIn) string {
	real := Digest(h)
	if h.Digest == "" && h.Signature == "" {
		return "written by hand: it has no digest"
	}
	if _, err := hex.DecodeString(h.Digest); err != nil || h.Digest != real {
		return "changed after it was handed in: the digest does not fit"
	}
	if h.Key == "" && h.Signature == "" {
		return ""
	}
	key, err := base64.RawURLEncoding.DecodeString(h.Key)
	signature, err2 := base64.RawURLEncoding.DecodeString(h.Signature)
	if err != nil || err2 != nil || len(key) != ed25519.PublicKeySize || !ed25519.Verify(key, []byte(real), signature) {
		return "changed after it was handed in: the signature does not fit"
	}
	return ""
}
