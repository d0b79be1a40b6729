/** The number of steps from one node to another; -1 where there is no way. */
export function shortest(graph, from, to) {
  const queue = [[from, 0]];
  const seen = new Set([from]);
  while (queue.length > 0) {
    const [node, steps] = queue.shift();
    if (node === to) return steps;
    for (const next of graph[node] ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push([next, steps + 1]);
    }
  }
  return -1;
}
