export interface Entry<T> {
  value: T;
  priority: number;
}

/** The lowest priority comes out first. */
export class PriorityQueue<T> {
  private heap: Entry<T>[] = [];

  get size(): number {
    return this.heap.length;
  }

  push(value: T, priority: number): void {
    this.heap.push({ value, priority });
    let child = this.heap.length - 1;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (this.heap[parent].priority <= this.heap[child].priority) break;
      this.swap(parent, child);
      child = parent;
    }
  }

  pop(): T | undefined {
    const first = this.heap[0];
    const last = this.heap.pop();
    if (!first || !last) return undefined;
    if (this.heap.length > 0) {
      this.heap[0] = last;
      this.sink();
    }
    return first.value;
  }

  peek(): T | undefined {
    return this.heap[0]?.value;
  }

  private sink(): void {
    let parent = 0;
    for (;;) {
      let least = parent;
      for (const child of [2 * parent + 1, 2 * parent + 2]) {
        if (child < this.heap.length && this.heap[child].priority < this.heap[least].priority) least = child;
      }
      if (least === parent) return;
      this.swap(parent, least);
      parent = least;
    }
  }

  private swap(a: number, b: number): void {
    const kept = this.heap[a];
    this.heap[a] = this.heap[b];
    this.heap[b] = kept;
  }
}

export function sortedBy<T>(values: readonly T[], priority: (value: T) => number): T[] {
  const queue = new PriorityQueue<T>();
  for (const value of values) queue.push(value, priority(value));
  const sorted: T[] = [];
  while (queue.size > 0) sorted.push(queue.pop() as T);
  return sorted;
}
