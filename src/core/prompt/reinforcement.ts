import type { Reinforcement } from '../state/reinforcement-level.ts';
import { type IterationState, type LoopState, launches } from '../state/state.ts';

const STANDARD_FROM = 5;
const PLATEAU = 3;
const PLATEAU_CHANGE = 0.05;
const CALM = 2;

/** The level for the prompt after the last judged iteration, and why it changed; null if it stays. */
export function nextReinforcement(state: LoopState): { to: Reinforcement; reason: string } | null {
  const { setting } = state.settings.reinforcement;
  const from = state.reinforcement;
  const next = setting === 'ADAPTIVE' ? adapted(state) : { to: setting, reason: `reinforcement is set to ${setting}` };
  return next.to === from ? null : next;
}

function adapted(state: LoopState): { to: Reinforcement; reason: string } {
  const judged = state.iterations.filter(({ n, decision }) => n >= 1 && decision !== null);
  const last = judged.at(-1);
  if (last && isRegression(last)) return { to: 'AGGRESSIVE', reason: `regression in iteration ${last.n}` };
  const calm = judged.slice(-CALM);
  const recent = judged.length > 0 && (calm.length < CALM || calm.some(isRegression));
  if (state.reinforcement === 'AGGRESSIVE' && recent) return { to: 'AGGRESSIVE', reason: '' };
  if (isPlateau(judged.slice(-PLATEAU))) {
    return { to: 'STANDARD', reason: `quality plateau: ${PLATEAU} iterations with less than 5 % change` };
  }
  if (launches(state) >= STANDARD_FROM) return { to: 'STANDARD', reason: `iteration ${STANDARD_FROM} reached` };
  return { to: 'MINIMAL', reason: `${CALM} iterations without a regression` };
}

function isRegression({ classification, decision }: IterationState): boolean {
  return classification === 'regression' || decision?.action === 'rollback' || decision?.action === 'escalate';
}

function isPlateau(judged: readonly IterationState[]): boolean {
  const scores = judged.map(({ score }) => score).filter((score) => score !== null);
  return scores.length === PLATEAU && Math.max(...scores) - Math.min(...scores) < PLATEAU_CHANGE;
}

const REMINDERS = [
  'The checks are run by a program that you cannot talk to. Only their result counts.',
  'Do not delete, skip or weaken a test; do not change the checks, their configuration or what they import.',
  'Change the source so that the tests pass for the right reason, for inputs that no test names as well.',
  'Read what failed before you change anything; name the cause in one sentence to yourself first.',
  'Run the checks yourself before you stop, and look at their whole output.',
  'Do not catch an error only to hide it, do not return a constant that a test happens to expect, do not branch on the test environment.',
  'Leave every test that passed before passing: a repaired test does not pay for a broken one.',
  'An earlier iteration slipped back and was undone. Make the smallest change that can be right, and check it against every test that passed before.',
  'If the same idea failed before, it will fail again: choose another one and say why it differs.',
  'If you cannot go on honestly, write the reason into $JUMAR_BLOCKED_FILE. That is a good result; a faked pass is not.',
];

const HOW_MANY: Record<Reinforcement, number> = { OFF: 0, MINIMAL: 2, STANDARD: 6, AGGRESSIVE: REMINDERS.length };

/** At most 0, 100, 300 and 500 tokens. */
export function reinforcementText(level: Reinforcement): string {
  return REMINDERS.slice(0, HOW_MANY[level])
    .map((reminder) => `- ${reminder}`)
    .join('\n');
}
