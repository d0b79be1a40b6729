import { evolve } from '../core/evolve.ts';
import { nextStep } from '../core/next-step.ts';
import type { LoopEvent, Recorded } from '../core/state/events.ts';
import { currentIteration, type Gate, isAgentAtWork, type LoopState } from '../core/state/state.ts';
import type { Step } from '../core/state/step.ts';
import type { ControlRequest, ForgedRequest, GateAnswer, Ports } from '../ports/index.ts';
import { isLeaseLost } from '../ports/lease.ts';
import { answerRequest } from './answer-request.ts';
import { takeAll, watchControl } from './control-watch.ts';
import { perform } from './perform.ts';
import { standstillAt } from './standstill.ts';

export type Observer = (record: Recorded, state: LoopState) => void | Promise<void>;

export interface StepOptions {
  /** Waits are slept here and questions are asked by the gatekeeper. Otherwise both come back as values. */
  isBlocking?: boolean;
  /** What somebody said, elsewhere, to the question that the step before came back with. */
  answer?: GateAnswer | 'nobody' | 'timeout';
  /** As the step before returned it: a pause that waits for the end of the iteration. */
  isPauseRequested?: boolean;
}

export interface Stepped {
  state: LoopState;
  /** What comes next, here or in another process; null if the loop has ended or was paused. */
  next: Step | null;
  /** Nothing can be done before this time. */
  waiting?: { until: number; reason: string };
  /** Nothing can be done before somebody answers: by `answer` of the next step, or by a request to Control. */
  asking?: Gate;
  /** To be handed to the next step: the request is taken from Control, and not recorded before it takes effect. */
  isPauseRequested: boolean;
}

/**
 * Does one step and records what came of it. Only the log remembers it: any process that folds the log may do the
 * next one. Rejects as its ports do, with `log-moved` if another process has appended since `state` was folded, and with the
 * signal's reason if that is a lost lease; any other abort of the signal ends the step and is recorded as a pause.
 */
export async function stepOnce(
  initial: LoopState,
  ports: Ports,
  signal: AbortSignal,
  observe: Observer,
  options: StepOptions = {},
): Promise<Stepped> {
  let state = initial;
  let isPauseRequested = options.isPauseRequested ?? false;

  const append = async (event: LoopEvent) => {
    throwIfLeaseLost(signal);
    const record = await ports.log.append(event, state.lastSeq);
    state = evolve(state, record);
    await observe(record, state);
  };
  const pause = async (cause: 'interrupt' | 'request'): Promise<Stepped> => {
    await append({ type: 'loop-paused', cause });
    return { state, next: null, isPauseRequested: false };
  };
  /** Records what other processes asked for during the step, or between two; true if the loop pauses now. */
  const handleRequest = async (request: ControlRequest | ForgedRequest, during: Step | null): Promise<boolean> => {
    const event = await answerRequest(request, during, state, ports);
    if (event) await append(event);
    if (request.type === 'pause') isPauseRequested = true;
    if (request.type === 'go-on') isPauseRequested = false;
    return request.type === 'pause' && request.now;
  };

  if (signal.aborted) return pause('interrupt');
  let pausesNow = false;
  for (const request of await takeAll(ports.control)) pausesNow = (await handleRequest(request, null)) || pausesNow;
  if (isPauseRequested && (pausesNow || isAtRest(state))) return pause('request');
  const step = nextStep(state);
  if (step) ports.checkProgram?.();
  if (!step && isAgentAtWork(state)) return pause('request');
  if (!step) return { state, next: null, isPauseRequested };

  if (!options.isBlocking && options.answer === undefined) {
    const standstill = standstillAt(step, state, ports.now());
    for (const event of standstill?.events ?? []) await append(event);
    if (standstill) return { state, next: nextStep(state), ...standstill.value, isPauseRequested };
  }
  const watch = watchControl(ports.control, signal, step.type);
  try {
    for await (const event of perform(step, state, withAnswer(ports, options), watch.signal)) await append(event);
  } catch (error) {
    throwIfLeaseLost(signal);
    if (!watch.signal.aborted) throw error;
  } finally {
    await watch.stop();
  }
  let pausesAtOnce = false;
  for (const request of watch.requests()) pausesAtOnce = (await handleRequest(request, step)) || pausesAtOnce;
  if (pausesAtOnce || isAgentAtWork(state)) return pause('request');
  return { state, next: nextStep(state), isPauseRequested };
}

function throwIfLeaseLost({ reason }: AbortSignal): void {
  if (isLeaseLost(reason)) throw reason;
}

function withAnswer(ports: Ports, { answer }: StepOptions): Ports {
  return answer === undefined ? ports : { ...ports, gatekeeper: { ask: async () => answer } };
}

/** Everything of the last iteration is recorded, and the loop would go on with another or waits for a person. */
function isAtRest(state: LoopState): boolean {
  const last = currentIteration(state);
  return last?.decision != null && (last.decision.ending === null || state.gate !== null);
}
