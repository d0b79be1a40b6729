import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { findProgram } from '../system/find-program.ts';

/** A minimal command, to test whether bubblewrap works here. */
export const BWRAP_TRIAL = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-pid', 'true'];

const TRIAL_TIMEOUT_MS = 15_000;
const trials = new Map<string, string | null>();

/** Bubblewrap on this machine, or why it cannot be used. Tried once in a process: unprivileged namespaces may be off. */
export function findBwrap(env: NodeJS.ProcessEnv): { program: string } | { problem: string } {
  if (process.platform !== 'linux') return { problem: 'bubblewrap runs on Linux only' };
  const program = findProgram('bwrap', env);
  if (!program) return { problem: 'bubblewrap is not installed' };
  const known = trials.get(program);
  const problem = known === undefined ? tryProgram(program, BWRAP_TRIAL, env) : known;
  trials.set(program, problem);
  return problem === null ? { program } : { problem: `bubblewrap is installed but does not work here: ${problem}` };
}

/** The first line of its complaint; null if it works. */
export function tryProgram(program: string, args: readonly string[], env: NodeJS.ProcessEnv): string | null {
  try {
    execFileSync(program, args, { env, stdio: 'pipe', timeout: TRIAL_TIMEOUT_MS });
    return null;
  } catch (error) {
    const message = String((error as { stderr?: Buffer }).stderr ?? '').trim() || (error as Error).message;
    return message.split('\n')[0] ?? '';
  }
}

/** A program with its arguments; a shell command as the shell runs it. */
export function programOf(command: string | { file: string; args: readonly string[] }): {
  file: string;
  args: readonly string[];
} {
  return typeof command === 'string' ? { file: '/bin/sh', args: ['-c', command] } : command;
}

/** Bubblewrap mounts only at real paths. A path that does not exist stays as it is. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Those that there are, each once: bubblewrap fails on the others. */
export function existing(paths: readonly string[]): string[] {
  return [...new Set(paths)].filter((path) => existsSync(path));
}

/** `--bind a a --bind b b` */
export function bindAll(flag: '--bind' | '--ro-bind' | '--dev-bind', paths: readonly string[]): string[] {
  return paths.map(realPath).flatMap((path) => [flag, path, path]);
}

/** Mounts that hide files and folders, but for one that holds what is needed. */
export function maskAll(paths: readonly string[], needed: readonly string[]): string[] {
  const holds = (path: string) => needed.map(realPath).some((one) => one === path || one.startsWith(`${path}/`));
  return existing(paths.map(realPath))
    .filter((path) => !holds(path))
    .flatMap((path) => (statSync(path).isDirectory() ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path]));
}
