import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Attempts, countAttempts, ENOUGH_TRIES } from './attempts.ts';
import { candidatesFor } from './candidates/index.ts';
import type { RepairContext } from './context.ts';
import type { Deadline } from './deadline.ts';
import { bestUndelivered, deliverPatch } from './deliver.ts';
import { type Baseline, baselineOf, type FileChange } from './evaluate.ts';
import { localise } from './localise/index.ts';
import { recentScores } from './localise/recent.ts';
import { keyOf, type Memory, openMemory } from './memory.ts';
import type { Candidate, TestRunner } from './model/model.ts';
import { digestOf, readTree, type SourceTree, treeWith } from './model/project.ts';
import { previousPatchesFirst, singlesThenPairs } from './pairs.ts';
import { parseTree } from './parse-tree.ts';
import { applyHunks } from './patch.ts';
import { patience } from './patience.ts';
import { combineChanges, revise, undoLastDelivery } from './revise.ts';
import { makeScratch, type Scratch } from './scratch.ts';
import { search } from './search.ts';
import { surveyTests, type TestSurvey } from './survey.ts';
import { closeAll, tryFailingAlone, warmUp } from './warm-up.ts';
import { weightsFrom } from './weights.ts';

export type RepairEnd =
  | { kind: 'delivered' }
  /** The time was up; `attempts` is null if it was before the search began. */
  | { kind: 'nothing'; attempts: Attempts | null }
  | { kind: 'blocked'; reason: string };

interface Repair {
  context: RepairContext;
  env: Readonly<Record<string, string>>;
  memory: Memory;
  /** A folder for scratch copies. */
  work: string;
  say(line: string): void;
}

/**
 * One iteration of the built-in agent: finds the code that the failing tests point to, tries small changes there in
 * scratch copies, and leaves the best one in the workspace. When the time is up, it ends with what it has found so far.
 */
export async function repair(
  context: RepairContext,
  env: Readonly<Record<string, string>>,
  say: (line: string) => void,
  deadline: Deadline,
): Promise<RepairEnd> {
  const memory = await openMemory(context.memory);
  const tree = await readTree(context.cwd, context.commands, context.protected);
  if (tree.sources.size === 0) {
    return blocked('there is no JavaScript, TypeScript or Python source that I may change');
  }
  const everything = memory.exhausted(keyOf(digestOf(tree)), context.commands);
  if (everything !== null) return blocked(everything);
  const work = join(context.memory, 'scratch');
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  try {
    return await begin({ context, env, memory, work, say }, tree, deadline);
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 2 }).catch(() => {});
  }
}

async function begin(at: Repair, tree: SourceTree, deadline: Deadline): Promise<RepairEnd> {
  const { context, memory, say } = at;
  const scratch = await makeScratch(context.root, context.cwd, join(at.work, '0'));
  const survey = await surveyTests(context, at.env, scratch, at.work, deadline.search);
  if (deadline.search.aborted) return nothing;
  if ('reason' in survey) return blocked(survey.reason);
  const { tests } = survey.outcome;
  const failing = tests.filter(({ status }) => status === 'failed').length;
  say(`${tests.length} tests (${survey.runner.name}), ${failing} failing`);
  if (failing > 0) return improve(at, tree, [], scratch, survey, deadline);

  const rollback = undoLastDelivery(memory, tree);
  if (!rollback) return blocked('all visible tests pass; I cannot search for what still fails');
  say('all visible tests pass but the task is not done: my last change was wrong');
  const revision = revise(memory, tree);
  if (revision) {
    await deliverPatch(revision.changes, revision.patch, tree, memory, context, revision);
    say(`kept ${revision.patch.operator}: ${revision.patch.label} instead of ${revision.instead.label}`);
    return delivered;
  }
  for (const { path, after } of rollback) await writeFile(join(scratch.cwd, path), after);
  const outcome = await survey.runner.survey(scratch.cwd, context.budgetMs, deadline.search);
  return improve(at, treeWith(tree, rollback), rollback, scratch, { ...survey, outcome }, deadline);
}

/** `back` is what the workspace still contains but the tree does not. */
async function improve(
  at: Repair,
  tree: SourceTree,
  rollback: readonly FileChange[],
  scratch: Scratch,
  { runner, outcome }: TestSurvey,
  deadline: Deadline,
): Promise<RepairEnd> {
  const { context, memory, say } = at;
  const baseline = await tryFailingAlone(
    scratch,
    runner,
    baselineOf(outcome.tests, outcome.durationMs),
    deadline.search,
  );
  const base = keyOf(digestOf(tree));
  const previousBest = bestUndelivered(memory, base);
  if (previousBest && previousBest.fixed === baseline.failing.size) return deliverBest(at, tree, rollback, base, null);

  const parsed = await parseTree(tree);
  const localisation = localise(outcome.tests, parsed.sources, parsed.tests, await recentScores(context.cwd));
  for (const { path, line, score, why } of localisation.suspects.slice(0, 5)) {
    say(`suspect ${path}:${line} ${score.toFixed(2)}: ${why.join(', ')}`);
  }
  const candidates = candidatesFor([...parsed.sources.values()], localisation, weightsFrom(memory));
  say(`${candidates.length} candidates, ${memory.triedCount()} programs tried before`);
  if (candidates.length === 0) return blocked('the failing tests do not point to any code that I can change');

  const scratches = [scratch];
  for (let n = 1; n < context.workers && !deadline.search.aborted; n++) {
    const further = await makeScratch(context.root, context.cwd, join(at.work, String(n)));
    for (const { path, after } of rollback) await writeFile(join(further.cwd, path), after);
    scratches.push(further);
  }
  const attempts = await tryAll(at, { tree, baseline, runner, scratches }, candidates, deadline);
  return deliverBest(at, tree, rollback, base, attempts);
}

async function tryAll(
  { context, memory, say, work }: Repair,
  bench: { tree: SourceTree; baseline: Baseline; runner: TestRunner; scratches: readonly Scratch[] },
  candidates: readonly Candidate[],
  deadline: Deadline,
): Promise<Attempts> {
  const { baseline, runner, scratches } = bench;
  const failing = baseline.failing.size;
  const changedFailure = new Set<Candidate>();
  const enough = patience(failing, Date.now);
  const attempts = countAttempts(memory, candidates.length);
  const close = () => closeAll(scratches, runner);
  const closeUnlessHeld = () => {
    if (!deadline.isHeld()) close();
  };
  let unverified: string | null = null;
  deadline.search.addEventListener('abort', closeUnlessHeld, { once: true });
  deadline.verify.addEventListener('abort', close, { once: true });
  try {
    await warmUp(scratches, runner, baseline, work, deadline.search);
    const began = performance.now();
    const sayOutlook = (tried: number) => {
      const now = performance.now();
      const outlook = attempts.outlook(tried, now - began, context.budgetMs - now);
      if (outlook !== null) say(outlook);
    };
    const { exhausted } = await search(
      {
        ...bench,
        memory,
        candidates: previousPatchesFirst(
          memory,
          bench.tree,
          singlesThenPairs(attempts.drawnFrom(candidates), candidates, changedFailure),
        ),
        onTried({ tried, candidate, failureChanged }) {
          enough.countAttempt();
          attempts.count(candidate);
          if (tried === ENOUGH_TRIES) sayOutlook(tried);
          if (failureChanged && candidate.length === 1) changedFailure.add(candidate[0]!);
          if (tried % 100 === 0) say(`tried ${tried} so far`);
        },
        onHelped(fixed, patch) {
          enough.helped(fixed, patch.isGuess || patch.changesKind);
          say(`helps: ${patch.operator}: ${patch.label} (${fixed} of ${failing} failing tests pass)`);
        },
        onUnverified(fixed, patch) {
          unverified = `${patch.operator}: ${patch.label} makes ${fixed} of ${failing} failing tests pass, but there was no time to run the other tests`;
          say(`not verified: ${unverified}`);
        },
        isEnough: enough.isEnough,
      },
      deadline,
    );
    const summary = attempts.summary();
    say(`${summary}${exhausted ? ', all there are' : ''}`);
    return { exhausted, summary, left: attempts.left(), unverified };
  } finally {
    deadline.search.removeEventListener('abort', closeUnlessHeld);
    deadline.verify.removeEventListener('abort', close);
    close();
  }
}

async function deliverBest(
  { context, memory, say }: Repair,
  tree: SourceTree,
  rollback: readonly FileChange[],
  base: string,
  attempts: Attempts | null,
): Promise<RepairEnd> {
  const best = bestUndelivered(memory, base);
  const changes = best && applyHunks(tree.sources, best.patch.hunks);
  if (!best || !changes) {
    if (!attempts?.exhausted) return { kind: 'nothing', attempts };
    const reason = `I ${attempts.summary}: none fixes a failing test without breaking another, and nothing is left to try`;
    if (rollback.length === 0) memory.add({ type: 'exhausted', base, commands: context.commands, reason });
    return blocked(reason);
  }
  await deliverPatch(combineChanges(rollback, changes), best.patch, tree, memory, context);
  const guess = best.patch.isGuess ? ' Only the tests speak for its value.' : '';
  say(
    `kept ${best.patch.operator}: ${best.patch.label}; ${best.fixed} of ${best.failing} failing tests pass now, none broke. ${best.fixed === best.failing ? 'It passes the tests' : 'The others still fail'}; review it.${guess}`,
  );
  return delivered;
}

const delivered: RepairEnd = { kind: 'delivered' };
const nothing: RepairEnd = { kind: 'nothing', attempts: null };
const blocked = (reason: string): RepairEnd => ({ kind: 'blocked', reason });
