import type { LoopEvent } from '../core/state/events.ts';
import type { EndTurn, Ports } from '../ports/index.ts';

/**
 * Waits until the agent may run beside those of other loops. Null: its service refuses for now, as another loop learned, and this one
 * does not ask it again; what comes next is decided again.
 */
export async function* takeTurn(
  agent: string,
  ports: Ports,
  signal: AbortSignal,
): AsyncGenerator<LoopEvent, EndTurn | null> {
  const { turns } = ports;
  if (!turns) return () => {};
  const endTurn = turns.tryTake(agent) ?? (yield* waitForTurn(agent, ports, signal));
  const limit = turns.limitOf(agent);
  if (limit === null || limit.until <= ports.now()) return endTurn;
  endTurn();
  yield { type: 'agent-held', agent, until: limit.until, reason: limit.reason };
  return null;
}

async function* waitForTurn(agent: string, ports: Ports, signal: AbortSignal): AsyncGenerator<LoopEvent, EndTurn> {
  yield { type: 'wait-started', agent, until: ports.now(), reason: `as many runs of ${agent} as may are under way` };
  const endTurn = await ports.turns?.take(agent, signal);
  yield { type: 'wait-ended' };
  return endTurn ?? (() => {});
}
