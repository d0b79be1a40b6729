import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, statSync } from 'node:fs';
import { cancelLadder, endTree, type Rung, type Tree } from './end-tree.ts';
import { watchForEnd } from './first-end.ts';
import { assertMarkerValue, LOOP_MARKER, RUN_MARKER } from './markers.ts';
import { type OutputFile, openOutput } from './output.ts';
import { readStat } from './stat.ts';
import { followTree } from './strays.ts';
import { type Watch, watchRun } from './watcher.ts';

export interface RunSpec {
  /** A shell command, or a program with its arguments. */
  command: string | { file: string; args: readonly string[] };
  cwd: string;
  /** The whole environment; only the two markers are added. */
  env: Readonly<Record<string, string>>;
  /** Unique to this run. */
  run: string;
  loop: string;
  /** The file that the command reads as its stdin; null is an empty one. */
  stdin: string | null;
  /** Absolute. Overwritten; its folder must exist. */
  outputFile: string;
  /** `merged` keeps both streams in one file in the order they came; `split` puts stderr into `<outputFile>.stderr`. */
  streams: 'merged' | 'split';
  timeoutMs: number;
  /** Cancels the run when neither stream has grown for this long. */
  silenceMs: number | null;
  /** Between TERM and KILL. */
  graceMs?: number;
  /** Of a file that grows larger, only the last few MiB are kept. */
  maxOutputBytes?: number;
  /** What comes into the output file, soon after it came. It must not throw, nor keep the chunk. */
  onOutput?: (chunk: Buffer) => void;
}

export interface RunResult {
  ended: 'exited' | 'timeout' | 'silent' | 'cancelled' | 'not-started';
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  durationMs: number;
  outputBytes: number;
  /** Processes that the command left behind and that were ended. */
  strays: number;
  error?: string;
}

const GRACE_MS = 5000;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
const SWEEP: readonly Rung[] = [
  { signal: 'SIGTERM', waitMs: 1000 },
  { signal: 'SIGKILL', waitMs: 2000 },
];

/**
 * Runs a command in a session of its own and resolves when nothing of it is left: not its children, nor what they
 * sent into the background. Never rejects because the command failed, could not be started, or was cancelled by the
 * signal. Should this process die, the watcher ends the run.
 */
export async function supervise(spec: RunSpec, signal: AbortSignal): Promise<RunResult> {
  assertMarkerValue(RUN_MARKER, spec.run);
  assertMarkerValue(LOOP_MARKER, spec.loop);
  const files: OutputFile[] = [];
  let watch: Watch | null = null;
  try {
    if (signal.aborted) return nothingRan('cancelled');
    let child: ChildProcess;
    try {
      openOutputs(spec, files);
      watch = await watchRun(spec.run);
      child = await start(spec, files);
    } catch (error) {
      return { ...nothingRan('not-started'), error: explain(spec, error) };
    }
    return await attend(spec, child, files, watch, signal);
  } finally {
    watch?.done();
    for (const file of files) file.close();
  }
}

function nothingRan(ended: RunResult['ended']): RunResult {
  return { ended, exitCode: null, signal: null, durationMs: 0, outputBytes: 0, strays: 0 };
}

function openOutputs({ outputFile, streams, maxOutputBytes, onOutput }: RunSpec, files: OutputFile[]): void {
  const cap = maxOutputBytes ?? MAX_OUTPUT_BYTES;
  files.push(openOutput(outputFile, cap, onOutput));
  if (streams === 'split') files.push(openOutput(`${outputFile}.stderr`, cap));
}

/** Files instead of pipes: programs that exit with output still queued lose it in a pipe, and a pipe can be held open. */
async function start(spec: RunSpec, [stdout, stderr = stdout]: OutputFile[]): Promise<ChildProcess> {
  const stdin = openSync(spec.stdin ?? '/dev/null', 'r');
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

async function attend(
  spec: RunSpec,
  child: ChildProcess,
  files: OutputFile[],
  watch: Watch,
  signal: AbortSignal,
): Promise<RunResult> {
  const started = performance.now();
  let exitedAt: number | null = null;
  child.once('exit', () => {
    exitedAt = performance.now();
  });
  const leader = child.pid as number;
  const since = readStat(leader)?.start ?? 0;
  watch.group(leader, since);
  const tree: Tree = {
    look: followTree({ run: spec.run, leader, since }),
    group: leader,
    commandEnded: () => exitedAt !== null,
  };
  const guards = watchForEnd(spec, child, files, signal);
  try {
    const ended = await guards.first;
    const { strays, left } = await endTree(tree, ended === 'exited' ? SWEEP : cancelLadder(spec.graceMs ?? GRACE_MS));
    for (const file of files) await file.drain();
    return {
      ended,
      exitCode: child.exitCode,
      signal: child.signalCode,
      durationMs: (exitedAt ?? performance.now()) - started,
      outputBytes: files.reduce((sum, file) => sum + file.produced(), 0),
      strays,
      ...(left > 0 ? { error: `${left} processes of the command could not be ended, not even by KILL` } : {}),
    };
  } catch (error) {
    await endTree(tree, [{ signal: 'SIGKILL', waitMs: 2000 }]);
    throw error;
  } finally {
    guards.stop();
  }
}

/** In words for people; node blames the program for a missing folder. */
function explain({ command, cwd }: RunSpec, error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (!syscall?.startsWith('spawn')) return error.message;
  const program = typeof command === 'string' ? '/bin/sh' : command.file;
  if (!isFolder(cwd)) return `there is no folder ${cwd}, or it may not be entered`;
  if (code === 'ENOENT') return `there is no program ${program}`;
  if (code === 'EACCES') return `${program} is not executable, or the folder ${cwd} may not be entered`;
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
