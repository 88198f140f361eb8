package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsutil"
)

// A bidi is a connection over WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi): each command has
// an id and is answered once, with that id; events come in between.
type bidi struct {
	conn net.Conn
	hear func(method string, params json.RawMessage) // of each event, in order

	mu      sync.Mutex
	last    int
	waiting map[int]chan<- answer
	broken  error // why nothing is answered any more
}

// An answer to a command, or an event: that one has a method.
type answer struct {
	ID      int             `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
	Result  json.RawMessage `json:"result"`
	Error   string          `json:"error"`
	Message string          `json:"message"`
}

// dial connects to a browser that listens.
func dial(url string, hear func(method string, params json.RawMessage)) (*bidi, error) {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	conn, _, _, err := ws.Dial(ctx, url)
	if err != nil {
		return nil, err
	}
	b := &bidi{conn: conn, hear: hear, waiting: map[int]chan<- answer{}}
	go b.read()
	return b, nil
}

// read hands out what comes, until the connection ends.
func (b *bidi) read() {
	for {
		data, err := wsutil.ReadServerText(b.conn)
		var a answer
		if err == nil {
			err = json.Unmarshal(data, &a)
		}
		if err != nil {
			b.fail(err)
			return
		}
		if a.Method != "" {
			b.hear(a.Method, a.Params)
			continue
		}
		b.mu.Lock()
		to := b.waiting[a.ID]
		delete(b.waiting, a.ID)
		b.mu.Unlock()
		if to != nil {
			to <- a
		}
	}
}

// fail answers all that wait, and all that ask later.
func (b *bidi) fail(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.broken = err
	for id, to := range b.waiting {
		to <- answer{Error: "connection lost", Message: err.Error()}
		delete(b.waiting, id)
	}
}

// call sends a command, waits for its answer and decodes that into a pointer, unless it is nil.
func (b *bidi) call(method string, params, into any) error {
	got := make(chan answer, 1)
	if err := b.send(method, params, got); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	select {
	case a := <-got:
		switch {
		case a.Error != "":
			return fmt.Errorf("%s: %s: %s", method, a.Error, a.Message)
		case into != nil:
			return json.Unmarshal(a.Result, into)
		}
		return nil
	case <-time.After(patience):
		return fmt.Errorf("%s: no answer within %v", method, patience)
	}
}

func (b *bidi) send(method string, params any, answers chan<- answer) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.broken != nil {
		return b.broken
	}
	b.last++
	data, err := json.Marshal(map[string]any{"id": b.last, "method": method, "params": params})
	if err != nil {
		return err
	}
	b.waiting[b.last] = answers
	return wsutil.WriteClientText(b.conn, data)
}

func (b *bidi) close() { _ = b.conn.Close() }
