import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestRun } from '../../core/tests.ts';
import type { TestRunner } from '../model.ts';
import { commandRunner, measureCommand } from './command.ts';
import { nodeTestRunner } from './node-test.ts';
import { pythonRunner } from './python.ts';

export interface ChosenRunner {
  runner: TestRunner;
  /** What the project's own command reported, for comparison with what the runner sees. */
  own: TestRun;
}

export interface RunnerRequest {
  command: string;
  /** A scratch copy's folder, and one for reports beside it. */
  folder: string;
  probes: string;
  env: Readonly<Record<string, string>>;
  timeoutMs: number;
}

/**
 * Runs the command once and finds the fastest way to run its tests again: a driver of its own where the test framework is
 * known, the command itself otherwise. Null with the reason where no test could be told apart by name.
 */
export async function chooseRunner(
  request: RunnerRequest,
  signal: AbortSignal,
): Promise<ChosenRunner | { reason: string }> {
  const measured = await measureCommand(request, signal);
  const own = measured.run;
  if (!own?.tests || own.tests.length === 0) return { reason: measured.reason };
  const files = [...new Set(own.tests.flatMap(({ file }) => (file === null ? [] : [file])))];
  const haveFiles = own.tests.every(({ file }) => file !== null);
  const { command, env } = request;
  if (own.runner === 'node:test' && haveFiles) {
    const flags = await nodeFlags(request);
    if (flags) return { runner: nodeTestRunner({ files, flags, env }), own };
  }
  if (own.runner === 'pytest' || (own.runner === 'unittest' && /-m\s+unittest\b/.test(command))) {
    return { runner: pythonRunner({ name: own.runner, command, env }), own };
  }
  return { runner: commandRunner({ ...request, name: own.runner }), own };
}

/** What the project's script gives to node beside `--test`; null where the command is more than one plain call of node. */
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
