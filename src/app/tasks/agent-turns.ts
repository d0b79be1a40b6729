import { isMiss } from '../../core/agents/availability.ts';
import type { Recorded } from '../../core/state/events.ts';
import type { LoopState } from '../../core/state/state.ts';
import type { AgentLimit, AgentTurns, EndTurn } from '../../ports/agent-turns.ts';

/** How the loops of a list share the services of their agents: what one of them learns, all know. */
export interface SharedAgents extends AgentTurns {
  /** Learns from what a loop recorded, or recorded earlier. */
  learn(state: LoopState, record: Recorded | null): void;
}

/** `slots`: how many runs of an agent there may be at once; agents that it does not name have as many as there are loops. */
export function shareAgents(slots: Readonly<Record<string, number>>, now: () => number): SharedAgents {
  const limits = new Map<string, AgentLimit>();
  const running = new Map<string, number>();
  const queues = new Map<string, (() => void)[]>();
  const count = (agent: string) => running.get(agent) ?? 0;
  const begin = (agent: string): EndTurn => {
    running.set(agent, count(agent) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      running.set(agent, count(agent) - 1);
      queues.get(agent)?.shift()?.();
    };
  };
  const tryTake = (agent: string) => (count(agent) < (slots[agent] ?? Number.POSITIVE_INFINITY) ? begin(agent) : null);
  const note = ({ agents }: LoopState, agent: string) => {
    const standing = agents.find(({ name }) => name === agent);
    if (standing?.fault && standing.until > now())
      limits.set(agent, { until: standing.until, reason: standing.fault.message });
  };
  return {
    limitOf(agent) {
      const limit = limits.get(agent);
      return limit && limit.until > now() ? limit : null;
    },
    tryTake,
    async take(agent, signal) {
      for (;;) {
        const turn = tryTake(agent);
        if (turn) return turn;
        await new Promise<void>((resolve, reject) => {
          const queue = queues.get(agent) ?? [];
          queues.set(agent, queue);
          const next = () => {
            signal.removeEventListener('abort', leave);
            resolve();
          };
          const leave = () => {
            queue.splice(queue.indexOf(next), 1);
            reject(signal.reason);
          };
          if (signal.aborted) return reject(signal.reason);
          queue.push(next);
          signal.addEventListener('abort', leave, { once: true });
        });
      }
    },
    learn(state, record) {
      if (record === null) for (const { name } of state.agents) note(state, name);
      if (record?.event.type !== 'agent-finished') return;
      const agent = state.iterations[record.event.iteration]?.by ?? state.agent.name;
      if (isMiss(record.event, state.agents, agent)) note(state, agent);
      else limits.delete(agent);
    },
  };
}
