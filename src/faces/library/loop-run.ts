import { exitCodeOf } from '../../app/exit-code.ts';
import type { Join } from '../../app/host.ts';
import type { LoopEvent } from '../../core/state/events.ts';
import type { LoopState } from '../../core/state/state.ts';
import { projectionSources } from '../reports/files/projection-sources.ts';
import { project } from '../reports/files/projections.ts';
import { receiptOf } from '../reports/receipt.ts';
import { inLibraryWords } from './refusal.ts';
import { updates } from './updates.ts';

/** One recorded event, with the state folded up to it. */
export interface LoopUpdate {
  seq: number;
  at: Date;
  event: LoopEvent;
  state: LoopState;
}

export interface LoopResult {
  /** The exit code of the command line. */
  exitCode: number;
  state: LoopState;
  /** What `result.json` holds. */
  receipt: ReturnType<typeof receiptOf>;
}

/** A running loop: iterate over it for events, or await `result`, or both. */
export interface LoopRun extends AsyncIterable<LoopUpdate> {
  readonly result: Promise<LoopResult>;
}

/** Where a loop runs and how to pause it. */
export interface HostOptions {
  /** The working folder; by default the current folder. */
  cwd?: string;
  /** By default this process's environment. */
  env?: NodeJS.ProcessEnv;
  /** Pauses the loop: stops the agent's whole process tree; the loop can be resumed. */
  signal?: AbortSignal;
  /** Called with notes that are not events, such as an agent that is skipped. */
  onNote?(text: string): void;
}

/** Runs a loop without printing, and streams its events. */
export function hostLoop({ env, signal, onNote }: HostOptions, start: (join: Join) => Promise<LoopState>): LoopRun {
  const stream = updates<LoopUpdate>();
  const join = quietHost(env, signal, onNote, (update) => stream.push(update));
  const result = start(join).then(
    (state) => ({ exitCode: exitCodeOf(state), state, receipt: receiptOf(state) }),
    (error) => {
      throw inLibraryWords(error);
    },
  );
  result.then(
    () => stream.end(),
    (error) => stream.fail(error),
  );
  return { result, [Symbol.asyncIterator]: () => stream.iterate() };
}

/** Never asks on the terminal; keeps the readable files up to date, as for every loop. */
export function quietHost(
  env: NodeJS.ProcessEnv = process.env,
  signal: AbortSignal = new AbortController().signal,
  onNote: (text: string) => void = () => {},
  onUpdate: (update: LoopUpdate) => void = () => {},
): Join {
  const sources = projectionSources(env);
  return async () => ({
    signal,
    terminal: null,
    note: onNote,
    observe: async ({ seq, at, event }, state) => {
      onUpdate({ seq, at: new Date(at), event, state });
      await project(state, event, onNote, sources);
    },
  });
}
