package seal

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/wire"
)

// linkPrefix names the codec: base64url of raw deflate of JSON in one line.
const linkPrefix = "x1:"

// Link packs a document into a link's fragment, without "#".
func Link(doc any) string {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err == nil {
		_, err = w.Write(compact(doc))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic("seal: " + err.Error())
	}
	return linkPrefix + base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// Errors of Unlink.
var (
	ErrForeign   = errors.New("this is not a link to an exercise: it does not begin with “x1:”")
	ErrLater     = errors.New("this link was made by a later version of Mutarium: update the page to open it")
	ErrTruncated = errors.New("this link is cut off or damaged: copy it again, whole")
	ErrHuge      = fmt.Errorf("this link unpacks to more than %d MB", exercise.MaxFile>>20)
)

// Unlink gives the text of the document in a link: a whole URL, or its fragment.
func Unlink(s string) (string, error) {
	s = strings.TrimSpace(s)
	if i := strings.IndexByte(s, '#'); i >= 0 {
		s = s[i+1:]
	}
	rest, ok := strings.CutPrefix(s, linkPrefix)
	if !ok {
		if number, _, named := strings.Cut(s, ":"); named && strings.HasPrefix(number, "x") {
			if v, err := strconv.Atoi(number[1:]); err == nil && v > 1 {
				return "", ErrLater
			}
		}
		return "", ErrForeign
	}
	packed, err := base64.RawURLEncoding.DecodeString(rest)
	if err != nil {
		return "", ErrTruncated
	}
	data, err := wire.Inflate(packed, exercise.MaxFile)
	switch {
	case len(data) > exercise.MaxFile:
		return "", ErrHuge
	case err != nil:
		return "", ErrTruncated
	}
	return string(data), nil
}
