import type { Memory } from './memory.ts';
import type { Candidate } from './model.ts';
import type { Hunk, Patch } from './patch.ts';
import type { SourceTree } from './project.ts';
import { isSamePatch } from './rank.ts';

const MAX_FIRST = 12;
const MAX_SECOND = 60;

/**
 * Every single change, and when they are exhausted two at once: first those of which one alone already turned the failure
 * into another one.
 */
export function* singlesThenPairs(
  candidates: readonly Candidate[],
  moved: ReadonlySet<Candidate>,
): Iterable<readonly Candidate[]> {
  for (const candidate of candidates) yield [candidate];
  const firsts = [...moved].sort((a, b) => b.priority - a.priority).slice(0, MAX_FIRST);
  const seconds = [...new Set([...firsts, ...candidates.slice(0, MAX_SECOND)])];
  for (const first of firsts) {
    for (const second of seconds) {
      if (second !== first && !touches(first, second)) yield [first, second];
    }
  }
}

/** Two changes of the same place are one change. */
function touches(a: Candidate, b: Candidate): boolean {
  return (
    a.path === b.path &&
    a.edits.some((one) => b.edits.some((other) => one.start <= other.end && other.start <= one.end))
  );
}

/** What helped an earlier program and was not delivered may help this one: it mended another failure of several. */
export function* rememberedFirst(
  memory: Memory,
  tree: SourceTree,
  rest: Iterable<readonly Candidate[]>,
): Iterable<readonly Candidate[]> {
  const seen: Patch[] = memory.delivered().map(({ patch }) => patch);
  for (const { patch } of [...memory.helped()].sort((a, b) => a.patch.cost - b.patch.cost)) {
    if (seen.some((other) => isSamePatch(other, patch))) continue;
    seen.push(patch);
    const parts = patch.hunks.flatMap((hunk) => asCandidate(hunk, patch, tree));
    if (parts.length === patch.hunks.length) yield parts;
  }
  yield* rest;
}

function asCandidate({ path, before, after }: Hunk, patch: Patch, { sources }: SourceTree): Candidate[] {
  const text = sources.get(path) ?? '';
  const start = text.indexOf(before);
  if (start === -1 || text.indexOf(before, start + 1) !== -1) return [];
  const edits = [{ start, end: start + before.length, text: after }];
  return [
    {
      path,
      edits,
      operator: patch.operator,
      label: patch.label.replace(/^\S+:\d+ /, ''),
      line: patch.line,
      priority: patch.priority,
    },
  ];
}
