import type { LoopEvent, Recorded } from '../core/events.ts';
import { evolve } from '../core/evolve.ts';
import { nextStep } from '../core/next-step.ts';
import { currentIteration, type LoopState } from '../core/state.ts';
import { watchControl } from './control-watch.ts';
import { perform } from './perform.ts';
import type { Ports } from './ports.ts';

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

  for (;;) {
    if (signal.aborted) {
      await append({ type: 'loop-paused', cause: 'interrupt' });
      return state;
    }
    const waiting = await ports.control.take();
    if (waiting?.type === 'abort') await append({ type: 'abort-requested', revert: waiting.revert });
    if (waiting?.type === 'pause') pausing = true;
    if (pausing && ((waiting?.type === 'pause' && waiting.now) || betweenIterations(state))) {
      await append({ type: 'loop-paused', cause: 'request' });
      return state;
    }
    const step = nextStep(state);
    if (!step) return state;

    const watch = watchControl(ports.control, signal, step.type === 'wait');
    try {
      for await (const event of perform(step, state, ports, watch.signal)) await append(event);
    } catch (error) {
      if (!watch.signal.aborted) throw error;
    } finally {
      await watch.stop();
    }
    const asked = watch.request();
    if (asked?.type === 'abort') await append({ type: 'abort-requested', revert: asked.revert });
    if (asked?.type === 'pause') pausing = true;
    if (asked?.type === 'pause' && asked.now) {
      await append({ type: 'loop-paused', cause: 'request' });
      return state;
    }
  }
}

/** Everything of the last iteration is recorded, and the loop would go on with another. */
function betweenIterations(state: LoopState): boolean {
  const last = currentIteration(state);
  return last?.decision != null && last.decision.ending === null;
}
