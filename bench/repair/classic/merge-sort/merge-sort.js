export function mergeSort(list) {
  if (list.length < 2) return list;
  const middle = list.length >> 1;
  return merge(mergeSort(list.slice(0, middle)), mergeSort(list.slice(middle)));
}

function merge(left, right) {
  const merged = [];
  let [i, j] = [0, 0];
  while (i < left.length && j < right.length) {
    if (left[i] <= right[j]) merged.push(left[i++]);
    else merged.push(right[j++]);
  }
  return [...merged, ...left.slice(i), ...right.slice(j)];
}
