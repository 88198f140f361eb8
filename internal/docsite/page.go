package main

import (
	"bytes"
	"fmt"
	"html"
	"html/template"
	"io"
	"path"
	"strings"

	"github.com/russross/blackfriday/v2"
)

// newPage makes a page of a document in Markdown.
func newPage(name, text string) page {
	p := page{Name: name}
	tree := blackfriday.New(blackfriday.WithExtensions(extensions)).Parse([]byte(text))
	tree.Walk(func(n *blackfriday.Node, entering bool) blackfriday.WalkStatus {
		if !entering {
			return blackfriday.GoToNext
		}
		switch {
		case n.Type == blackfriday.Heading && n.Level == 1:
			p.Title = plain(n)
		case n.Type == blackfriday.Heading:
			p.Heads = append(p.Heads, head{n.HeadingID, plain(n)})
		case n.Type == blackfriday.Paragraph && p.Lead == "" && n.Parent.Type == blackfriday.Document:
			p.Lead = shorten(plain(n))
		}
		return blackfriday.GoToNext
	})
	r := &renderer{HTMLRenderer: blackfriday.NewHTMLRenderer(blackfriday.HTMLRendererParameters{})}
	var b bytes.Buffer
	tree.Walk(func(n *blackfriday.Node, entering bool) blackfriday.WalkStatus { return r.RenderNode(&b, n, entering) })
	p.HTML = template.HTML(b.String())
	return p
}

const extensions = blackfriday.CommonExtensions | blackfriday.AutoHeadingIDs

// plain gives the text of a part of a document.
func plain(n *blackfriday.Node) string {
	var b strings.Builder
	n.Walk(func(n *blackfriday.Node, entering bool) blackfriday.WalkStatus {
		if entering {
			b.Write(n.Literal)
		}
		return blackfriday.GoToNext
	})
	return strings.Join(strings.Fields(b.String()), " ")
}

// A renderer writes HTML whose links lead to the pages of the site.
type renderer struct{ *blackfriday.HTMLRenderer }

// RenderNode implements blackfriday.Renderer.
func (r *renderer) RenderNode(w io.Writer, n *blackfriday.Node, entering bool) blackfriday.WalkStatus {
	switch n.Type {
	case blackfriday.Link:
		if entering {
			n.Destination = []byte(target(string(n.Destination)))
		}
		if len(n.Destination) == 0 { // to a file that the site does not have: its text stays
			return blackfriday.GoToNext
		}
	case blackfriday.Table: // a wide table scrolls by itself
		if entering {
			fmt.Fprint(w, `<div class="scroll" tabindex="0">`)
			r.HTMLRenderer.RenderNode(w, n, entering)
			return blackfriday.GoToNext
		}
		r.HTMLRenderer.RenderNode(w, n, entering)
		fmt.Fprint(w, "</div>\n")
		return blackfriday.GoToNext
	case blackfriday.CodeBlock:
		fmt.Fprintf(w, "<pre tabindex=\"0\"><code>%s</code></pre>\n", html.EscapeString(string(n.Literal)))
		return blackfriday.GoToNext
	}
	return r.HTMLRenderer.RenderNode(w, n, entering)
}

// target gives the place in the site that a link of a document leads to, or "".
func target(link string) string {
	file, anchor, _ := strings.Cut(link, "#")
	if anchor != "" {
		anchor = "#" + anchor
	}
	switch {
	case strings.Contains(file, "://"), file == "", path.Ext(file) == ".json":
		return link
	case strings.HasPrefix(file, "../"):
		for _, c := range cards {
			if "../"+c.grammar == file {
				return c.file() + ".html#grammar"
			}
		}
		return ""
	case path.Ext(file) == ".md":
		return strings.TrimSuffix(file, ".md") + ".html" + anchor
	}
	return ""
}

// shorten gives the first sentences of a text, about two lines of them.
func shorten(s string) string {
	const most = 220
	if len(s) <= most {
		return s
	}
	if i := strings.LastIndex(s[:most], ". "); i > 0 {
		return s[:i+1]
	}
	return s[:strings.LastIndex(s[:most], " ")] + " …"
}
