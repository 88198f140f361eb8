// Pan and zoom for a drawing inside a host: wheel with Ctrl or pinch, drag, buttons, arrow keys,
// plus and minus. The drawing moves by a CSS transform, so it stays sharp.
import { select } from "d3-selection";
import { zoom as behaviour, zoomIdentity, zoomTransform } from "d3-zoom";

// A host that shows a whole picture is fitted when it opens, and its plain arrow keys are not for moving it.
export function panZoom(host, whole) {
  let moved = false; // by a person, so that it stays as it is when the host is resized
  const drawing = () => host.querySelector("svg");
  const view = behaviour()
    .scaleExtent([0.02, 4])
    .clickDistance(4)
    .filter((e) => (e.type === "wheel" ? e.ctrlKey || e.metaKey : !e.button)) // a bare wheel scrolls the page
    .wheelDelta((e) => -e.deltaY * (e.deltaMode ? 0.05 : 0.0048))
    .on("zoom", ({ transform: t, sourceEvent }) => {
      if (sourceEvent) moved = true;
      const svg = drawing();
      if (svg) svg.style.transform = `translate(${t.x}px, ${t.y}px) scale(${t.k})`;
    });
  const canvas = select(host).call(view).on("dblclick.zoom", null);
  const zoom = (factor) => { moved = true; view.scaleBy(canvas, factor); };
  const pan = (dx, dy) => {
    moved = true;
    const { k } = zoomTransform(host);
    view.translateBy(canvas, dx / k, dy / k);
  };
  // place puts the point of the drawing that is to be seen into the middle, but leaves no room
  // beside the drawing.
  const place = (least) => {
    const svg = drawing();
    if (!svg) return;
    const w = svg.viewBox.baseVal.width, h = svg.viewBox.baseVal.height;
    const W = host.clientWidth, H = host.clientHeight;
    if (!W || !H) return;
    const scale = Math.max(least, Math.min(whole ? 1 : 1.25, (W - 16) / w, (H - 16) / h));
    const first = (svg.querySelector(".first") || svg.querySelector("g"))?.getBBox();
    const at = (size, all, middle) =>
      all * scale + 16 <= size ? (size - all * scale) / 2 : Math.min(8, Math.max(size - all * scale - 8, size / 2 - middle * scale));
    const x = at(W, w, first ? first.x + first.width / 2 : 0);
    const y = at(H, h, first ? first.y + first.height / 2 : 0);
    view.transform(canvas, zoomIdentity.translate(x, y).scale(scale));
    moved = false;
  };
  const fit = () => place(0.02); // all of it
  const start = () => (whole ? fit() : place(0.68)); // as much as can be read, from the first node on
  // again shows another drawing where the last one was, unless nobody has moved that.
  const again = () => (moved ? view.transform(canvas, zoomTransform(host)) : start());
  host.addEventListener("keydown", (e) => {
    const step = 40;
    const act = {
      ArrowLeft: () => pan(step, 0), ArrowRight: () => pan(-step, 0),
      ArrowUp: () => pan(0, step), ArrowDown: () => pan(0, -step),
      "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), "0": fit, f: fit, F: fit,
    }[e.key];
    if (whole && e.key.startsWith("Arrow") && !e.shiftKey) return;
    if (!act || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    e.stopPropagation();
    act();
  });
  new ResizeObserver(() => { if (!moved) start(); }).observe(host);
  return { zoom, fit, start, again };
}
