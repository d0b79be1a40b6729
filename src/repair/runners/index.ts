import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TRIAL_SHARE, TRIAL_SHARE_BY_FILES } from '../../core/agents/repair-fit.ts';
import { narrowCommand } from '../../project/narrow-command.ts';
import type { TestOutcome, TestRunner } from '../model/model.ts';
import { listFiles } from '../model/project.ts';
import { checkNarrow, commandRunner, measureCommand, type Narrow, type Narrowing, outcomeOf } from './command.ts';
import { nodeTestRunner } from './node-test.ts';
import { pythonRunner } from './python.ts';

export interface ChosenRunner {
  runner: TestRunner;
  /** The command timed out. */
  timedOut: boolean;
  /** The result of the command's own run. */
  reason: string;
}

export interface RunnerRequest {
  command: string;
  /** The folder of a scratch copy, and one next to it for reports. */
  folder: string;
  probes: string;
  env: Readonly<Record<string, string>>;
  timeoutMs: number;
}

/** The files that `node --test` runs without arguments. */
const NODE_TEST = /(?:^|\/)(?:test\/.*|test|test-[^/]*|[^/]*[._-]test)\.[cm]?js$/;

/**
 * Runs the command once and finds the fastest way to run its tests again: a special driver if the test framework is
 * supported, otherwise the command itself. Null with a reason if tests cannot be identified by name.
 */
export async function chooseRunner(
  request: RunnerRequest,
  signal: AbortSignal,
): Promise<ChosenRunner | { runner: null; timedOut: boolean; reason: string }> {
  const startedAt = performance.now();
  const measured = await measureCommand(request, signal);
  const durationMs = performance.now() - startedAt;
  const own = measured.run;
  const timedOut = measured.outcome === 'timeout';
  if (timedOut || !own?.tests || own.tests.length === 0) {
    const runner = await runnerByName(request);
    return { runner, timedOut, reason: measured.reason };
  }
  const { reason } = measured;
  const files = [...new Set(own.tests.flatMap(({ file }) => (file === null ? [] : [file])))];
  const haveFiles = own.tests.every(({ file }) => file !== null);
  const { command, env } = request;
  if (own.runner === 'node:test' && haveFiles) {
    const flags = await nodeFlags(request);
    if (flags) return { runner: nodeTestRunner({ files, flags, env }), timedOut: timedOut, reason };
  }
  if (own.runner === 'pytest' || (own.runner === 'unittest' && /-m\s+unittest\b/.test(command))) {
    return { runner: pythonRunner({ name: own.runner, command, env }), timedOut: timedOut, reason };
  }
  const outcome = outcomeOf(measured, request.folder, durationMs);
  const narrow = await narrowingOf(request, outcome, files, signal);
  const first = { folder: request.folder, outcome };
  return { runner: commandRunner({ ...request, name: own.runner, first, narrow }), timedOut, reason };
}

/** How to ask for some test files; null if that is not possible, or fails to give what the whole run gave. */
async function narrowingOf(
  request: RunnerRequest,
  whole: TestOutcome,
  files: readonly string[],
  signal: AbortSignal,
): Promise<Narrowing | null> {
  const failing = [...new Set(whole.tests.flatMap((test) => (test.status === 'failed' ? (test.file ?? []) : [])))];
  if (failing.length === 0 || files.length < 2 || whole.tests.some(({ file }) => file === null)) return null;
  const script = await plainScript(request);
  const narrow: Narrow = (some, stops) => narrowCommand(request.command, script, some, files, { stops });
  return checkNarrow(whole, failing, narrow, request, signal);
}

/** Without a terminal, `vitest` is `vitest run`. */
async function plainScript({ command, folder }: Pick<RunnerRequest, 'command' | 'folder'>): Promise<string | null> {
  const body = await scriptBody(command, folder);
  return body?.replace(/^vitest(?= -|$)(?!.* (?:--watch|-w|--ui)\b)/, 'vitest run') ?? null;
}

/** How long the first run may take: a command whose runner can be asked for single files is slow only once. */
export async function trialShare({ command, folder }: Pick<RunnerRequest, 'command' | 'folder'>): Promise<number> {
  const asked = narrowCommand(command, await plainScript({ command, folder }), ['a'], []);
  return asked === null ? TRIAL_SHARE : TRIAL_SHARE_BY_FILES;
}

/** For tests that hang or cannot be loaded: guesses the framework from the command alone. */
async function runnerByName(request: RunnerRequest): Promise<TestRunner | null> {
  const { command, env, folder } = request;
  const name = /\bpytest\b/.test(command) ? 'pytest' : /-m\s+unittest\b/.test(command) ? 'unittest' : null;
  if (name) return pythonRunner({ name, command, env });
  const flags = await nodeFlags(request);
  const body = (await scriptBody(command, folder)) ?? command;
  const files = flags && /\s--test\b/.test(body) ? await nodeTestFiles(folder, body) : [];
  return flags && files.length > 0 ? nodeTestRunner({ files, flags, env }) : null;
}

/** The files that `node --test` runs: those named, or those its defaults find. */
async function nodeTestFiles(folder: string, body: string): Promise<string[]> {
  const all = await listFiles(folder);
  const named = body.split(/\s+/).filter((word) => all.includes(word.replace(/^\.\//, '')));
  if (named.length > 0) return named.map((word) => word.replace(/^\.\//, ''));
  return all.filter((path) => NODE_TEST.test(path));
}

/** The arguments that the project's script passes to node besides `--test`; null if the command is more than one plain call of node. */
async function nodeFlags({ command, folder }: RunnerRequest): Promise<string[] | null> {
  const body = (await scriptBody(command, folder)) ?? command;
  const words = body.trim().split(/\s+/);
  if (words[0] !== 'node' || /[;&|<>$`'"]/.test(body.replace(/(['"])[\w./*{},@-]*\1/g, ''))) return null;
  const flags: string[] = [];
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) break;
    if (/^--test(-|$)/.test(word) || /^--experimental-test-coverage/.test(word)) {
      if (/^--test-(reporter|reporter-destination|name-pattern|timeout|concurrency)$/.test(word)) at++;
    } else {
      flags.push(word);
      if (/^(--import|--require|-r|--loader|--experimental-loader|--conditions|-C|--env-file)$/.test(word))
        flags.push(words[++at] ?? '');
    }
  }
  return flags;
}

async function scriptBody(command: string, folder: string): Promise<string | null> {
  const name = /^(?:npm|pnpm|yarn|bun)\s+(?:(?:run|run-script)\s+)?(test\S*|t)$/.exec(command.trim())?.[1];
  if (!name) return null;
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
  try {
    const { scripts } = JSON.parse(text) as { scripts?: Record<string, string> };
    return scripts?.[name === 't' ? 'test' : name] ?? null;
  } catch {
    return null;
  }
}
