import type { Deadline } from './deadline.ts';
import { type Baseline, evaluate, type FileChange } from './evaluate.ts';
import { keyOf, type Memory } from './memory.ts';
import type { Candidate, TestRunner } from './model/model.ts';
import { digestAfter, digestOf, type SourceTree } from './model/project.ts';
import { hasError, parseSource } from './model/syntax.ts';
import { guardObjection } from './objection.ts';
import { applyEdits, hunkOf, type Patch } from './patch.ts';
import { costOf } from './rank.ts';
import type { Scratch } from './scratch.ts';

export interface SearchRequest {
  /** Generated lazily, in the order in which they are tried. Several at once make a two-point patch. */
  candidates: Iterable<readonly Candidate[]>;
  tree: SourceTree;
  baseline: Baseline;
  runner: TestRunner;
  scratches: readonly Scratch[];
  memory: Memory;
  /** Called after each try. */
  onTried(progress: { tried: number; candidate: readonly Candidate[]; failureChanged: boolean }): void;
  onHelped(fixed: number, patch: Patch): void;
  /** The time was up before it was known if other tests break. It is not remembered as tried. */
  onUnverified(fixed: number, patch: Patch): void;
  /** True if the best result is good enough to stop. */
  isEnough(): boolean;
}

/** Tries candidates in all scratch copies in parallel until there are none left, enough was found, or the signal fires. */
export async function search(
  request: SearchRequest,
  deadline: Deadline,
): Promise<{ tried: number; exhausted: boolean }> {
  const { memory, tree, baseline } = request;
  const signal = deadline.search;
  const base = digestOf(tree);
  const pending = request.candidates[Symbol.iterator]();
  const claimed = new Set<string>();
  let [tried, exhausted, bestFixed] = [0, false, 0];

  const next = async (): Promise<{
    candidate: readonly Candidate[];
    changes: FileChange[];
    program: string;
  } | null> => {
    while (!signal.aborted) {
      const { value: candidate, done } = pending.next();
      if (done) {
        exhausted = true;
        return null;
      }
      const changes = changesOf(candidate, tree);
      const program = keyOf(digestAfter(base, changes));
      if (claimed.has(program) || changes.length === 0 || memory.wasTried(BigInt(`0x${program}`))) continue;
      claimed.add(program);
      if (await isBroken(changes)) continue;
      return { candidate, changes, program };
    }
    return null;
  };

  const work = async (scratch: Scratch): Promise<void> => {
    while (!signal.aborted && !request.isEnough()) {
      const one = await next();
      if (!one) return;
      const result = await evaluate(one.changes, bestFixed, scratch, request.runner, baseline, deadline);
      if (result.verdict === 'cancelled') {
        if (result.fixed) request.onUnverified(result.fixed, patchOf(one.candidate, one.changes));
        return;
      }
      if (result.verdict === 'gone') continue;
      tried += 1;
      if (result.verdict === 'helped') {
        const patch = patchOf(one.candidate, one.changes);
        const why = await guardObjection(one.changes, tree);
        if (why === null) {
          deadline.hold();
          memory.add({ type: 'helped', base: keyOf(base), patch, fixed: result.fixed, failing: baseline.failing.size });
          bestFixed = Math.max(bestFixed, result.fixed);
          request.onHelped(result.fixed, patch);
        } else memory.add({ type: 'refused', base: keyOf(base), patch, why });
      }
      const places = one.candidate.map(({ path, line }) => `${path}:${line}`);
      memory.add({ type: 'tried', program: one.program, places });
      request.onTried({
        tried,
        candidate: one.candidate,
        failureChanged: result.verdict === 'useless' && result.failureChanged,
      });
    }
  };
  // What does not end when it is asked to must not cost what was found.
  await Promise.race([Promise.all(request.scratches.map(work)), aborted(deadline.verify)]);
  return { tried, exhausted: exhausted && !signal.aborted };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

export function changesOf(candidates: readonly Candidate[], { sources }: SourceTree): FileChange[] {
  const edits = new Map<string, Candidate['edits']>();
  for (const { path, edits: own } of candidates) edits.set(path, [...(edits.get(path) ?? []), ...own]);
  return [...edits].flatMap(([path, all]) => {
    const before = sources.get(path);
    const ordered = [...all].sort((a, b) => a.start - b.start);
    const overlap = ordered.some((edit, i) => i > 0 && edit.start < ordered[i - 1]!.end);
    if (before === undefined || overlap) return [];
    const after = applyEdits(before, all);
    return after === before ? [] : [{ path, before, after }];
  });
}

/** Changes that do not parse need not run. */
async function isBroken(changes: readonly FileChange[]): Promise<boolean> {
  for (const { path, after } of changes) {
    const parsed = await parseSource(path, after);
    if (!parsed || hasError(parsed.root)) return true;
  }
  return false;
}

function patchOf(candidates: readonly Candidate[], changes: readonly FileChange[]): Patch {
  const [first] = candidates;
  return {
    hunks: changes.map(({ path, before, after }) => hunkOf(path, before, after)),
    operator: candidates.map(({ operator }) => operator).join(' + '),
    label: candidates.map(({ path, line, label }) => `${path}:${line} ${label}`).join(' and '),
    line: first?.line ?? 0,
    cost: changes.reduce((sum, { before, after }) => sum + costOf(before, after), 0),
    priority: Math.min(...candidates.map(({ priority }) => priority)),
    ...(candidates.some(({ isGuess }) => isGuess) && { isGuess: true }),
    ...(candidates.some(({ changesKind }) => changesKind) && { changesKind: true }),
  };
}
