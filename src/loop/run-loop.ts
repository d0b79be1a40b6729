import type { LoopState } from '../core/state/state.ts';
import type { Ports } from '../ports/index.ts';
import { type Observer, type Stepped, stepOnce } from './step-once.ts';

export type { Observer };

/**
 * The driver: step after step until the loop has ended or was paused; waits are slept and questions asked by the ports.
 * It knows nothing of where it runs; crash recovery is calling it again with the folded log.
 */
export async function runLoop(
  initial: LoopState,
  ports: Ports,
  signal: AbortSignal,
  observe: Observer,
): Promise<LoopState> {
  const step = ({ state, isPauseRequested }: Pick<Stepped, 'state' | 'isPauseRequested'>) =>
    stepOnce(state, ports, signal, observe, { isBlocking: true, isPauseRequested });
  let stepped = await step({ state: initial, isPauseRequested: false });
  while (stepped.next) stepped = await step(stepped);
  return stepped.state;
}
