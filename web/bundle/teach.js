// Markdown for the exercise page: a tree by micromark's grammar, drawn as elements here. HTML in it stays text,
// and links lead only where links may lead.
import { fromMarkdown } from "mdast-util-from-markdown";

const tags = { paragraph: "p", emphasis: "em", strong: "strong", blockquote: "blockquote", listItem: "li", break: "br",
  thematicBreak: "hr" };

function address(url) {
  try {
    const to = new URL(url, location.href);
    return ["http:", "https:", "mailto:"].includes(to.protocol) ? to.href : "";
  } catch {
    return "";
  }
}

function drawn(node) {
  const make = (tag, ...inside) => {
    const el = document.createElement(tag);
    el.append(...inside);
    return el;
  };
  const children = () => (node.children || []).map(drawn);
  switch (node.type) {
    case "text": case "html":
      return document.createTextNode(node.value);
    case "inlineCode":
      return make("code", node.value);
    case "code": {
      const pre = make("pre", make("code", node.value));
      pre.tabIndex = 0;
      return pre;
    }
    case "heading":
      return make(`h${Math.min(6, node.depth + 2)}`, ...children());
    case "list": {
      const el = make(node.ordered ? "ol" : "ul", ...children());
      if (node.ordered && node.start > 1) el.start = node.start;
      return el;
    }
    case "listItem": // one paragraph alone is no paragraph
      return make("li", ...node.children.flatMap((c) => (c.type === "paragraph" && !node.spread ? c.children : [c])).map(drawn));
    case "link": {
      const href = address(node.url);
      if (!href) return make("span", ...children());
      const a = make("a", ...children());
      Object.assign(a, { href, target: "_blank", rel: "noopener" });
      return a;
    }
    case "image":
      return document.createTextNode(node.alt || "");
    case "definition":
      return document.createTextNode("");
  }
  return make(tags[node.type] || "span", ...children());
}

// markdown draws a text into an element, unless it is there.
function markdown(host, text) {
  if (host.said === text) return;
  host.said = text;
  host.replaceChildren(...fromMarkdown(text).children.map(drawn));
}

Object.assign(globalThis.mutariumWidgets, { markdown });
