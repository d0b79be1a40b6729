import { blockersOf } from '../core/findings/blockers.ts';
import type { Recorded } from '../core/state/events.ts';
import { currentIteration, type LoopState } from '../core/state/state.ts';

type Attributes = Record<string, string | number | boolean>;

/** A finished piece of work; `parent` is the id of another one, null for the session itself. */
export interface SpanFact {
  id: string;
  parent: string | null;
  name: string;
  startedAt: number;
  endedAt: number;
  attributes: Attributes;
  /** Why it failed; null if it did not. */
  problem: string | null;
}

export interface MetricFact {
  name: 'jumar.iterations' | 'jumar.cost' | 'jumar.caught' | 'jumar.time_to_verified' | 'gen_ai.client.token.usage';
  value: number;
  attributes: Attributes;
}

/** What one event ends, with the state after it. The same events give the same facts; only what this session did is in them. */
export function telemetryOf(
  record: Recorded,
  state: LoopState,
  sessionAt: number,
): { spans: SpanFact[]; metrics: MetricFact[] } {
  const { event, at } = record;
  switch (event.type) {
    case 'agent-finished':
      return agentFacts(event.iteration, state, at);
    case 'checks-finished': {
      const { iteration, verdicts } = event;
      const took = verdicts.reduce((sum, { durationMs }) => sum + durationMs, 0);
      const failed = verdicts.filter(({ outcome }) => outcome !== 'pass');
      return spans({
        id: `checks-${iteration}-${record.seq}`,
        parent: iterationId(iteration),
        name: 'checks',
        startedAt: at - took,
        endedAt: at,
        attributes: { 'jumar.checks': verdicts.length, 'jumar.checks.passed': verdicts.length - failed.length },
        problem: failed[0]?.reason ?? null,
      });
    }
    case 'diff-guarded':
      return spans({
        id: `guard-${event.iteration}-${record.seq}`,
        parent: iterationId(event.iteration),
        name: 'guard',
        startedAt: at - event.durationMs,
        endedAt: at,
        attributes: { 'jumar.findings': event.count },
        problem: event.problem,
      });
    case 'iteration-judged':
      return iterationFacts(event.iteration, state, at);
    case 'loop-ended':
    case 'loop-paused':
      return sessionFacts(state, sessionAt, at);
    default:
      return { spans: [], metrics: [] };
  }
}

export const iterationId = (n: number) => `iteration-${n}`;

function agentFacts(n: number, state: LoopState, at: number) {
  const iteration = state.iterations[n];
  const agent = iteration?.agent;
  // A run that a limit ended belongs to no iteration.
  if (!agent) return { spans: [], metrics: [] };
  const name = iteration.by ?? state.agent.name;
  const { usage, costUsd, model, outcome, reason } = agent;
  const base: Attributes = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': name };
  const named = model ? { ...base, 'gen_ai.response.model': model } : base;
  const tokens: Attributes = {
    ...(usage?.input != null && { 'gen_ai.usage.input_tokens': usage.input }),
    ...(usage?.output != null && { 'gen_ai.usage.output_tokens': usage.output }),
  };
  const span: SpanFact = {
    id: `agent-${n}`,
    parent: iterationId(n),
    name: `invoke_agent ${name}`,
    startedAt: at - agent.durationMs,
    endedAt: at,
    attributes: { ...named, 'gen_ai.conversation.id': state.id, 'jumar.outcome': outcome, ...tokens },
    problem: outcome === 'ok' ? null : reason,
  };
  const counted = usage
    ? ([
        ['input', usage.input],
        ['output', usage.output],
      ] as const)
    : [];
  const usageMetrics = counted.flatMap(([type, value]) =>
    value === null
      ? []
      : [{ name: 'gen_ai.client.token.usage' as const, value, attributes: { ...named, 'gen_ai.token.type': type } }],
  );
  const cost = costUsd === null ? [] : [{ name: 'jumar.cost' as const, value: costUsd, attributes: named }];
  return { spans: [span], metrics: [...usageMetrics, ...cost] };
}

function iterationFacts(n: number, state: LoopState, at: number) {
  const iteration = state.iterations[n];
  if (!iteration?.decision) return { spans: [], metrics: [] };
  const { decision, score, startedAt } = iteration;
  const blockers = blockersOf(state, iteration).length;
  const span: SpanFact = {
    id: iterationId(n),
    parent: null,
    name: `iteration ${n}`,
    startedAt,
    endedAt: at,
    attributes: {
      'jumar.iteration': n,
      'jumar.decision': decision.action,
      'jumar.rule': decision.rule,
      'jumar.blockers': blockers,
      ...(score === null ? {} : { 'jumar.score': score }),
    },
    problem: decision.action === 'rollback' ? decision.reason : null,
  };
  const attributes = { 'jumar.decision': decision.action };
  const caught = blockers === 0 ? [] : [{ name: 'jumar.caught' as const, value: blockers, attributes }];
  return { spans: [span], metrics: [{ name: 'jumar.iterations' as const, value: 1, attributes }, ...caught] };
}

function sessionFacts(state: LoopState, startedAt: number, at: number) {
  const { ended, id, taskType, activeMs } = state;
  const span: SpanFact = {
    id: 'loop',
    parent: null,
    name: 'loop',
    startedAt,
    endedAt: at,
    attributes: {
      'jumar.loop': id,
      'jumar.task.type': taskType,
      'jumar.status': state.status,
      'jumar.iterations': currentIteration(state)?.n ?? 0,
      ...(ended && { 'jumar.ending': ended.ending }),
    },
    problem: ended && ended.ending !== 'completed' ? ended.reason : null,
  };
  const verified =
    ended?.ending === 'completed'
      ? [
          {
            name: 'jumar.time_to_verified' as const,
            value: activeMs / 1000,
            attributes: { 'jumar.task.type': taskType },
          },
        ]
      : [];
  return { spans: [span], metrics: verified };
}

function spans(one: SpanFact) {
  return { spans: [one], metrics: [] };
}
