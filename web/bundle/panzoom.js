// Pan and zoom for a drawing inside a host: wheel with Ctrl or pinch, drag, buttons, arrow keys,
// plus and minus. The drawing moves by a CSS transform, so it stays sharp.
export function panZoom(host) {
  let x = 0, y = 0, scale = 1, drag = null, moved = false;
  const drawing = () => host.querySelector("svg");
  const show = () => {
    const svg = drawing();
    if (svg) svg.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    moved = true;
  };
  const zoom = (factor, cx = host.clientWidth / 2, cy = host.clientHeight / 2) => {
    const next = Math.min(4, Math.max(0.05, scale * factor));
    x = cx - ((cx - x) * next) / scale;
    y = cy - ((cy - y) * next) / scale;
    scale = next;
    show();
  };
  // place puts the point of the drawing that is to be seen into the middle, but leaves no room
  // beside the drawing.
  const place = (least) => {
    const svg = drawing();
    if (!svg) return;
    const w = svg.viewBox.baseVal.width, h = svg.viewBox.baseVal.height;
    const W = host.clientWidth, H = host.clientHeight;
    scale = Math.max(least, Math.min(1.25, (W - 16) / w, (H - 16) / h));
    const first = (svg.querySelector(".first") || svg.querySelector("g"))?.getBBox();
    const at = (size, all, middle) =>
      all * scale + 16 <= size ? (size - all * scale) / 2 : Math.min(8, Math.max(size - all * scale - 8, size / 2 - middle * scale));
    x = at(W, w, first ? first.x + first.width / 2 : 0);
    y = at(H, h, first ? first.y + first.height / 2 : 0);
    show();
    moved = false;
  };
  const fit = () => place(0.05); // all of it
  const start = () => place(0.68); // as much as can be read, from the first node on
  host.addEventListener("wheel", (e) => {
    if (!e.ctrlKey && !e.metaKey) return;
    e.preventDefault();
    const box = host.getBoundingClientRect();
    zoom(Math.exp(-e.deltaY / 300), e.clientX - box.left, e.clientY - box.top);
  }, { passive: false });
  host.addEventListener("pointerdown", (e) => {
    if (e.button !== 0) return;
    drag = { px: e.clientX - x, py: e.clientY - y };
    host.setPointerCapture(e.pointerId);
  });
  host.addEventListener("pointermove", (e) => {
    if (!drag) return;
    x = e.clientX - drag.px;
    y = e.clientY - drag.py;
    show();
  });
  host.addEventListener("pointerup", () => { drag = null; });
  host.addEventListener("keydown", (e) => {
    const step = 40;
    const act = {
      ArrowLeft: () => { x += step; show(); }, ArrowRight: () => { x -= step; show(); },
      ArrowUp: () => { y += step; show(); }, ArrowDown: () => { y -= step; show(); },
      "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), "0": fit,
    }[e.key];
    if (!act || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    e.stopPropagation();
    act();
  });
  new ResizeObserver(() => { if (!moved) start(); }).observe(host); // until someone moves it
  return { zoom, fit, start };
}
