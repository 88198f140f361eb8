// Pan and zoom for a drawing inside a host: wheel with Ctrl or pinch, drag, buttons, arrow keys,
// plus and minus. The drawing moves by a CSS transform, so it stays sharp.
export function panZoom(host) {
  let x = 0, y = 0, scale = 1, drag = null;
  const drawing = () => host.querySelector("svg");
  const show = () => {
    const svg = drawing();
    if (svg) svg.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  };
  const zoom = (factor, cx = host.clientWidth / 2, cy = host.clientHeight / 2) => {
    const next = Math.min(4, Math.max(0.2, scale * factor));
    x = cx - ((cx - x) * next) / scale;
    y = cy - ((cy - y) * next) / scale;
    scale = next;
    show();
  };
  const fit = () => {
    const svg = drawing();
    if (!svg) return;
    const w = svg.viewBox.baseVal.width, h = svg.viewBox.baseVal.height;
    scale = Math.min(1.25, (host.clientWidth - 16) / w, (host.clientHeight - 16) / h);
    scale = Math.max(scale, 0.35);
    x = Math.max(8, (host.clientWidth - w * scale) / 2);
    y = Math.max(8, (host.clientHeight - h * scale) / 2);
    show();
  };
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
  return { zoom, fit };
}
