import { type AbortResult, abortLoop as abort } from '../../app/abort-loop.ts';
import { answerGate as answer, type GateResult } from '../../app/answer-gate.ts';
import { pauseLoop as pause } from '../../app/pause-loop.ts';
import { type HostOptions, quietHost } from './loop-run.ts';
import { contextOf, type PlaceOptions } from './options.ts';
import { inLibraryWords } from './refusal.ts';

export type { AbortResult, GateResult };

export interface GateOptions extends PlaceOptions {
  answer: 'approve' | 'reject';
  /** Why, kept in the log. */
  reason?: string;
}

/** Answers what stands between a loop and completion. A running loop takes it up; any other goes on when it is resumed. */
export async function answerGate({ loop, answer: decision, reason, ...place }: GateOptions): Promise<GateResult> {
  return answer(contextOf(place), { loop, answer: decision, reason }).catch(refuse);
}

export interface PauseOptions extends PlaceOptions {
  /** At once: what the agent began is done again when the loop is resumed. */
  now?: boolean;
}

/** Asks the process that runs a loop to pause it, and gives the loop's id. Resolves when it was asked, not when it has paused. */
export async function pauseLoop({ loop, now, ...place }: PauseOptions = {}): Promise<string> {
  return pause(contextOf(place), { loop, now }).catch(refuse);
}

export interface AbortOptions extends PlaceOptions, HostOptions {
  /** Put the working tree back as it was before the loop. */
  revert?: boolean;
  reason?: string;
}

/** Ends a loop for good, wherever it runs. */
export async function abortLoop(options: AbortOptions = {}): Promise<AbortResult> {
  const { loop, revert, reason, env, signal, onNote } = options;
  return abort(contextOf(options), { loop, revert, reason }, quietHost(env, signal, onNote)).catch(refuse);
}

function refuse(error: unknown): never {
  throw inLibraryWords(error);
}
