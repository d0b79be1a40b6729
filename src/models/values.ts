type Path = (string | number)[];

/** The text at a path of keys and indexes; null where there is none. */
export function at(value: unknown, ...path: Path): string | null {
  const found = inside(value, path);
  return typeof found === 'string' ? found : null;
}

/** The count at a path of keys and indexes; null where there is none. */
export function countAt(value: unknown, ...path: Path): number | null {
  const found = inside(value, path);
  return typeof found === 'number' && found >= 0 ? found : null;
}

function inside(value: unknown, path: Path): unknown {
  let inner = value;
  for (const key of path) {
    if (typeof inner !== 'object' || inner === null) return null;
    inner = (inner as Record<string | number, unknown>)[key];
  }
  return inner;
}
