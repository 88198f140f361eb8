// A tokenizer made from a formalism's description: keywords, comments, quotes, operators.
const NAME = /^[\p{L}_][\p{L}\p{N}_]*/u;
const NUMBER = /^(?:0x[0-9a-f]+|\d+(?:\.\d+)?)/i;

const escaped = (s) => s.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export function streamParser(syntax, tags) {
  const keywords = new Set(syntax.keywords || []);
  const operators = (syntax.operators || []).slice().sort((a, b) => b.length - a.length);
  const operator = operators.length ? new RegExp("^(?:" + operators.map(escaped).join("|") + ")") : null;
  // Keywords that are no names, such as "do-od" or "[]", are matched as they stand.
  const odd = [...keywords].filter((k) => NAME.exec(k)?.[0] !== k).sort((a, b) => b.length - a.length);
  const oddly = odd.length ? new RegExp("^(?:" + odd.map(escaped).join("|") + ")") : null;
  const [open, close] = syntax.blockComment || ["", ""];
  return {
    startState: () => ({ comment: false }),
    token(stream, state) {
      if (state.comment) {
        if (stream.skipTo(close)) { stream.match(close); state.comment = false; } else stream.skipToEnd();
        return "comment";
      }
      if (stream.eatSpace()) return null;
      if (syntax.lineComment && stream.match(syntax.lineComment)) { stream.skipToEnd(); return "comment"; }
      if (open && stream.match(open)) { state.comment = true; return "comment"; }
      const ch = stream.peek();
      if (syntax.quote && syntax.quote.includes(ch)) {
        stream.next();
        const end = { "‘": "’", "“": "”" }[ch] || ch;
        while (!stream.eol()) if (stream.next() === end) break;
        return "string";
      }
      if (oddly && stream.match(oddly)) return "keyword";
      if (stream.match(NUMBER)) return "number";
      const name = stream.match(NAME);
      if (name) return keywords.has(name[0]) ? "keyword" : null;
      if (operator && stream.match(operator)) return "operator";
      stream.next();
      return /[()[\]{},;.:]/.test(ch) ? "punctuation" : null;
    },
    languageData: {
      commentTokens: {
        line: syntax.lineComment || undefined,
        block: open ? { open, close } : undefined,
      },
    },
    tokenTable: {
      keyword: tags.keyword, comment: tags.comment, string: tags.string,
      number: tags.number, operator: tags.operator, punctuation: tags.punctuation,
    },
  };
}
