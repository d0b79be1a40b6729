/** Names of files in the texts of code. */
export interface NamedFiles {
  names(path: string): boolean;
}

/**
 * Whether these texts name a file: by its path or its end, by a pattern of them (`../expected/${name}.txt`), or by its folder. A
 * single word counts as a folder only in code that reads files.
 */
export function filesNamedIn(texts: readonly string[]): NamedFiles {
  const patterns = new Set<string>();
  const folders = new Set<string>();
  for (const text of texts) {
    const reads = READS.test(text);
    for (const [, , literal = ''] of text.matchAll(LITERAL)) {
      if (literal.length > 200 || /\s/.test(literal)) continue;
      const path = literal.replace(/\$?\{[^}]*\}|%[sdvqw]/g, '*').replace(/^(?:\.{0,2}\/)+/, '');
      if (path.replace(/[*./]/g, '').length < 2) continue;
      if (path.includes('.') && (reads || literal.includes('/'))) patterns.add(path);
      if (reads || literal.includes('/')) folders.add(path.replace(/\/$/, ''));
    }
  }
  const globs = [...patterns].filter((one) => one.includes('*')).map(asPattern);
  return {
    names(path) {
      const parts = path.split('/');
      const ends = parts.map((_, index) => parts.slice(index).join('/'));
      const outer = parts
        .slice(0, -1)
        .flatMap((_, from) =>
          parts.slice(from, -1).map((__, length) => parts.slice(from, from + length + 1).join('/')),
        );
      return (
        ends.some((one) => patterns.has(one)) ||
        globs.some((glob) => ends.some((one) => glob.test(one))) ||
        outer.some((one) => folders.has(one))
      );
    },
  };
}

const LITERAL = /(["'`])((?:\\.|(?!\1)[^\\\n])*)\1/g;
const READS =
  /\b(?:readFile\w*|readdir\w*|read_(?:text|bytes|to_string)|createReadStream|open|glob\w*|ReadFile|ReadDir|listdir|iterdir|include_(?:str|bytes)|Open|loadtxt|read_csv|Path)\b/;

/** A star stands for one part of a path. */
function asPattern(path: string): RegExp {
  const parts = path.split('*').map((one) => one.replace(/[\\^$+?.()|[\]{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}
