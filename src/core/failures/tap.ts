import type { Block } from './failure.ts';

const NOT_OK = /^(\s*)not ok \d+(?: -)? (.*?)(?: # time=.*)?$/;
const TODO = /# (?:TODO|SKIP)\b/i;

/** Failed points of TAP, nested ones too. A suite that fails only because of what is inside it is left out. */
export function tapBlocks(lines: readonly string[]): Block[] {
  const found: Block[] = [];
  let deepest = -1;
  lines.forEach((line, index) => {
    const point = NOT_OK.exec(line);
    if (!point || TODO.test(line)) return;
    const indent = point[1]?.length ?? 0;
    const name = point[2] ?? '';
    if (indent >= deepest)
      found.push({ start: index, end: endOf(lines, index), name: within(lines, index, indent, name) });
    deepest = indent;
  });
  return found;
}

/** tape names the test in a comment above its assertions; nested TAP in the one that opens the subtest. */
function within(lines: readonly string[], index: number, indent: number, name: string): string {
  const comment = /^(\s*)# (?:Subtest: )?(?!tests |pass |fail )(.+)$/;
  const above = lines.slice(Math.max(0, index - 60), index).findLast((line) => {
    const found = comment.exec(line);
    return found !== null && (found[1]?.length ?? 0) <= indent;
  });
  const test = above === undefined ? undefined : comment.exec(above)?.[2];
  return test === undefined || test === name ? name : `${test} › ${name}`;
}

/** The YAML that follows a point, up to its `...`. */
function endOf(lines: readonly string[], start: number): number {
  if (!/^\s*---$/.test(lines[start + 1] ?? '')) return start + 1;
  let end = start + 2;
  while (end < lines.length && !/^\s*\.\.\.$/.test(lines[end] ?? '')) end++;
  return end;
}
