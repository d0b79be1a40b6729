/** The greatest sum of neighbours in a list that is not empty. */
export function maxSum(list) {
  let best = list[0];
  let current = list[0];
  for (const value of list.slice(1)) {
    current = Math.max(value, current + value);
    best = Math.max(best, current);
  }
  return best;
}
