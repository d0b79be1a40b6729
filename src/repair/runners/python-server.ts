import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { ProcessRun } from '../model/run-process.ts';

export interface PythonServer {
  run(
    env: Record<string, string>,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<Pick<ProcessRun, 'ended' | 'durationMs'>>;
  close(): void;
}

/** The parts of `python3 -m pytest -q`; null if the command is anything else. */
export function pythonModule(command: string): { python: string; arguments: string[] } | null {
  const match = /^\s*(\S*python[\d.]*)\s+-m\s+(?:pytest|unittest)\b(.*)$/.exec(command);
  if (!match || /[;&|<>$`'"\\*?]/.test(match[2] ?? '')) return null;
  return {
    python: match[1] ?? '',
    arguments: (match[2] ?? '')
      .trim()
      .split(/\s+/)
      .filter((word) => word !== ''),
  };
}

/** A Python process that stays warm and forks for every run: most of a run's time goes into starting Python and loading the framework. */
export function pythonServer(options: {
  python: string;
  framework: 'pytest' | 'unittest';
  arguments: readonly string[];
  assets: string;
  cwd: string;
  env: Readonly<Record<string, string>>;
}): PythonServer {
  let child: ChildProcess | null = null;
  let settle: ((ended: ProcessRun['ended']) => void) | null = null;
  const start = (): ChildProcess => {
    const program = join(options.assets, 'jumar_repair_server.py');
    const started = spawn(options.python, [program, options.framework, ...options.arguments], {
      cwd: options.cwd,
      env: options.env,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    started.stdin.on('error', () => {});
    started.stdout.on('data', (text: Buffer) => settle?.(text.includes('timeout') ? 'timeout' : 'exited'));
    const handleExit = () => {
      if (child === started) child = null;
      settle?.('not-started');
    };
    started.once('exit', handleExit);
    started.once('error', handleExit);
    return started;
  };
  return {
    run: (env, timeoutMs, signal) => {
      if (signal.aborted) return Promise.resolve({ ended: 'cancelled', durationMs: 0 });
      const startedAt = performance.now();
      child ??= start();
      return new Promise((resolve) => {
        const cancel = () => {
          child?.kill('SIGKILL');
          settle?.('cancelled');
        };
        settle = (ended) => {
          settle = null;
          signal.removeEventListener('abort', cancel);
          resolve({ ended, durationMs: performance.now() - startedAt });
        };
        signal.addEventListener('abort', cancel, { once: true });
        child?.stdin?.write(`${JSON.stringify({ env, timeoutMs })}\n`);
      });
    },
    close: () => void child?.kill('SIGKILL'),
  };
}
