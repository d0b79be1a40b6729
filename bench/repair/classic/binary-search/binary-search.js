/** Where a value stands in a sorted list; -1 where it does not. */
export function search(list, value) {
  let low = 0;
  let high = list.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (list[middle] === value) return middle;
    if (list[middle] < value) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
