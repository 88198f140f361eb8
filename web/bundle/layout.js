// A worker that lays out graphs, so that the page never waits for it.
import { Graph, layout } from "@dagrejs/dagre";

self.onmessage = ({ data }) => {
  const { id, graph } = JSON.parse(data);
  try {
    self.postMessage(JSON.stringify({ id, ...best(graph) }));
  } catch (err) {
    self.postMessage(JSON.stringify({ id, error: String(err) }));
  }
};

// best lays a graph out in both directions, if it is small enough for that, and takes what can be
// drawn larger in a picture of 420 by 340, or of the size that the graph asks for.
function best(graph) {
  if (graph.nodes.length > 150) return place(graph);
  const { x, y } = graph.room || { x: 420, y: 340 };
  const scale = (p) => Math.min(1, x / p.width, y / p.height);
  const [a, b] = ["LR", "TB"].map((direction) => place({ ...graph, direction }));
  return scale(b) > 1.1 * scale(a) ? b : a;
}

// A loop needs room between its node and its label.
const LOOP = 22;

// place gives every node its centre and every edge its bends and the centre of its label.
function place({ nodes, edges, direction }) {
  const g = new Graph({ multigraph: true });
  g.setGraph({ rankdir: direction || "LR", nodesep: 34, ranksep: 56, edgesep: 14, marginx: 12, marginy: 12 });
  for (const n of nodes) g.setNode(n.id, { width: n.width, height: n.height });
  edges.forEach((e, i) => {
    const room = e.from === e.to ? LOOP : 0, across = direction === "TB";
    g.setEdge(e.from, e.to, {
      width: e.width + (across ? room : 0), height: e.height + (across ? 0 : room), labelpos: "c",
    }, String(i));
  });
  layout(g);
  const { width, height } = g.graph();
  return {
    width, height,
    nodes: nodes.map((n) => { const { x, y } = g.node(n.id); return { x, y }; }),
    edges: edges.map((e, i) => {
      const { points, x, y } = g.edge(e.from, e.to, String(i));
      return { points, x: x ?? 0, y: y ?? 0 };
    }),
  };
}
