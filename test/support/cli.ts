import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { main } from '../../src/faces/cli/program.ts';
import { SAME_ON_EVERY_MACHINE } from './same-on-every-machine.ts';

/** The built command line, as a user would run it. `npm test` builds it first. */
export const CLI = fileURLToPath(new URL('../../dist/bin/jumar.js', import.meta.url));

export interface CliResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface CliOptions {
  cwd: string;
  home: string;
  env?: Record<string, string>;
  input?: string;
}

export function startCli(args: readonly string[], { cwd, home, env = {}, input }: CliOptions) {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd,
    env: { ...cleanEnvironment(), JUMAR_HOME: home, NO_COLOR: '1', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input ?? '');
  const result: CliResult = { code: null, signal: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    result.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    result.stderr += text;
  });
  const done = new Promise<CliResult>((resolve) => {
    child.on('close', (code, signal) => resolve({ ...result, code, signal }));
  });
  return { child: child as ChildProcess, result, done };
}

/**
 * Runs the command line in this process: the same arguments, files, git and agents, without starting and loading the
 * program each time. Stories about the process itself (signals, kills, its own output streams) use `startCli`.
 */
export async function jumar(
  args: readonly string[],
  { cwd, home, env = {}, input = '' }: CliOptions,
): Promise<CliResult> {
  const result = { stdout: '', stderr: '' };
  const write = (stream: keyof typeof result) => (text: string | Uint8Array) => {
    result[stream] += typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
  };
  const code = await main(args, {
    cwd,
    env: { ...cleanEnvironment(), JUMAR_HOME: home, NO_COLOR: '1', ...env },
    stdout: { write: write('stdout') },
    stderr: { write: write('stderr') },
    stdin: Readable.from([Buffer.from(input)]) as typeof process.stdin,
  });
  return { ...result, code, signal: null };
}

/** For stories about neither cheating nor code metrics: the analyst, a process of every loop, does not start. */
export const WITHOUT_ANALYST = {
  JUMAR_GUARD_ENABLED: 'false',
  JUMAR_METRICS_CODE: 'false',
  JUMAR_EVIDENCE_FLIP: 'false',
};

/** Every event that `--json` printed. */
export function eventsIn(stdout: string): Record<string, unknown>[] {
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

/** The folders of all loops under a state folder. */
export function loopFolders(home: string): string[] {
  const projects = join(home, 'projects');
  if (!existsSync(projects)) return [];
  return readdirSync(projects).flatMap((project) => {
    const loops = join(projects, project, 'loops');
    return existsSync(loops) ? readdirSync(loops).map((loop) => join(loops, loop)) : [];
  });
}

/** The folder of the readable files of a loop: its only one, if no id is given. */
export function readableFiles(home: string, loop?: string): string {
  const folder = loopFolders(home).find((one) => loop === undefined || one.endsWith(`/${loop}`));
  return join(folder ?? '', 'files');
}

/** The events of a log as they stand on disk. */
export function logOf(
  folder: string,
): { seq: number; at: number; event: Record<string, unknown> & { type: string } }[] {
  const path = join(folder, 'log.jsonl');
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Tests may themselves run beneath a loop, or under settings of the person who runs them. */
export function cleanEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('JUMAR_') && !name.startsWith('GIT_'),
  );
  return { ...(Object.fromEntries(entries) as Record<string, string>), ...SAME_ON_EVERY_MACHINE };
}
