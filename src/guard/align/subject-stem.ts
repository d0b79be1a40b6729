const stems = new Map<string, string>();

/** What a file is about, by its name: `cart` for `cart.ts`, `cart.test.ts`, `test_cart.py` and `CartTest.java`. */
export function subjectStem(path: string): string {
  const found =
    stems.get(path) ??
    path
      .split('/')
      .at(-1)!
      .replace(/\.\w+$/, '')
      .replace(/^test[_-]|([._-](test|spec)s?|Tests?|IT|Spec)$/gi, '')
      .toLowerCase();
  if (stems.size > 50_000) stems.clear();
  stems.set(path, found);
  return found;
}
