/** The text at a path of keys and indexes; null where there is none. */
export function at(value: unknown, ...path: (string | number)[]): string | null {
  let inner: unknown = value;
  for (const key of path) {
    if (typeof inner !== 'object' || inner === null) return null;
    inner = (inner as Record<string | number, unknown>)[key];
  }
  return typeof inner === 'string' ? inner : null;
}
