import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, copyFileSync, openSync, rmSync, statSync } from 'node:fs';
import { cancelSteps, endTree, type SignalStep, type Tree } from './end-tree.ts';
import { watchForEnd } from './first-end.ts';
import { assertMarkerValue, LOOP_MARKER, RUN_MARKER } from './markers.ts';
import { type OutputFile, openOutput } from './output.ts';
import { readStat } from './stat.ts';
import { assertStored, throwIfFull } from './stored-output.ts';
import { followTree } from './strays.ts';
import { type Watch, watchRun } from './watcher.ts';

export interface RunSpec {
  /** A shell command, or a program with its arguments. */
  command: string | { file: string; args: readonly string[] };
  cwd: string;
  /** The complete environment, to which only the two markers are added. */
  env: Readonly<Record<string, string>>;
  /** Unique to this run. */
  run: string;
  loop: string;
  /** The file that the command reads as its stdin; null for empty input. */
  stdin: string | null;
  /** Absolute. Overwritten; its folder must exist. */
  outputFile: string;
  /** `merged` writes both streams to one file, in order; `split` writes stderr to `<outputFile>.stderr`. */
  streams: 'merged' | 'split';
  timeoutMs: number;
  /** Cancels the run when neither stream has grown for this long. */
  silenceMs: number | null;
  /** The time between TERM and KILL. */
  graceMs?: number;
  /** If a file exceeds this, only its last few MiB are kept. */
  maxOutputBytes?: number;
  /** Folders that it must be able to write to, even in a cage. */
  writable?: readonly string[];
  /** Called with new content of the output file. Must not throw, and must not keep a reference to the chunk. */
  onOutput?: (chunk: Buffer) => void;
}

export interface RunResult {
  ended: 'exited' | 'timeout' | 'silent' | 'cancelled' | 'not-started';
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  durationMs: number;
  outputBytes: number;
  /** The number of processes that the command left behind and that were ended. */
  strays: number;
  error?: string;
}

const GRACE_MS = 5000;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
const CLEANUP_STEPS: readonly SignalStep[] = [
  { signal: 'SIGTERM', waitMs: 1000 },
  { signal: 'SIGKILL', waitMs: 2000 },
];

/**
 * Runs a command in its own session and resolves when no process of it is left: neither children nor background
 * processes. Never rejects because the command failed, could not be started, or was cancelled by the signal; rejects with
 * `disk-full` if its output could not be stored. If this process dies, the watcher ends the run.
 */
export async function supervise(spec: RunSpec, signal: AbortSignal): Promise<RunResult> {
  assertMarkerValue(RUN_MARKER, spec.run);
  assertMarkerValue(LOOP_MARKER, spec.loop);
  const files: OutputFile[] = [];
  let watch: Watch | null = null;
  try {
    if (signal.aborted) return emptyResult('cancelled');
    let child: ChildProcess;
    try {
      openOutputs(spec, files);
      watch = await watchRun(spec.run);
      child = await start(spec, files);
    } catch (error) {
      throwIfFull(error, spec.outputFile);
      return { ...emptyResult('not-started'), error: explain(spec, error) };
    }
    const result = await superviseChild(spec, child, files, watch, signal);
    if (result.ended !== 'cancelled') assertStored(spec.outputFile);
    return result;
  } finally {
    watch?.done();
    for (const file of files) file.close();
  }
}

function emptyResult(ended: RunResult['ended']): RunResult {
  return { ended, exitCode: null, signal: null, durationMs: 0, outputBytes: 0, strays: 0 };
}

function openOutputs({ outputFile, streams, maxOutputBytes, onOutput }: RunSpec, files: OutputFile[]): void {
  const cap = maxOutputBytes ?? MAX_OUTPUT_BYTES;
  files.push(openOutput(outputFile, cap, onOutput));
  if (streams === 'split') files.push(openOutput(`${outputFile}.stderr`, cap));
}

/** Uses files instead of pipes: a program that exits with queued output loses it in a pipe, and a child can keep a pipe open. */
async function start(spec: RunSpec, [stdout, stderr = stdout]: OutputFile[]): Promise<ChildProcess> {
  const stdin = spec.stdin === null ? openSync('/dev/null', 'r') : openCopy(spec.stdin, `${spec.outputFile}.stdin`);
  try {
    const { file, args } =
      typeof spec.command === 'string' ? { file: '/bin/sh', args: ['-c', spec.command] } : spec.command;
    const child = spawn(file, args, {
      cwd: spec.cwd,
      env: { ...spec.env, [RUN_MARKER]: spec.run, [LOOP_MARKER]: spec.loop },
      stdio: [stdin, stdout?.fd, stderr?.fd],
      detached: true,
    });
    if (child.pid === undefined) await new Promise((_, reject) => child.once('error', reject));
    return child;
  } finally {
    closeSync(stdin);
  }
}

/** A copy without a name: a command can open its stdin again to write (`/proc/self/fd/0`). */
function openCopy(file: string, copy: string): number {
  copyFileSync(file, copy);
  const fd = openSync(copy, 'r');
  rmSync(copy);
  return fd;
}

async function superviseChild(
  spec: RunSpec,
  child: ChildProcess,
  files: OutputFile[],
  watch: Watch,
  signal: AbortSignal,
): Promise<RunResult> {
  const startedAt = performance.now();
  let exitedAt: number | null = null;
  child.once('exit', () => {
    exitedAt = performance.now();
  });
  const leader = child.pid as number;
  const since = readStat(leader)?.start ?? 0;
  watch.group(leader, since);
  const tree: Tree = {
    listAlive: followTree({ run: spec.run, leader, since }),
    group: leader,
    hasCommandEnded: () => exitedAt !== null,
  };
  const guards = watchForEnd(spec, child, files, signal);
  try {
    const ended = await guards.first;
    const { strays, survivors } = await endTree(
      tree,
      ended === 'exited' ? CLEANUP_STEPS : cancelSteps(spec.graceMs ?? GRACE_MS),
    );
    for (const file of files) await file.drain();
    return {
      ended,
      exitCode: child.exitCode,
      signal: child.signalCode,
      durationMs: (exitedAt ?? performance.now()) - startedAt,
      outputBytes: files.reduce((sum, file) => sum + file.producedBytes(), 0),
      strays,
      ...(survivors > 0 ? { error: `${survivors} processes of the command could not be killed` } : {}),
    };
  } catch (error) {
    await endTree(tree, [{ signal: 'SIGKILL', waitMs: 2000 }]);
    throw error;
  } finally {
    guards.stop();
  }
}

/** An error message for the user. Node blames the program if the folder is missing. */
function explain({ command, cwd }: RunSpec, error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (!syscall?.startsWith('spawn')) return error.message;
  const program = typeof command === 'string' ? '/bin/sh' : command.file;
  if (!isFolder(cwd)) return `the folder ${cwd} does not exist or is not accessible`;
  if (code === 'ENOENT') return `program not found: ${program}`;
  if (code === 'EACCES') return `${program} is not executable, or the folder ${cwd} is not accessible`;
  if (code === 'E2BIG') return 'the command line or the environment is too long; put long text on stdin';
  return error.message;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
