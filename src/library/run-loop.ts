import run, { type RunOptions } from '../cli/commands/run.ts';
import { type CommandContext, processContext } from '../cli/context.ts';
import { projectionSources } from '../cli/projecting.ts';
import type { LoopEvent } from '../core/events.ts';
import type { LoopState } from '../core/state.ts';
import { receiptOf } from '../reporters/receipt.ts';
import { project } from '../store/projections.ts';
import { assertTask, inLibraryWords } from './refusal.ts';
import { updates } from './updates.ts';

export interface LoopOptions {
  task: string;
  /** Criteria as `--until` takes them; without any, the project's own test command. */
  until?: readonly string[];
  /** A shell command; the prompt is on its stdin. */
  agentCommand?: string;
  maxIterations?: number;
  timeoutMinutes?: number;
  /** Where to work; by default the current folder. */
  cwd?: string;
  /** In a git worktree of HEAD that is made for the loop. */
  worktree?: boolean;
  /** By default this process's environment. */
  env?: NodeJS.ProcessEnv;
  /** Pauses the loop: the agent's whole process tree is ended, and the loop can be resumed. */
  signal?: AbortSignal;
}

/** One recorded fact, with the state folded up to it. */
export interface LoopUpdate {
  seq: number;
  at: Date;
  event: LoopEvent;
  state: LoopState;
}

export interface LoopResult {
  /** As the command line would exit. */
  exitCode: number;
  state: LoopState;
  /** What `result.json` holds. */
  receipt: ReturnType<typeof receiptOf>;
}

/** A loop under way: iterate over it for what happens, await its result for what came of it. Either is enough. */
export interface LoopRun extends AsyncIterable<LoopUpdate> {
  readonly result: Promise<LoopResult>;
}

/**
 * Runs a loop as `jumar "<task>"` does, without printing. Nothing has been written or started where the options are
 * refused: the result rejects with an error that says what is wrong, and iterating ends with the same.
 */
export function runLoop(options: LoopOptions): LoopRun {
  const stream = updates<LoopUpdate>();
  const context = quietContext(options);
  const sources = projectionSources(context);
  let last: LoopState | null = null;
  const start = async () => {
    assertTask(options.task);
    return run(context, options.task, {
      ...flagsOf(options),
      signal: options.signal ?? new AbortController().signal,
      observe: async ({ seq, at, event }, state) => {
        last = state;
        stream.push({ seq, at: new Date(at), event, state });
        await project(state, event, undefined, sources);
      },
    });
  };
  const started = start().catch((error) => {
    throw inLibraryWords(error);
  });
  const result = started.then((exitCode) => {
    if (last === null) throw new Error('the loop ended before anything was recorded');
    return { exitCode, state: last, receipt: receiptOf(last) };
  });
  result.then(
    () => stream.end(),
    (error) => stream.fail(error),
  );
  return { result, [Symbol.asyncIterator]: () => stream.iterate() };
}

function flagsOf(options: LoopOptions): RunOptions {
  return {
    until: [...(options.until ?? [])],
    ...(options.agentCommand !== undefined && { agentCommand: options.agentCommand }),
    ...(options.maxIterations !== undefined && { maxIterations: options.maxIterations }),
    ...(options.timeoutMinutes !== undefined && { timeout: options.timeoutMinutes }),
    ...(options.worktree !== undefined && { worktree: options.worktree }),
  };
}

function quietContext({ cwd, env }: LoopOptions): CommandContext {
  const silent = { write: () => true };
  const here = processContext();
  return { ...here, cwd: cwd ?? here.cwd, env: env ?? here.env, stdout: silent, stderr: silent };
}
