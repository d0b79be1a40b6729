import type { Memory } from './memory.ts';
import type { Candidate } from './model/model.ts';
import type { SourceTree } from './model/project.ts';
import type { Hunk, Patch } from './patch.ts';
import { isSamePatch } from './rank.ts';

const MAX_FIRST = 12;
const MAX_SECOND = 60;

/** All single changes, then pairs: first those of which one alone already changed the failure. */
export function* singlesThenPairs(
  singles: Iterable<Candidate>,
  candidates: readonly Candidate[],
  changedFailure: ReadonlySet<Candidate>,
): Iterable<readonly Candidate[]> {
  for (const candidate of singles) yield [candidate];
  const firsts = [...changedFailure].sort((a, b) => b.priority - a.priority).slice(0, MAX_FIRST);
  const seconds = [...new Set([...firsts, ...candidates.slice(0, MAX_SECOND)])];
  for (const first of firsts) {
    for (const second of seconds) {
      if (second !== first && !touches(first, second)) yield [first, second];
    }
  }
}

/** Two changes at the same place count as one. */
function touches(a: Candidate, b: Candidate): boolean {
  return (
    a.path === b.path &&
    a.edits.some((one) => b.edits.some((other) => one.start <= other.end && other.start <= one.end))
  );
}

/** Patches that helped an earlier program and were not delivered may help this one: they may fix another of several failures. */
export function* previousPatchesFirst(
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
      ...(patch.isGuess && { isGuess: true }),
      ...(patch.changesKind && { changesKind: true }),
    },
  ];
}
