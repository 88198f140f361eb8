// Package page joins the store, the views and the workers to a browser. All of syscall/js that the
// page uses is here; the parts that think are in packages store, pool, draw and view, which build
// and are tested without a browser.
package page
