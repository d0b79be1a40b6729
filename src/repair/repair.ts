import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languageOf } from '../guard/languages/index.ts';
import { parse } from '../guard/parse.ts';
import type { SyntaxNode } from '../guard/tree.ts';
import { candidatesFor } from './candidates/index.ts';
import type { RepairContext } from './context.ts';
import { baselineOf } from './evaluate.ts';
import { type Localisation, localise } from './localise/index.ts';
import { recentScores } from './localise/recent.ts';
import { keyOf, type Memory, openMemory } from './memory.ts';
import type { TestOutcome, TestRunner } from './model.ts';
import { applyHunks } from './patch.ts';
import { digestAfter, digestOf, readTree, type SourceTree } from './project.ts';
import { bestOf, isSamePatch } from './rank.ts';
import { chooseRunner } from './runners/index.ts';
import { makeScratch, type Scratch } from './scratch.ts';
import { search } from './search.ts';
import { hasError, type Parsed, parseSource } from './syntax.ts';

export type RepairEnd = { kind: 'delivered' | 'nothing' } | { kind: 'blocked'; reason: string };

/**
 * One iteration of the built-in agent: finds where the failing tests point to, tries small changes there in scratch copies,
 * and leaves the best one in the workspace. Ends at its budget, whatever it found by then.
 */
export async function repair(
  context: RepairContext,
  env: Readonly<Record<string, string>>,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<RepairEnd> {
  const memory = await openMemory(context.memory);
  const tree = await readTree(context.cwd, context.commands, context.protected);
  if (tree.sources.size === 0)
    return blocked('there is no JavaScript, TypeScript or Python source here that I may change');
  const work = join(context.memory, 'scratch');
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  try {
    const first = await makeScratch(context.root, context.cwd, join(work, '0'));
    const survey = await surveyTests(context, env, first, work, signal);
    if ('reason' in survey) return signal.aborted ? { kind: 'nothing' } : blocked(survey.reason);
    return await improve({ context, memory, tree, first, work, ...survey }, say, signal);
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 2 }).catch(() => {});
  }
}

async function improve(
  at: {
    context: RepairContext;
    memory: Memory;
    tree: SourceTree;
    first: Scratch;
    work: string;
    runner: TestRunner;
    outcome: TestOutcome;
  },
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<RepairEnd> {
  const { context, memory, tree, outcome, runner } = at;
  const baseline = baselineOf(outcome.tests, outcome.durationMs);
  say(`${outcome.tests.length} tests (${runner.name}), ${baseline.failing.size} failing`);
  if (baseline.failing.size === 0) {
    return blocked('every test that I can see passes; what still fails is nothing that I can search for');
  }
  const parsed = await parseAll(tree);
  const localisation = localise(outcome.tests, parsed.sources, parsed.tests, await recentScores(context.cwd));
  tellSuspects(localisation, say);
  const candidates = candidatesFor([...parsed.sources.values()], localisation, () => 1);
  say(`${candidates.length} candidates, ${memory.triedCount()} programs tried before`);
  if (candidates.length === 0) return blocked('the failing tests do not lead to any code that I know how to change');

  const scratches = [at.first];
  for (let n = 1; n < context.workers; n++)
    scratches.push(await makeScratch(context.root, context.cwd, join(at.work, String(n))));
  const base = keyOf(digestOf(tree));
  let found = 0;
  const { tried, exhausted } = await search(
    {
      candidates: candidates.map((candidate) => [candidate]),
      tree,
      baseline,
      runner,
      scratches,
      memory,
      onTried: ({ tried }) => {
        if (tried % 25 === 0) say(`tried ${tried}`);
      },
      onHelped: (fixed, patch) => {
        if (fixed === baseline.failing.size) found += 1;
        say(`helps: ${patch.operator}: ${patch.label} (${fixed} of ${baseline.failing.size} failing tests pass)`);
      },
      isEnough: () => found > 0,
    },
    signal,
  );
  say(`tried ${tried} candidates${exhausted ? ', all there are' : ''}`);
  return deliver(context, memory, tree, base, say, exhausted);
}

async function deliver(
  context: RepairContext,
  memory: Memory,
  tree: SourceTree,
  base: string,
  say: (line: string) => void,
  exhausted: boolean,
): Promise<RepairEnd> {
  const delivered = memory.delivered();
  const open = memory
    .helped()
    .filter(
      (one) =>
        one.base === base && !delivered.some((other) => other.base === base && isSamePatch(other.patch, one.patch)),
    );
  const best = bestOf(open);
  const changes = best && applyHunks(tree.sources, best.patch.hunks);
  if (!best || !changes) {
    return exhausted
      ? blocked('none of the changes that I know makes a failing test pass without breaking another')
      : { kind: 'nothing' };
  }
  for (const { path, before, after } of changes) {
    const file = join(context.cwd, path);
    if ((await readFile(file, 'utf8')) !== before) throw new Error(`${path} was changed by someone else meanwhile`);
    await writeFile(file, after);
  }
  const program = keyOf(digestAfter(digestOf(tree), changes));
  memory.add({ type: 'delivered', base, program, patch: best.patch, iteration: context.iteration });
  say(
    `kept ${best.patch.operator}: ${best.patch.label}; ${best.fixed} of ${best.failing} failing tests pass now, none broke`,
  );
  return { kind: 'delivered' };
}

async function surveyTests(
  context: RepairContext,
  env: Readonly<Record<string, string>>,
  scratch: Scratch,
  work: string,
  signal: AbortSignal,
): Promise<{ runner: TestRunner; outcome: TestOutcome } | { reason: string }> {
  const reasons: string[] = [];
  for (const command of context.commands) {
    const timeoutMs = context.budgetMs;
    const chosen = await chooseRunner({ command, folder: scratch.cwd, probes: work, env, timeoutMs }, signal);
    if ('reason' in chosen) {
      reasons.push(`${command}: ${chosen.reason}`);
      continue;
    }
    const outcome = await chosen.runner.survey(scratch.cwd, timeoutMs, signal);
    return { runner: chosen.runner, outcome };
  }
  return { reason: `I cannot tell the tests apart by name (${reasons.join('; ') || 'there is no command to run'})` };
}

async function parseAll({
  sources,
  tests,
}: SourceTree): Promise<{ sources: Map<string, Parsed>; tests: Map<string, SyntaxNode> }> {
  const parsed = new Map<string, Parsed>();
  const roots = new Map<string, SyntaxNode>();
  for (const [path, text] of sources) {
    const file = await parseSource(path, text);
    if (file && !hasError(file.root)) parsed.set(path, file);
  }
  for (const [path, text] of tests) {
    const grammar = languageOf(path)?.grammar;
    if (grammar) roots.set(path, await parse(grammar, text));
  }
  return { sources: parsed, tests: roots };
}

function tellSuspects({ suspects }: Localisation, say: (line: string) => void): void {
  for (const { path, line, score, why } of suspects.slice(0, 5))
    say(`suspect ${path}:${line} ${score.toFixed(2)}: ${why.join(', ')}`);
}

const blocked = (reason: string): RepairEnd => ({ kind: 'blocked', reason });
