import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { stateHome } from '../store/home.ts';
import { programFile } from '../system/program.ts';
import type { AppContext } from './context.ts';

export interface JumarRun {
  /** Null while it goes on. */
  code: number | null;
  stdout: string;
  stderr: string;
}

const PATIENCE_MS = 90_000;
const START_MS = 20_000;
const POLL_MS = 50;
const MAX_OUTPUT = 200_000;

/** Runs a `jumar` command in a folder as a process of its own, and resolves when it has ended. */
export async function runJumar({ env, cwd }: AppContext, args: readonly string[]): Promise<JumarRun> {
  const child = spawn(process.execPath, [programFile(), ...args], {
    cwd,
    env: { ...env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PATIENCE_MS,
  });
  const run: JumarRun = { code: null, stdout: '', stderr: '' };
  const keep = (stream: 'stdout' | 'stderr') => (text: string) => {
    if (run[stream].length < MAX_OUTPUT) run[stream] += text.slice(0, MAX_OUTPUT - run[stream].length);
  };
  child.stdout.setEncoding('utf8').on('data', keep('stdout'));
  child.stderr.setEncoding('utf8').on('data', keep('stderr'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...run, code: code ?? 70 }));
  });
}

/**
 * Starts a `jumar` command that outlives this process, and resolves once it has said its first line or has ended. Its output is kept
 * in the state folder.
 */
export async function startJumar({ env, cwd }: AppContext, args: readonly string[]): Promise<JumarRun> {
  const folder = join(await stateHome(env), 'ui');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = join(folder, randomBytes(6).toString('hex'));
  const files = [`${name}.out`, `${name}.err`].map((path) => openSync(path, 'wx', 0o600));
  const child = spawn(process.execPath, [programFile(), ...args], {
    cwd,
    env: { ...env, NO_COLOR: '1' },
    stdio: ['ignore', ...files],
    detached: true,
  });
  for (const file of files) closeSync(file);
  child.unref();
  const said = () => ({ stdout: readFileSync(`${name}.out`, 'utf8'), stderr: readFileSync(`${name}.err`, 'utf8') });
  return new Promise((resolve, reject) => {
    const deadline = Date.now() + START_MS;
    const done = (code: number | null) => {
      clearInterval(polling);
      resolve({ code, ...said() });
    };
    const polling = setInterval(() => {
      if (said().stdout.includes('\n') || Date.now() > deadline) done(null);
    }, POLL_MS);
    child.on('error', (error) => {
      clearInterval(polling);
      reject(error);
    });
    child.on('exit', (code) => done(code ?? 70));
  });
}
