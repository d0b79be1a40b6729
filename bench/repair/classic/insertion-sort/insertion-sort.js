export function sort(list) {
  const sorted = [...list];
  for (let i = 1; i < sorted.length; i++) {
    const value = sorted[i];
    let at = i;
    while (at > 0 && sorted[at - 1] > value) {
      sorted[at] = sorted[at - 1];
      at -= 1;
    }
    sorted[at] = value;
  }
  return sorted;
}
