import type { Block } from './failure.ts';

const FAILED = /^\s*--- FAIL: (\S+)/;
const SPEAKER = /^=== (?:RUN|CONT|NAME)\s+(\S+)/;
const OTHER = /^\s*(?:--- |=== |FAIL\b|ok\b|PASS\b|exit status|coverage:|\?)/;

/** Go prints a test's output below its verdict; with `-v`, before it, below the line that names the test. */
export function goBlocks(lines: readonly string[]): Block[] {
  const outputBlocks = new Map<string, Block>();
  const found: Block[] = [];
  lines.forEach((line, index) => {
    const speaker = SPEAKER.exec(line)?.[1];
    const failed = FAILED.exec(line)?.[1];
    if (speaker === undefined && failed === undefined) return;
    let end = index + 1;
    while (end < lines.length && !OTHER.test(lines[end] ?? '')) end++;
    const spoke = end - index > 1;
    if (speaker !== undefined && spoke) outputBlocks.set(speaker, { start: index, end, name: speaker });
    if (failed !== undefined)
      found.push((spoke ? null : outputBlocks.get(failed)) ?? { start: index, end, name: failed });
  });
  // A test that failed only because of its subtests has no output of its own.
  return found.filter(
    ({ name, start, end }) => end - start > 1 || !found.some((other) => other.name.startsWith(`${name}/`)),
  );
}
