/** The greatest value that fits; each thing may be taken once. */
export function bestValue(things, capacity) {
  const best = new Array(capacity + 1).fill(0);
  for (const { weight, value } of things) {
    for (let room = capacity; room >= weight; room--) {
      best[room] = Math.max(best[room], best[room - weight] + value);
    }
  }
  return best[capacity];
}
