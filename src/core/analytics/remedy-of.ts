import { commandOf, isForAgentToAdd } from '../criteria/criterion.ts';
import { verdictsRemedy } from '../remedies/check-remedy.ts';
import { remedyFor } from '../remedies/remedies.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import { setupProblem } from '../verification/setup.ts';

const LINES = 12;
const ASKED_OF_AGENTS = { install: {}, build: null };

/** What to do about the loop's last failure, from what its agent or its checks printed; null if nothing known was printed. */
export function remedyOf(state: LoopState): string | null {
  const { ended } = state;
  if (ended?.ending === 'completed' || ended?.ending === 'not-shown' || ended?.ending === 'aborted') return null;
  const last = state.iterations.findLast(({ verdicts, agent }) => verdicts !== null || agent !== null);
  const refused =
    ended?.ending === 'agent-cannot-run'
      ? remedyFor(ended.reason, { ...ASKED_OF_AGENTS, agent: state.agent.name })
      : null;
  if (!last) return refused?.text ?? null;
  return agentRemedy(state, last) ?? refused?.text ?? missingScriptRemedy(state, last) ?? checkRemedy(state, last);
}

/** The check names what the project does not have: another folder, a typo, or what the agent is to add. */
function missingScriptRemedy({ criteria }: LoopState, { n, verdicts }: IterationState): string | null {
  const missing = n === 0 ? verdicts?.find(({ unmeasured }) => unmeasured === 'no-script') : undefined;
  const criterion = criteria.find(({ id }) => id === missing?.criterion);
  const command = criterion ? commandOf(criterion) : null;
  if (command === null || isForAgentToAdd(criterion)) return null;
  return `start Jumar in the folder that has it, or correct the name; if the agent should add it, put the command in backticks: --until '\`${command}\`'`;
}

/** What to do before an agent runs on a project that is not set up. */
export function checkRemedy(state: LoopState, { n, verdicts }: IterationState): string | null {
  const before = n > 0 ? (state.iterations[0]?.verdicts ?? []) : [];
  return (
    verdictsRemedy(verdicts ?? [], state.toolchain, before) ?? (setupProblem(state) ? setupRemedy(state, n) : null)
  );
}

function setupRemedy({ id, settings }: LoopState, n: number): string {
  return `run \`${settings.verify.setup}\` here until it works, then start again; \`jumar show ${id} ${n} --checks\` shows all that it printed`;
}

/** Only the end of what a failed run printed: what it said while it worked is no symptom. */
function agentRemedy(state: LoopState, { agent, by }: IterationState): string | null {
  if (!agent || agent.outcome === 'ok') return null;
  const end = agent.excerpt.trimEnd().split('\n').slice(-LINES).join('\n');
  const facts = { ...ASKED_OF_AGENTS, agent: by ?? state.agent.name };
  return remedyFor(`${agent.reason}\n${end}`, facts)?.text ?? null;
}
