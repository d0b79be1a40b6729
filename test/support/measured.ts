import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CommandExit, Measurement } from '../../src/collectors/measurement.ts';
import { prepareProbe } from '../../src/collectors/probe/prepare.ts';

export interface PlainRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface MeasuredRun extends PlainRun {
  measurement: Measurement;
}

/** A folder with these files, removed by `remove`. */
export async function projectWith(files: Record<string, string>): Promise<{ root: string; remove(): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'jumar-measured-'));
  await write(root, files);
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}

export async function write(root: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
  }
}

/** Little of this process's own environment: it may be a measured one itself. */
export function plainEnvironment(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'JAVA_HOME', 'CARGO_HOME', 'RUSTUP_HOME', 'PYENV_ROOT', 'LANG'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** Runs a shell command as a user would. */
export function runPlain(
  root: string,
  command: string,
  env: Record<string, string> = plainEnvironment(),
): Promise<PlainRun> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', command], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (chunk: string) => {
        output[stream] += chunk;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...output }));
  });
}

/** The same through the probe. */
export async function runMeasured(
  root: string,
  command: string,
  own: Record<string, string> = {},
): Promise<MeasuredRun> {
  const folder = await mkdtemp(join(tmpdir(), 'jumar-probe-'));
  try {
    const env = { ...plainEnvironment(), ...own };
    const probe = await prepareProbe({ folder, env, cwd: root });
    const run = await runPlain(root, command, { ...env, ...probe.env });
    const ended: CommandExit['ended'] = run.code === null ? 'signal' : 'exit';
    const measurement = await probe.collect({ code: run.code, ended, output: run.stdout + run.stderr, whole: true });
    return { ...run, measurement };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Each test's id and status, in order of id. */
export function statuses({ measurement }: MeasuredRun): Record<string, string> {
  const tests = measurement.run?.tests ?? [];
  return Object.fromEntries(tests.map(({ id, status }) => [id, status] as const).sort(([a], [b]) => (a < b ? -1 : 1)));
}
