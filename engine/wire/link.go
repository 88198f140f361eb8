package wire

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
)

// LinkVersion is the version of the link's format. Links of earlier versions open for ever.
const LinkVersion = 2

// linkPrefix names the codec: base64url of raw deflate of JSON. Version is that of what is packed.
const linkPrefix = "m1:"

// codec is the number in linkPrefix.
const codec = 1

// maxLinkText bounds what a link may unpack to, in bytes, so that a small link cannot fill the memory.
const maxLinkText = 4 << 20

// A Link is the page's state as a URL fragment holds it.
type Link struct {
	Digest    string          `json:"digest,omitempty"` // of the verdicts, as Digest gives it; "" when nothing was run
	Engine    string          `json:"engine"`           // version that made the link
	Formalism string          `json:"formalism"`
	Impl      string          `json:"impl,omitempty"`   // the text of "make your own mutant"
	Inputs    Inputs          `json:"inputs,omitempty"` // of the tool
	Mutant    string          `json:"mutant,omitempty"` // id of the selected one
	Name      string          `json:"name,omitempty"`   // of the model
	Settings  report.Settings `json:"settings"`
	Step      int             `json:"step,omitempty"` // of the stepper
	Text      string          `json:"text"`
	Tool      string          `json:"tool,omitempty"` // open tool
	Version   int             `json:"version"`
}

// FormatLink gives the fragment, without "#".
func FormatLink(l Link) (string, error) {
	l.Version = LinkVersion
	data, err := json.Marshal(l)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write(data); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return linkPrefix + base64.RawURLEncoding.EncodeToString(b.Bytes()), nil
}

// Errors of ParseLink, each with its own sentence for the user.
var (
	ErrForeignLink   = errors.New("this is not a Mutarium link: it does not begin with “m1:”")
	ErrLaterLink     = errors.New("this link was made by a later version of Mutarium: update the page to open it")
	ErrTruncatedLink = errors.New("this link is cut off or damaged: copy it again, whole")
	ErrHugeLink      = fmt.Errorf("this link unpacks to more than %d MB", maxLinkText>>20)
)

// ParseLink reads what FormatLink wrote. A leading "#" or a whole URL is accepted.
func ParseLink(s string) (Link, error) { return ReadLink(s, Inflate) }

// Inflate unpacks what raw deflate packed, up to one byte more than so many.
func Inflate(packed []byte, most int) ([]byte, error) {
	return io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), int64(most)+1))
}

// ReadLink is ParseLink with another Inflate: the page takes that of its bundle, to be a smaller download.
func ReadLink(s string, inflate func(packed []byte, most int) ([]byte, error)) (Link, error) {
	s = strings.TrimSpace(s)
	if i := strings.IndexByte(s, '#'); i >= 0 {
		s = s[i+1:]
	}
	rest, ok := strings.CutPrefix(s, linkPrefix)
	if !ok {
		if number, _, named := strings.Cut(s, ":"); named && strings.HasPrefix(number, "m") {
			if v, err := strconv.Atoi(number[1:]); err == nil && v > codec {
				return Link{}, ErrLaterLink
			}
		}
		return Link{}, ErrForeignLink
	}
	packed, err := base64.RawURLEncoding.DecodeString(rest)
	if err != nil {
		return Link{}, ErrTruncatedLink
	}
	data, err := inflate(packed, maxLinkText)
	if len(data) > maxLinkText {
		return Link{}, ErrHugeLink
	}
	if err != nil {
		return Link{}, ErrTruncatedLink
	}
	var l Link
	if err := json.Unmarshal(data, &l); err != nil {
		return Link{}, ErrTruncatedLink
	}
	if l.Version > LinkVersion {
		return Link{}, ErrLaterLink
	}
	if l.Version < 1 {
		return Link{}, ErrForeignLink
	}
	if l.Version == 1 {
		l.Settings.Upgrade(l.Formalism)
	}
	return l, nil
}
