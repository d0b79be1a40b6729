import { execFile } from 'node:child_process';
import { access, chmod, constants, readFile, realpath, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { v8CoverageEnvironment } from '../coverage/v8-coverage.ts';
import type { ProbeContext, ProbePart } from './part.ts';

/**
 * `--require` for vitest, jest, mocha, ava and jasmine; and a `node` at the front of PATH, which adds a reporter to runs of
 * node:test and brings the probe back where a script sets NODE_OPTIONS itself. Steps back where there is no Node, or one
 * that knows no reporters.
 */
export const node: ProbePart = async (context) => {
  const program = await onPath('node', context);
  const version = program ? await versionOf(program, context) : null;
  if (!program || version === null || version < 18) return {};

  const probe = `--require ${quoted(join(context.folder, 'node', 'probe.cjs'))}`;
  await writeShim(context, {
    PROBE: probe,
    REPORTER: join(context.folder, 'node', 'test-reporter.mjs'),
    HUMAN: version >= 23 ? 'spec' : 'tap',
    NODE: program,
  });
  const own = context.env.NODE_OPTIONS ?? '';
  return {
    NODE_OPTIONS: own === '' ? probe : `${own} ${probe}`,
    PATH: [join(context.folder, 'bin'), context.env.PATH ?? ''].filter((part) => part !== '').join(delimiter),
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

/** The first program of that name in the command's PATH. */
export async function onPath(name: string, { env }: Pick<ProbeContext, 'env'>): Promise<string | null> {
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const file = join(folder, name);
    if (
      folder !== '' &&
      (await access(file, constants.X_OK).then(
        () => true,
        () => false,
      ))
    )
      return file;
  }
  return null;
}

/** Asked of the program itself, in the project: what is found in PATH may choose a version by the folder. */
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

/** NODE_OPTIONS knows double quotes and backslashes. */
function quoted(word: string): string {
  return /[\s"\\]/.test(word) ? `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : word;
}
