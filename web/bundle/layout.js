// A worker that lays out graphs, so that the page never waits for it.
import { Graph, layout } from "@dagrejs/dagre";

self.onmessage = ({ data }) => {
  const { id, graph } = JSON.parse(data);
  try {
    self.postMessage(JSON.stringify({ id, ...place(graph) }));
  } catch (err) {
    self.postMessage(JSON.stringify({ id, error: String(err) }));
  }
};

// place gives every node its centre and every edge its bends and the centre of its label.
function place({ nodes, edges, direction }) {
  const g = new Graph({ multigraph: true });
  g.setGraph({ rankdir: direction || "LR", nodesep: 34, ranksep: 56, edgesep: 14, marginx: 12, marginy: 12 });
  for (const n of nodes) g.setNode(n.id, { width: n.width, height: n.height });
  edges.forEach((e, i) =>
    g.setEdge(e.from, e.to, { width: e.width, height: e.height, labelpos: "c" }, String(i)));
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
