/** `packages/web test: …` (pnpm -r), `web:test: …` (turbo), `[unit] …` (concurrently); Maven's `[INFO]` is not a stream. */
const PREFIXES = [
  /^([\w@./-]+ (?:test|e2e|check|spec)[\w:.-]*): ?(.*)$/,
  /^((?:@[\w.-]+\/)?[\w.-]+:(?:test|e2e|check|spec)[\w:.-]*): ?(.*)$/,
  /^\[(?!INFO\]|ERROR\]|WARNING\]|DEBUG\])([\w:.-]{1,40})\] ?(.*)$/,
];

/**
 * Separates the outputs that a monorepo's task runner interleaved, and removes their prefixes. Lines without a prefix, and
 * prefixes that occur only once, stay together in the first stream.
 */
export function streamsOf(text: string): string[] {
  const lines = text.split('\n').map((line) => ({ line, ...prefixOf(line) }));
  const uses = new Map<string, number>();
  for (const { prefix } of lines) if (prefix) uses.set(prefix, (uses.get(prefix) ?? 0) + 1);

  const streams = new Map<string, string[]>([['', []]]);
  for (const { line, prefix, rest } of lines) {
    const own = prefix && (uses.get(prefix) ?? 0) > 1 ? prefix : '';
    const stream = streams.get(own) ?? [];
    stream.push(own ? rest : line);
    streams.set(own, stream);
  }
  return [...streams.values()].map((stream) => stream.join('\n'));
}

function prefixOf(line: string): { prefix: string; rest: string } {
  for (const pattern of PREFIXES) {
    const match = pattern.exec(line);
    if (match) return { prefix: match[1] ?? '', rest: match[2] ?? '' };
  }
  return { prefix: '', rest: '' };
}
