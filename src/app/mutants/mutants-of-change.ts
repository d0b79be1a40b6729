import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createChecker } from '../../checks/criteria/checker.ts';
import { testNarrowing } from '../../checks/narrowing/narrow-tests.ts';
import { filesOnDisk } from '../../checks/safeguards/project-files.ts';
import { type Criterion, commandOf } from '../../core/criteria/criterion.ts';
import { NO_MUTANTS, type Survivor } from '../../core/metrics/mutants.ts';
import type { Settings } from '../../core/state/settings.ts';
import type { MutantsTested } from '../../core/verification/mutants-text.ts';
import { quickSettings, testRunOf, withCommand } from '../../loop/experiment.ts';
import { tryMutants } from '../../loop/mutants/try-mutants.ts';
import { listed, UNLOADED } from '../../loop/test-mutants.ts';
import type { NarrowedTests, OverlayFile } from '../../ports/index.ts';
import { supervise } from '../../process/supervise.ts';
import { redactor } from '../../redact/redact.ts';
import { filesIn } from '../files-in.ts';
import { redactedChecker } from '../redacted-ports.ts';
import { changedTexts } from './changed-files.ts';
import { copyTree } from './scratch-tree.ts';

export interface ChangeToTest {
  workspace: { root: string; cwd: string };
  /** A commit or a tree, and a later commit; null: the working tree. */
  before: string;
  after: string | null;
  settings: Settings;
  /** Those with commands run. */
  criteria: readonly Criterion[];
  /** A folder for the copy and for outputs. */
  scratch: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

export interface MutantsOfChange extends MutantsTested {
  survivors: Survivor[];
}

/** Tests mutants of a change in a copy of the tree. Rejects with the signal's reason, and if the copy cannot be made. */
export async function mutantsOfChange(change: ChangeToTest): Promise<MutantsOfChange> {
  const { workspace, before, after, settings, scratch, signal } = change;
  const began = Date.now();
  const folder = join(scratch, 'mutants');
  const unknown = (problem: string, unsupported: MutantsTested['unsupported'] = []): MutantsOfChange => ({
    counts: NO_MUTANTS,
    survivors: [],
    unsupported,
    problem,
    durationMs: Date.now() - began,
    testRunMs: null,
  });
  const criteria = change.criteria.filter((one) => 'command' in one);
  const counting = settings.metrics.tests?.command;
  const commands = [...criteria.flatMap((one) => commandOf(one) ?? []), ...(counting ? [counting] : [])];
  if (commands.length === 0) return unknown('no test command was found; pass one with --until');
  await copyTree(workspace.root, after, folder);
  const { mutate } = await import('../../evidence/index.ts');
  const found = await mutate(await changedTexts(folder, before), settings.evidence.maxMutants);
  if (found.mutants.length === 0) return unknown('no changed line can be mutated', listed(found));
  signal.throwIfAborted();
  const cwd = join(folder, relative(workspace.root, workspace.cwd));
  const tried = await tryMutants({
    mutants: found.mutants,
    run: testRunner({ ...change, criteria }, { root: folder, cwd }),
    narrow: narrowing(folder, commands, relative(workspace.root, workspace.cwd)).reaching,
    whole: null,
    maxMs: settings.evidence.maxMinutes * 60_000,
    now: Date.now,
  });
  const problem = tried.problem ?? (tried.isUnloaded ? UNLOADED : null);
  if (problem !== null) return unknown(problem, listed(found));
  const redact = redactor(change.env);
  return {
    counts: { ...tried.counts, possible: found.possible },
    survivors: tried.survivors.map((one) => ({ ...one, before: redact(one.before), after: redact(one.after) })),
    unsupported: listed(found),
    durationMs: Date.now() - began,
    testRunMs: tried.testRunMs,
  };
}

/** Runs the criteria in the copy, with these files in place of its own while they run. */
function testRunner({ settings, criteria, scratch, env, signal }: ChangeToTest, place: { root: string; cwd: string }) {
  const checker = redactedChecker(createChecker({ supervise, env, loop: 'mutants' }), redactor(env));
  return async (files: readonly OverlayFile[], tests: NarrowedTests | null, timeoutMs: number | null) => {
    signal.throwIfAborted();
    const run = randomBytes(8).toString('hex');
    const outputs = join(scratch, run);
    await mkdir(outputs);
    const originals = await Promise.all(files.map(({ path }) => readFile(join(place.root, path))));
    try {
      for (const { path, content } of files) await writeFile(join(place.root, path), content ?? '');
      const result = await checker.verify(
        {
          ...place,
          run,
          settings: quickSettings(settings, { tests, timeoutMs }),
          criteria: criteria.map((one) => withCommand(one, tests)),
          outputPath: (name) => ({ absolute: join(outputs, `${name}.log`), relative: `${name}.log` }),
          probeFolder: (name) => join(outputs, `probe-${name}`),
          measured: settings.metrics.tests !== undefined,
        },
        signal,
      );
      return testRunOf(result);
    } finally {
      for (const [index, { path }] of files.entries())
        await writeFile(join(place.root, path), originals[index] as Buffer);
      await rm(outputs, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
    }
  };
}

function narrowing(folder: string, commands: readonly string[], cwd: string) {
  const texts = async (paths: readonly string[]) =>
    new Map(
      await Promise.all(
        paths.map(async (path) => [path, await readFile(join(folder, path), 'utf8').catch(() => '')] as const),
      ),
    );
  return testNarrowing({ paths: () => filesIn(folder), texts, files: filesOnDisk(folder) }, commands, cwd);
}
