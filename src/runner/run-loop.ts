import type { LoopEvent, Recorded } from '../core/events.ts';
import { evolve } from '../core/evolve.ts';
import { nextStep } from '../core/next-step.ts';
import { currentIteration, type Gate, type LoopState } from '../core/state.ts';
import { watchControl } from './control-watch.ts';
import { perform } from './perform.ts';
import type { ControlRequest, Ports } from './ports.ts';

export type Observer = (record: Recorded, state: LoopState) => void | Promise<void>;

/**
 * The driver: ask what is next, do it, record what came of it, until the loop has ended or was paused. It knows nothing
 * of where it runs; crash recovery is calling it again with the folded log.
 */
export async function runLoop(
  initial: LoopState,
  ports: Ports,
  signal: AbortSignal,
  observe: Observer,
): Promise<LoopState> {
  let state = initial;
  let pausing = false;
  const append = async (event: LoopEvent) => {
    const record = await ports.log.append(event);
    state = evolve(state, record);
    await observe(record, state);
  };

  /** Records what another process asked for; true where the loop pauses now. */
  const heed = async (request: ControlRequest): Promise<boolean> => {
    if (request.type === 'abort') await append(abortBy(request));
    if (request.type === 'gate' && state.gate) await append(answerTo(state.gate, request));
    if (request.type === 'settings') await append(await ports.changedSettings(state, request.values));
    if (request.type === 'pause') pausing = true;
    if (request.type === 'go-on') pausing = false;
    return request.type === 'pause' && request.now;
  };

  for (;;) {
    if (signal.aborted) {
      await append({ type: 'loop-paused', cause: 'interrupt' });
      return state;
    }
    let now = false;
    for (let request = await ports.control.take(); request; request = await ports.control.take())
      now = (await heed(request)) || now;
    if (pausing && (now || isAtRest(state))) {
      await append({ type: 'loop-paused', cause: 'request' });
      return state;
    }
    const step = nextStep(state);
    if (!step) return state;

    const watch = watchControl(ports.control, signal, step.type);
    try {
      for await (const event of perform(step, state, ports, watch.signal)) await append(event);
    } catch (error) {
      if (!watch.signal.aborted) throw error;
    } finally {
      await watch.stop();
    }
    let atOnce = false;
    for (const request of watch.requests()) atOnce = (await heed(request)) || atOnce;
    if (atOnce) {
      await append({ type: 'loop-paused', cause: 'request' });
      return state;
    }
  }
}

function abortBy({ revert, reason }: Extract<ControlRequest, { type: 'abort' }>): LoopEvent {
  return { type: 'abort-requested', revert, ...(reason && { reason }) };
}

function answerTo(
  gate: Gate,
  { answer, reason, by = 'command' }: Extract<ControlRequest, { type: 'gate' }>,
): LoopEvent {
  const { iteration, blockers } = gate;
  return { type: 'gate-answered', answer, iteration, blockers, reason, by };
}

/** Everything of the last iteration is recorded, and the loop would go on with another or waits for a person. */
function isAtRest(state: LoopState): boolean {
  const last = currentIteration(state);
  return last?.decision != null && (last.decision.ending === null || state.gate !== null);
}
