import { type AbortResult, abortLoop as abort } from '../../app/abort-loop.ts';
import { answerGate as answer, type GateResult } from '../../app/answer-gate.ts';
import { pauseLoop as pause } from '../../app/pause-loop.ts';
import { type HostOptions, quietHost } from './loop-run.ts';
import { contextOf, type PlaceOptions } from './options.ts';
import { inLibraryWords } from './refusal.ts';

export type { AbortResult, GateResult };

export interface GateOptions extends PlaceOptions {
  answer: 'approve' | 'reject';
  /** The reason to record in the log. */
  reason?: string;
}

/** Answers the open question of a loop. A running loop continues at once; any other continues when resumed. */
export async function answerGate({ loop, answer: decision, reason, ...place }: GateOptions): Promise<GateResult> {
  return answer(contextOf(place), { loop, answer: decision, reason }).catch(refuse);
}

export interface PauseOptions extends PlaceOptions {
  /** Stop immediately; the agent's unfinished work is redone on resume. */
  now?: boolean;
}

/** Asks the process that runs a loop to pause it, and returns the loop id. Resolves when the request is sent, not when the loop has paused. */
export async function pauseLoop({ loop, now, ...place }: PauseOptions = {}): Promise<string> {
  return pause(contextOf(place), { loop, now }).catch(refuse);
}

export interface AbortOptions extends PlaceOptions, HostOptions {
  /** Restore the working tree to its state before the loop. */
  revert?: boolean;
  reason?: string;
}

/** Ends a loop permanently, in whichever process it runs. */
export async function abortLoop(options: AbortOptions = {}): Promise<AbortResult> {
  const { loop, revert, reason, env, signal, onNote } = options;
  return abort(contextOf(options), { loop, revert, reason }, quietHost(env, signal, onNote)).catch(refuse);
}

function refuse(error: unknown): never {
  throw inLibraryWords(error);
}
