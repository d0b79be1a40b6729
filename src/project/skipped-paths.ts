/** Paths of third-party or generated code. `build` and `target` are not listed: they may be source, and git usually ignores build output. */
const PATHS =
  /(?:^|\/)(?:node_modules|bower_components|vendor|third[_-]party|\.venv|venv|site-packages|\.git|\.jumar|dist|__pycache__|\.next|\.nuxt|\.yarn|testdata\/golden)\//;
const NAMES =
  /(?:[.-]min\.(?:js|css)|\.bundle\.js|\.chunk\.js|\.pb\.go|_pb2(?:_grpc)?\.pyi?|\.pb\.(?:cc|h)|\.g\.(?:dart|cs)|[._-]generated\.\w+|\.gen\.\w+|_gen\.go|\.designer\.cs)$/i;
const MARKS =
  /\bCode generated .* DO NOT EDIT|@generated\b|\bauto-?generated\b.*\bdo not (?:edit|modify)|\bDO NOT EDIT\b.*\bgenerated\b/i;

const MAX_CHARS = 1_000_000;
const LONG_LINES = 300;

export function isForeignPath(path: string): boolean {
  const unix = path.replaceAll('\\', '/');
  return PATHS.test(unix) || NAMES.test(unix);
}

/** By content: a generator's mark at the top, very long lines, or sheer size. */
export function isGenerated(text: string): boolean {
  if (text.length > MAX_CHARS) return true;
  if (MARKS.test(text.slice(0, 1000))) return true;
  return text.length > 2000 && text.length / (count(text, '\n') + 1) > LONG_LINES;
}

function count(text: string, character: string): number {
  let occurrences = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) occurrences++;
  return occurrences;
}
