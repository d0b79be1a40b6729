import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

export interface GitOptions {
  cwd: string;
  gitDir?: string;
  workTree?: string;
  input?: Buffer | string;
  /** Laid over the cleaned environment: an index file, or the marker by which a killed runner's children are found. */
  env?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** Exit codes that are answers rather than failures; 0 alone by default. */
  accept?: readonly number[];
  /** Reads the user's global and system configuration, which is otherwise shut out. */
  userConfig?: boolean;
}

export interface GitResult {
  stdout: Buffer;
  stderr: string;
  code: number;
}

export type GitFailure = 'missing' | 'disk-full' | 'cancelled' | 'failed';

export class GitError extends Error {
  readonly kind: GitFailure;
  readonly args: readonly string[];
  readonly code: number | null;
  readonly stderr: string;

  constructor(kind: GitFailure, args: readonly string[], code: number | null, stderr: string, ended: string) {
    super(`git ${args.slice(0, 3).join(' ')}: ${lastLines(stderr) || ended}`);
    this.name = 'GitError';
    this.kind = kind;
    this.args = args;
    this.code = code;
    this.stderr = stderr;
  }
}

/** Runs git to its end. Rejects with a GitError on any exit code that is not accepted. */
export function git(args: readonly string[], options: GitOptions): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const child = startGit(args, options);
    const stdout: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
    ended(child, args, options).then(
      ({ code, stderr }) => resolve({ stdout: Buffer.concat(stdout), stderr, code }),
      reject,
    );
    child.stdin?.end(options.input ?? '');
  });
}

/**
 * Starts git with piped streams, for those who stream. In a session of its own: Ctrl-C in the terminal reaches the
 * runner alone and does not tear a snapshot. The signal lets git remove its locks before it goes.
 */
export function startGit(args: readonly string[], options: GitOptions): ChildProcess {
  const child = spawn('git', [...neutral, ...args], {
    cwd: options.cwd,
    env: environment(options),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    ...(options.signal && { signal: options.signal, killSignal: 'SIGTERM' as const }),
  });
  // A git that ends before it has read its input is judged by its exit code, not by the broken pipe.
  child.stdin?.on('error', () => {});
  return child;
}

/** Resolves when the process has ended with an accepted exit code and its streams are closed. */
export function ended(
  child: ChildProcess,
  args: readonly string[],
  options: Pick<GitOptions, 'cwd' | 'signal' | 'accept'>,
): Promise<{ code: number; stderr: string }> {
  return new Promise((resolve, reject) => {
    const errors: Buffer[] = [];
    child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk));
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (options.signal?.aborted) return reject(new GitError('cancelled', args, null, '', 'cancelled'));
      const missing = error.code === 'ENOENT' && existsSync(options.cwd);
      const what = error.code === 'ENOENT' && !missing ? `no such folder: ${options.cwd}` : error.message;
      reject(new GitError(missing ? 'missing' : 'failed', args, null, '', what));
    });
    child.once('close', (code, signal) => {
      const stderr = Buffer.concat(errors).toString('latin1');
      if (code !== null && (options.accept ?? [0]).includes(code)) return resolve({ code, stderr });
      const kind = options.signal?.aborted ? 'cancelled' : noSpace.test(stderr) ? 'disk-full' : 'failed';
      reject(new GitError(kind, args, code, stderr, signal ? `ended by ${signal}` : `exit ${code}`));
    });
  });
}

/**
 * On every command line: the user's repository is read with the configuration that lies in it, and an agent may have
 * written there a program for git to run. `safe.directory` lets a container read a repository of another owner.
 */
const neutral = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'safe.directory=*'];

const noSpace = /No space left on device|Disk quota exceeded/;

function environment(options: GitOptions): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(process.env)) if (!name.startsWith('GIT_')) env[name] = value;
  return Object.assign(
    env,
    {
      LC_ALL: 'C',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
      // A partial clone must not fetch what it lacks behind our back.
      GIT_NO_LAZY_FETCH: '1',
      GIT_ALLOW_PROTOCOL: 'none',
      GIT_AUTHOR_NAME: 'jumar',
      GIT_AUTHOR_EMAIL: 'jumar@localhost',
      GIT_COMMITTER_NAME: 'jumar',
      GIT_COMMITTER_EMAIL: 'jumar@localhost',
    },
    options.userConfig && { GIT_CONFIG_NOSYSTEM: undefined, GIT_CONFIG_GLOBAL: undefined },
    options.gitDir !== undefined && { GIT_DIR: options.gitDir },
    options.workTree !== undefined && { GIT_WORK_TREE: options.workTree },
    options.env,
  );
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-3).join('; ').slice(0, 600);
}
