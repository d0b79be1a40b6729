import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { JumarError, saysDiskFull } from './errors.ts';

export interface GitOptions {
  cwd: string;
  gitDir?: string;
  workTree?: string;
  input?: Buffer | string;
  /** Added to the cleaned environment: an index file, or the marker that identifies a killed runner's children. */
  env?: Readonly<Record<string, string | undefined>>;
  signal?: AbortSignal;
  /** Exit codes that are not failures; only 0 by default. */
  accept?: readonly number[];
  /** Reads the user's global and system configuration, which is otherwise ignored. */
  userConfig?: boolean;
  /** Lets a partial clone fetch missing objects; otherwise git does not use the network or another repository. */
  mayFetch?: boolean;
  /** Runs git as if the user had typed the command: with their configuration, hooks, prompts and environment. */
  asUser?: boolean;
  /** More output than this is a failure and ends git. */
  maxBytes?: number;
}

export interface GitResult {
  stdout: Buffer;
  stderr: string;
  code: number;
}

export type GitFailure = 'git-missing' | 'disk-full' | 'cancelled' | 'git-failed';

export class GitError extends JumarError<GitFailure> {
  override readonly name = 'GitError';
  readonly args: readonly string[];
  /** Null if git could not be started, or was killed. */
  readonly exitCode: number | null;
  readonly stderr: string;

  constructor(code: GitFailure, args: readonly string[], exitCode: number | null, stderr: string, waitForEnd: string) {
    super(code, `git ${args.slice(0, 3).join(' ')}: ${lastLines(stderr) || waitForEnd}`);
    this.args = args;
    this.exitCode = exitCode;
    this.stderr = stderr;
  }
}

/** Runs git and waits for it. Rejects with a GitError on any exit code that is not accepted. */
export function git(args: readonly string[], options: GitOptions): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const child = startGit(args, options);
    const stdout: Buffer[] = [];
    let bytes = 0;
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > (options.maxBytes ?? Number.POSITIVE_INFINITY)) child.kill();
      else stdout.push(chunk);
    });
    ended(child, args, options).then(
      ({ code, stderr }) => resolve({ stdout: Buffer.concat(stdout), stderr, code }),
      reject,
    );
    child.stdin?.end(options.input ?? '');
  });
}

/**
 * Starts git with piped streams. It runs in its own session: Ctrl-C in the terminal reaches only the runner and does not
 * interrupt a snapshot. The signal lets git remove its locks before it exits.
 */
export function startGit(args: readonly string[], options: GitOptions): ChildProcess {
  const child = spawn('git', options.asUser ? args : [...neutral, ...args], {
    cwd: options.cwd,
    env: options.asUser ? { ...process.env, ...options.env } : environment(options, args),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: !options.asUser,
    ...(options.signal && { signal: options.signal, killSignal: 'SIGTERM' as const }),
  });
  // If git exits before it has read its input, its exit code counts, not the broken pipe.
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
      reject(new GitError(missing ? 'git-missing' : 'git-failed', args, null, '', what));
    });
    child.once('close', (code, signal) => {
      const stderr = Buffer.concat(errors).toString('latin1');
      if (code !== null && (options.accept ?? [0]).includes(code)) return resolve({ code, stderr });
      const failure = options.signal?.aborted ? 'cancelled' : saysDiskFull(stderr) ? 'disk-full' : 'git-failed';
      reject(new GitError(failure, args, code, stderr, signal ? `ended by ${signal}` : `exit ${code}`));
    });
  });
}

/**
 * Passed on every command line: git reads the configuration inside the user's repository, and an agent may have set a
 * program there for git to run. `safe.directory` lets a container read a repository of another owner.
 */
const neutral = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'safe.directory=*'];

function environment(options: GitOptions, [command]: readonly string[]): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(process.env)) if (!name.startsWith('GIT_')) env[name] = value;
  return Object.assign(
    env,
    {
      LC_ALL: 'C',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_NO_REPLACE_OBJECTS: '1',
      // A file may be named `[id].tsx`. `check-ignore` reads paths as they are and rejects the variable.
      GIT_LITERAL_PATHSPECS: command === 'check-ignore' ? undefined : '1',
      GIT_TERMINAL_PROMPT: '0',
      // A partial clone must not fetch missing objects on its own.
      GIT_NO_LAZY_FETCH: '1',
      GIT_ALLOW_PROTOCOL: 'none',
      GIT_AUTHOR_NAME: 'jumar',
      GIT_AUTHOR_EMAIL: 'jumar@localhost',
      GIT_COMMITTER_NAME: 'jumar',
      GIT_COMMITTER_EMAIL: 'jumar@localhost',
    },
    options.userConfig && { GIT_CONFIG_NOSYSTEM: undefined, GIT_CONFIG_GLOBAL: undefined },
    options.mayFetch && { GIT_NO_LAZY_FETCH: '0', GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh' },
    options.gitDir !== undefined && { GIT_DIR: options.gitDir },
    options.workTree !== undefined && { GIT_WORK_TREE: options.workTree },
    options.env,
  );
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-3).join('; ').slice(0, 600);
}
