import type { Block } from './failure.ts';

const FAILED = /^(\s*)--- FAIL: (\S+)/;
const OTHER = /^\s*(?:--- |=== |FAIL\b|ok\b|PASS\b|exit status|coverage:|\?)/;

/** Go prints what a test said beneath its verdict, or above it with `-v`. */
export function goBlocks(lines: readonly string[]): Block[] {
  const found: Block[] = [];
  lines.forEach((line, index) => {
    const name = FAILED.exec(line)?.[2];
    if (name === undefined) return;
    let start = index;
    while (start > 0 && !OTHER.test(lines[start - 1] ?? '') && /^\s+\S/.test(lines[start - 1] ?? '')) start--;
    let end = index + 1;
    while (end < lines.length && !OTHER.test(lines[end] ?? '')) end++;
    found.push({ start, end, name });
  });
  // A test that failed only because of its subtests says nothing of its own.
  return found.filter(
    ({ name, start, end }) => end - start > 1 || !found.some((other) => other.name.startsWith(`${name}/`)),
  );
}
