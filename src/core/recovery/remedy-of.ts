import type { Verdict } from '../criteria/verdict.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import { remedyFor } from './remedies.ts';

const LINES = 12;

/** What to do about the loop's last failure, from what its agent or its checks printed; null if nothing known was printed. */
export function remedyOf(state: LoopState): string | null {
  const { ended } = state;
  if (ended?.ending === 'completed' || ended?.ending === 'not-shown' || ended?.ending === 'aborted') return null;
  const last = state.iterations.findLast(({ verdicts, agent }) => verdicts !== null || agent !== null);
  const refused =
    ended?.ending === 'agent-cannot-run' ? remedyFor(ended.reason, { install: {}, agent: state.agent.name }) : null;
  return (last && agentRemedy(state, last)) ?? refused?.text ?? (last ? checkRemedy(state, last) : null);
}

/** What to do before an agent runs on a project that is not set up. */
export function checkRemedy(state: LoopState, { verdicts }: IterationState): string | null {
  const facts = { install: state.toolchain?.install ?? {}, agent: null };
  for (const verdict of verdicts ?? []) {
    const remedy = verdict.outcome === 'pass' ? null : remedyFor(printedBy(verdict), facts);
    if (remedy) return remedy.text;
  }
  return null;
}

/** The excerpt has room for few failures; the others are known by a line each. */
function printedBy({ reason, excerpt, failures = [] }: Verdict): string {
  return [reason, excerpt, ...failures.map(({ message }) => message)].join('\n');
}

/** Only the end of what a failed run printed: what it said while it worked is no symptom. */
function agentRemedy(state: LoopState, { agent, by }: IterationState): string | null {
  if (!agent || agent.outcome === 'ok') return null;
  const end = agent.excerpt.trimEnd().split('\n').slice(-LINES).join('\n');
  return remedyFor(`${agent.reason}\n${end}`, { install: {}, agent: by ?? state.agent.name })?.text ?? null;
}
