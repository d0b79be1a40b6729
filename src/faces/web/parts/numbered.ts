/** Items that have nothing of their own to be told apart by, and never change places. */
export function numbered<T>(items: readonly T[]): { key: string; item: T }[] {
  return items.map((item, n) => ({ key: String(n), item }));
}
