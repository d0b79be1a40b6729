import { type ChildProcess, spawn } from 'node:child_process';

export interface ProcessRun {
  exitCode: number | null;
  ended: 'exited' | 'timeout' | 'cancelled' | 'not-started';
  /** Output on file descriptor 3. */
  facts: string;
  /** The end of stdout and stderr. */
  output: string;
  durationMs: number;
}

export interface ProcessSpec {
  command: string | { file: string; args: readonly string[] };
  cwd: string;
  env: Readonly<Record<string, string>>;
  timeoutMs: number;
}

const MAX_OUTPUT = 64 * 1024;
const MAX_FACTS = 32 * 1024 * 1024;
const running = new Set<ChildProcess>();

/**
 * Runs one short-lived command in its own process group, and kills the whole group when the command has ended, the time is
 * up or the signal fires. Lighter than the supervisor, under which this process itself runs.
 */
export function runProcess(spec: ProcessSpec, signal: AbortSignal): Promise<ProcessRun> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const { file, args } =
      typeof spec.command === 'string' ? { file: '/bin/sh', args: ['-c', spec.command] } : spec.command;
    const child = spawn(file, args, {
      cwd: spec.cwd,
      env: spec.env,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
    running.add(child);
    let ended: ProcessRun['ended'] = 'exited';
    const facts = collect(child.stdio[3], MAX_FACTS, 'head');
    const output = collect(child.stdout, MAX_OUTPUT, 'tail');
    const errors = collect(child.stderr, MAX_OUTPUT, 'tail');
    const end = (why: ProcessRun['ended']) => {
      ended = why;
      endGroup(child);
    };
    const timer = setTimeout(() => end('timeout'), spec.timeoutMs);
    const cancel = () => end('cancelled');
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    child.once('error', () => {
      ended = 'not-started';
    });
    // Background processes of a test may keep the pipes open; killing the group closes them.
    child.once('exit', () => endGroup(child));
    child.once('close', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      running.delete(child);
      resolve({
        exitCode: child.exitCode,
        ended,
        facts: facts(),
        output: `${output()}${errors()}`,
        durationMs: performance.now() - startedAt,
      });
    });
  });
}

/** Kills everything that is still running, for when this process itself must exit. */
export function endAll(): void {
  for (const child of running) endGroup(child);
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

function collect(stream: unknown, max: number, keep: 'head' | 'tail'): () => string {
  const chunks: Buffer[] = [];
  let size = 0;
  (stream as NodeJS.ReadableStream | null)?.on('data', (chunk: Buffer) => {
    if (keep === 'head' && size > max) return;
    chunks.push(chunk);
    size += chunk.length;
    while (keep === 'tail' && chunks.length > 1 && size - chunks[0]!.length > max) size -= chunks.shift()!.length;
  });
  return () => Buffer.concat(chunks).toString('utf8');
}
