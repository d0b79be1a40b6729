import { execFile } from 'node:child_process';
import { chmod, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram, joinSearchPath } from '../../system/find-program.ts';
import { v8CoverageEnvironment } from '../coverage/v8-coverage.ts';
import type { ProbeContext, ProbePart } from './part.ts';

/**
 * `--require` for vitest, jest, mocha, ava and jasmine; and a `node` wrapper at the front of PATH, which adds a reporter to
 * runs of node:test and restores the probe if a script sets NODE_OPTIONS itself. Does nothing without Node, or with a
 * version that does not support reporters.
 */
export const node: ProbePart = async (context) => {
  const program = findProgram('node', context.env);
  const version = program ? await versionOf(program, context) : null;
  if (!program || version === null || version < 18) return {};

  const probe = `--require ${quoteOption(join(context.folder, 'node', 'probe.cjs'))}`;
  await writeShim(context, {
    PROBE: probe,
    REPORTER: join(context.folder, 'node', 'test-reporter.mjs'),
    HUMAN: version >= 23 ? 'spec' : 'tap',
    NODE: program,
  });
  const own = context.env.NODE_OPTIONS ?? '';
  return {
    NODE_OPTIONS: own === '' ? probe : `${own} ${probe}`,
    PATH: joinSearchPath(join(context.folder, 'bin'), context.env.PATH),
    ...(context.coverage && v8CoverageEnvironment(v8Folder(context), context.env)),
  };
};

/** Where node itself writes coverage. */
export function v8Folder({ folder }: Pick<ProbeContext, 'folder'>): string {
  return join(folder, 'v8');
}

async function writeShim({ folder }: ProbeContext, values: Record<string, string>): Promise<void> {
  const file = join(folder, 'bin', 'node');
  const text = await readFile(file, 'utf8');
  await writeFile(
    file,
    text.replace(/@([A-Z]+)@/g, (_, name: string) => (values[name] ?? '').replaceAll("'", "'\\''")),
  );
  await chmod(file, 0o755);
}

/** Runs the program in the project folder, because a version manager may select the version by folder. */
async function versionOf(program: string, { env, cwd }: ProbeContext): Promise<number | null> {
  try {
    if ((await realpath(program)) === (await realpath(process.execPath)))
      return Number(process.versions.node.split('.')[0]);
    const { stdout } = await promisify(execFile)(program, ['--version'], {
      cwd,
      env: { ...env, NODE_OPTIONS: '' } as NodeJS.ProcessEnv,
      timeout: 10_000,
    });
    return Number(/^v(\d+)\./.exec(stdout)?.[1] ?? Number.NaN) || null;
  } catch {
    return null;
  }
}

/** NODE_OPTIONS supports double quotes and backslashes. */
function quoteOption(word: string): string {
  return /[\s"\\]/.test(word) ? `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : word;
}
