// One CodeMirror editor. Options and messages are plain values; positions come as people count
// (1-based lines, 1-based columns in characters) and are converted here, in one function.
import { autocompletion, completeAnyWord, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentLess, indentMore, isolateHistory } from "@codemirror/commands";
import { bracketMatching, indentUnit, syntaxHighlighting, HighlightStyle, StreamLanguage } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, RangeSet, StateEffect, StateField, Transaction } from "@codemirror/state";
import {
  Decoration, drawSelection, dropCursor, EditorView, gutter, GutterMarker, highlightActiveLine,
  highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers, placeholder, rectangularSelection, ViewPlugin,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { streamParser } from "./language.js";

const say = (...text) => globalThis.mutariumWords.say(...text);

const colours = HighlightStyle.define([
  { tag: tags.keyword, class: "tok-keyword" },
  { tag: tags.comment, class: "tok-comment" },
  { tag: tags.string, class: "tok-string" },
  { tag: tags.number, class: "tok-number" },
  { tag: tags.operator, class: "tok-operator" },
  { tag: tags.punctuation, class: "tok-punctuation" },
]);

// CodeMirror adds its rules by a style element, which the page's policy forbids, unless its root is
// one that has no head, as a shadow root: then by a constructed sheet. So it sees the document as one.
const root = new Proxy(document, {
  get(target, key) {
    const value = key === "head" ? undefined : target[key];
    return typeof value === "function" ? value.bind(target) : value;
  },
  set(target, key, value) { target[key] = value; return true; },
});

// --- places where mutants sit ------------------------------------------------------------------

class SiteMarker extends GutterMarker {
  constructor(count) { super(); this.count = count; }
  eq(other) { return other.count === this.count; }
  toDOM() {
    const dot = document.createElement("span");
    dot.className = "cm-site";
    dot.textContent = this.count > 99 ? "99+" : String(this.count);
    dot.title = this.count === 1 ? say("1 mutant on this line") : say("{n} mutants on this line", { n: this.count });
    return dot;
  }
}

const setSites = StateEffect.define();
const sites = StateField.define({
  create: () => RangeSet.empty,
  update(marks, tr) {
    marks = marks.map(tr.changes);
    for (const e of tr.effects) if (e.is(setSites)) marks = e.value;
    return marks;
  },
});

// --- marked places -----------------------------------------------------------------------------

const setMarks = StateEffect.define();
const marks = StateField.define({
  create: () => Decoration.none,
  update(set, tr) {
    set = set.map(tr.changes);
    for (const e of tr.effects) if (e.is(setMarks)) set = e.value;
    return set;
  },
  provide: (f) => EditorView.decorations.from(f),
});

// --- lines that stay as they are ---------------------------------------------------------------

const setLocked = StateEffect.define();
const locked = StateField.define({
  create: () => Decoration.none,
  update(set, tr) {
    set = set.map(tr.changes);
    for (const e of tr.effects) if (e.is(setLocked)) set = e.value;
    return set;
  },
  provide: (f) => EditorView.decorations.from(f),
});

// keeps leaves out of a change what would touch such a line.
const keeps = EditorState.changeFilter.of((tr) => {
  const lines = [], { doc } = tr.startState;
  tr.startState.field(locked).between(0, doc.length, (from) => { lines.push(from, doc.lineAt(from).to); });
  return lines.length ? lines : true;
});

// --- wrapped lines keep their indent -----------------------------------------------------------

function indents(view) {
  const list = [];
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      let columns = 0;
      for (const ch of line.text) {
        if (ch === " ") columns++;
        else if (ch === "\t") columns += 4 - (columns % 4);
        else break;
      }
      columns += 2;
      list.push(Decoration.line({
        attributes: { style: `text-indent:-${columns}ch;padding-left:calc(${columns}ch + 6px)` },
      }).range(line.from));
      at = line.to + 1;
    }
  }
  return Decoration.set(list);
}

const hanging = ViewPlugin.fromClass(class {
  constructor(view) { this.decorations = indents(view); }
  update(u) { if (u.docChanged || u.viewportChanged) this.decorations = indents(u.view); }
}, { decorations: (v) => v.decorations });

// offset converts a place to the editor's units (UTF-16 from the start).
function offset(doc, line, column) {
  if (line < 1) return 0;
  if (line > doc.lines) return doc.length;
  const l = doc.line(line);
  let at = 0, seen = 1;
  for (const ch of l.text) {
    if (seen >= column) break;
    at += ch.length;
    seen++;
  }
  return l.from + at;
}

function range(doc, span) {
  const from = offset(doc, span.line, span.column);
  return { from, to: Math.max(from, offset(doc, span.endLine, span.endColumn)) };
}

// What the editor's own parts say, in English.
const phrases = [
  "Find", "Replace", "next", "previous", "all", "match case", "regexp", "by word", "replace", "replace all", "close",
  "replaced $ matches", "replaced match on line $", "current match", "on line", "Go to line", "go", "Completions",
  "Diagnostics", "No diagnostics", "Control character", "Selection deleted",
];

// spoken is what depends on the language.
const spoken = (label, hint) => [
  EditorState.phrases.of(Object.fromEntries(phrases.map((p) => [p, say(p)]))),
  EditorView.contentAttributes.of({ "aria-label": label }),
  placeholder(hint),
];

// createEditor mounts an editor into a host. on.change(text) is called a moment after the last
// keystroke, and at once by flush; on.site(line) when a gutter mark is pressed.
export function createEditor(host, options, on) {
  let words = [];
  const keywords = (context) => {
    const word = context.matchBefore(/\w+/);
    return word && words.length ? { from: word.from, options: words } : null;
  };
  // Nothing is offered for a number, nor for a word that is written out: Enter ends the line then.
  const written = (context) => {
    const word = context.matchBefore(/\w+/)?.text;
    return word && !context.explicit && (/^\d/.test(word) || words.some((k) => k.label === word) ||
      new RegExp(`\\b${word}\\b`).test(context.state.sliceDoc(0, context.pos - word.length)));
  };
  const offer = (source) => (context) => (written(context) ? null : source(context));
  // Who comes by Tab goes on by Tab, and changes nothing on the way: Tab indents once another key or
  // the mouse was used in here.
  let entered = false;
  const indent = (command) => (v) => entered && command(v);
  const syntax = new Compartment(), language = new Compartment(), past = new Compartment();
  let timer = 0, pending = false;
  const flush = () => {
    clearTimeout(timer);
    if (!pending) return;
    pending = false;
    on.change(view.state.doc.toString());
  };
  // tell says on which line the caret is, when that changes; 0 when it is elsewhere.
  let told = 0;
  const caretLine = () => view.state.doc.lineAt(view.state.selection.main.head).number;
  const tell = (line) => { if (line !== told) on.caret(told = line); };
  const changed = () => {
    pending = true;
    clearTimeout(timer);
    timer = setTimeout(flush, 90);
  };
  const view = new EditorView({
    parent: host,
    root,
    state: EditorState.create({
      doc: options.text || "",
      extensions: [
        gutter({
          class: "cm-sites",
          markers: (v) => v.state.field(sites),
          domEventHandlers: {
            mousedown(v, line) { on.site(v.state.doc.lineAt(line.from).number); return true; },
          },
        }),
        lineNumbers(), lintGutter(), sites, marks, locked, keeps, hanging,
        EditorState.readOnly.of(!!options.readOnly),
        highlightSpecialChars(), past.of(history()), drawSelection(), dropCursor(), rectangularSelection(),
        bracketMatching(), highlightActiveLine(), highlightActiveLineGutter(), highlightSelectionMatches(),
        indentUnit.of("  "), EditorState.tabSize.of(4), EditorView.lineWrapping,
        autocompletion({ override: [offer(keywords), offer(completeAnyWord)], activateOnTyping: true, icons: false }),
        syntaxHighlighting(colours),
        syntax.of([]), language.of([]),
        keymap.of([
          { key: "Mod-Enter", run: () => { flush(); on.run(); return true; } },
          ...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap,
          { key: "Tab", run: indent(indentMore), shift: indent(indentLess) },
        ]),
        EditorView.contentAttributes.of({
          "data-testid": options.testid, tabindex: "0", spellcheck: "false",
          autocorrect: "off", autocapitalize: "off",
        }),
        EditorView.updateListener.of((u) => {
          if (u.selectionSet && u.view.hasFocus) tell(caretLine());
          if (u.docChanged && !u.transactions.some((tr) => tr.annotation(Transaction.remote))) changed();
        }),
        EditorView.domEventObservers({
          blur: () => { entered = false; flush(); tell(0); },
          focus: () => tell(caretLine()),
          keydown: (e) => { entered ||= !["Tab", "Shift", "Control", "Alt", "Meta"].includes(e.key); },
          mousedown: () => { entered = true; },
        }),
      ],
    }),
  });
  return {
    flush,
    focus: () => view.focus(),
    text: () => view.state.doc.toString(),
    // setText puts in another text. It can be undone when it is the same one in another form; else
    // the editor forgets what was done before, so that undo never leads into a text that was replaced.
    setText(text, undoable) {
      pending = false;
      clearTimeout(timer);
      if (text !== view.state.doc.toString()) {
        view.dispatch({
          changes: { from: 0, to: view.state.doc.length, insert: text },
          annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(undoable), isolateHistory.of("full")],
          selection: { anchor: 0 }, scrollIntoView: true, filter: false,
        });
      }
      if (undoable) return;
      view.dispatch({ effects: past.reconfigure([]) });
      view.dispatch({ effects: past.reconfigure(history()) });
    },
    // setLanguage tells the editor what it is called and what it says in an empty text.
    setLanguage: (label, text) => view.dispatch({ effects: language.reconfigure(spoken(label, text)) }),
    setSyntax(json) {
      const described = json && JSON.parse(json);
      words = (described?.keywords || []).filter((k) => /^\w+$/.test(k)).map((label) => ({ label, type: "keyword" }));
      const support = described ? [
        StreamLanguage.define(streamParser(described, tags)),
      ] : [];
      view.dispatch({ effects: syntax.reconfigure(support) });
    },
    setDiagnostics(json) {
      const { doc } = view.state;
      const list = JSON.parse(json).map((d) => {
        let { from, to } = range(doc, d.span);
        if (from === to && to < doc.lineAt(to).to) to++;
        const related = (d.notes || []).map((n) => `\n${say("line {line}:", { line: n.span.line })} ${n.message}`).join("");
        return { from, to, severity: d.severity, message: d.message + (d.hint ? `\n${d.hint}` : "") + related };
      });
      list.sort((a, b) => a.from - b.from);
      view.dispatch(setDiagnostics(view.state, list));
    },
    setSites(json) {
      const { doc } = view.state;
      const list = JSON.parse(json).filter((s) => s.line <= doc.lines)
        .map((s) => new SiteMarker(s.count).range(doc.line(s.line).from));
      view.dispatch({ effects: setSites.of(RangeSet.of(list, true)) });
    },
    // setMarks marks spans by a class each, and their lines by the class and "-line".
    setMarks(json, reveal) {
      const { doc } = view.state;
      const list = [];
      for (const m of JSON.parse(json)) {
        const { from, to } = range(doc, m.span);
        if (to > from && !m.lines) list.push(Decoration.mark({ class: m.class }).range(from, to));
        for (let at = from; at <= to; at = doc.lineAt(at).to + 1) {
          list.push(Decoration.line({ class: m.class + "-line" }).range(doc.lineAt(at).from));
          if (doc.lineAt(at).to >= doc.length) break;
        }
      }
      const effects = [setMarks.of(Decoration.set(list, true))];
      if (reveal && list.length) {
        const first = JSON.parse(json)[0];
        effects.push(EditorView.scrollIntoView(range(doc, first.span).from, { y: "center" }));
      }
      view.dispatch({ effects });
    },
    // setLocked takes the lines that cannot be changed, from 1.
    setLocked(json) {
      const { doc } = view.state;
      const list = JSON.parse(json).filter((n) => n <= doc.lines)
        .map((n) => Decoration.line({ class: "cm-locked" }).range(doc.line(n).from));
      view.dispatch({ effects: setLocked.of(Decoration.set(list, true)) });
    },
    goTo(line, column) {
      const at = offset(view.state.doc, line, column);
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
      view.focus();
      entered = true;
    },
    destroy: () => view.destroy(),
  };
}
