package seal

import (
	"bytes"
	"compress/flate"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/wire"
)

// What a student is not to see is hidden in one of two ways.
//
// Veiled: deflated, and mixed with a stream that follows from the exercise's id alone. It keeps the hidden part from
// a glance at the file or at the link, and from nobody who wants to know: the browser that runs the exercise must be
// able to read it, and so can whoever runs the browser.
//
// Locked: AES-256-GCM under a key that PBKDF2 makes of the lecturer's phrase. Nobody reads it without the phrase, and
// nobody can without it: not the student's page, nor a lecturer who forgot it. Salt and nonce follow from the
// contents and the phrase, so that the same exercise has the same bytes wherever it is made; two different contents
// never share a nonce under one key.

// rounds of PBKDF2: as many as OWASP's cheat sheet on password storage asks for with SHA-256.
const rounds = 600_000

// mostRounds bounds what a file can ask for.
const mostRounds = 5_000_000

// ErrPhrase says that a phrase does not open what is locked.
var ErrPhrase = errors.New("the phrase does not open the locked part: is it the one that the exercise was made with?")

var errDamaged = errors.New("the hidden part is damaged")

func veil(id string, h *exercise.Hidden) *exercise.Veiled {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err == nil {
		_, err = w.Write(compact(h))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic("seal: " + err.Error()) // nothing fails when bytes are packed in memory
	}
	return &exercise.Veiled{Mode: "veiled", Data: base64.RawURLEncoding.EncodeToString(mix(id, b.Bytes()))}
}

// mix is its own inverse.
func mix(id string, data []byte) []byte {
	out := make([]byte, len(data))
	var block [sha256.Size]byte
	for i, c := range data {
		if i%len(block) == 0 {
			block = sha256.Sum256(fmt.Appendf(nil, "veil %s %d", id, i/len(block)))
		}
		out[i] = c ^ block[i%len(block)]
	}
	return out
}

// Unveil opens the part that practice needs; nil if there is none.
func Unveil(e *exercise.Exercise) (*exercise.Hidden, error) {
	if e.Hidden == nil {
		return nil, nil
	}
	data, err := base64.RawURLEncoding.DecodeString(e.Hidden.Data)
	if err != nil || e.Hidden.Mode != "veiled" {
		return nil, errDamaged
	}
	text, err := wire.Inflate(mix(e.ID, data), exercise.MaxFile)
	if err != nil || len(text) > exercise.MaxFile {
		return nil, errDamaged
	}
	return hidden(text)
}

func hidden(text []byte) (*exercise.Hidden, error) {
	h := &exercise.Hidden{}
	if json.Unmarshal(text, h) != nil {
		return nil, errDamaged
	}
	return h, nil
}

func lock(phrase string, h *exercise.Hidden) (*exercise.Locked, error) {
	text := compact(h)
	sum := sha256.Sum256(fmt.Appendf(nil, "salt %s", text))
	mac := hmac.New(sha256.New, []byte(phrase))
	mac.Write(sum[:])
	salt := mac.Sum(nil)[:16]
	box, key, err := cipherOf(phrase, salt, rounds)
	if err != nil {
		return nil, err
	}
	mac = hmac.New(sha256.New, key)
	mac.Write(text)
	nonce := mac.Sum(nil)[:box.NonceSize()]
	return &exercise.Locked{Mode: "locked", Rounds: rounds, Salt: base64.RawURLEncoding.EncodeToString(salt),
		Data: base64.RawURLEncoding.EncodeToString(box.Seal(nonce, nonce, text, nil))}, nil
}

func cipherOf(phrase string, salt []byte, rounds int) (cipher.AEAD, []byte, error) {
	key, err := pbkdf2.Key(sha256.New, phrase, salt, rounds, 32)
	if err != nil {
		return nil, nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, nil, err
	}
	box, err := cipher.NewGCM(block)
	return box, key, err
}

// Unlock opens the part that only grading reads; nil if there is none.
func Unlock(e *exercise.Exercise, phrase string) (*exercise.Hidden, error) {
	if e.Final == nil {
		return nil, nil
	}
	salt, err := base64.RawURLEncoding.DecodeString(e.Final.Salt)
	data, err2 := base64.RawURLEncoding.DecodeString(e.Final.Data)
	if err != nil || err2 != nil || e.Final.Mode != "locked" || e.Final.Rounds < 1 || e.Final.Rounds > mostRounds {
		return nil, errDamaged
	}
	box, _, err := cipherOf(phrase, salt, e.Final.Rounds)
	if err != nil {
		return nil, err
	}
	if len(data) < box.NonceSize() {
		return nil, errDamaged
	}
	text, err := box.Open(nil, data[:box.NonceSize()], data[box.NonceSize():], nil)
	if err != nil {
		return nil, ErrPhrase
	}
	return hidden(text)
}
