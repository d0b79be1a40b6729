import { exitCodeOf } from '../../app/exit-code.ts';
import type { Join } from '../../app/host.ts';
import type { LoopEvent } from '../../core/state/events.ts';
import type { LoopState } from '../../core/state/state.ts';
import { projectionSources } from '../reports/files/projection-sources.ts';
import { project } from '../reports/files/projections.ts';
import { receiptOf } from '../reports/receipt.ts';
import { inLibraryWords } from './refusal.ts';
import { updates } from './updates.ts';

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

/** Where a loop is run and who may pause it. */
export interface HostOptions {
  /** Where to work; by default the current folder. */
  cwd?: string;
  /** By default this process's environment. */
  env?: NodeJS.ProcessEnv;
  /** Pauses the loop: the agent's whole process tree is ended, and the loop can be resumed. */
  signal?: AbortSignal;
  /** Told what is worth knowing beside the events, such as an agent that is passed over. */
  onNote?(text: string): void;
}

/** Runs what is started without printing, and hands on what happens. */
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

/** Nobody is asked on a terminal; the readable files are kept up to date, as for every loop. */
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
