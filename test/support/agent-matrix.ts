import { type Scenario, scenarios } from './model-scenarios.ts';

/** The agents whose real programs the extended suite drives, by their titles. */
export const realAgents = {
  claude: 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  opencode: 'OpenCode',
} as const;

export type RealAgent = keyof typeof realAgents;

/** The outcome and error kind of every run, and the exit code of the loop that is then given up or at its limit. */
type Expected = readonly [outcome: string, kind: string | null, exit: number];

export interface Situation {
  words: string;
  scenario: Scenario;
  expected: Record<RealAgent, Expected>;
}

const same = (...expected: Expected): Situation['expected'] => ({
  claude: expected,
  codex: expected,
  gemini: expected,
  opencode: expected,
});

/**
 * What each real agent makes of each situation: the extended suite takes it from here, and so does the table in
 * docs/agents.md. In this order one loop meets them all, each by a resume from the one before.
 */
export const situations: readonly Situation[] = [
  { words: 'wrong key (401)', scenario: scenarios.auth, expected: same('failed', 'auth', 6) },
  {
    words: 'rate-limited (429) for ever',
    scenario: scenarios.limitForEver,
    expected: same('limit', 'rate_limit', 6),
  },
  { words: 'overloaded (503)', scenario: scenarios.overload, expected: same('limit', 'overloaded', 6) },
  { words: 'answer cut off', scenario: scenarios.truncated, expected: same('failed', 'transport', 6) },
  { words: 'empty answer', scenario: scenarios.empty, expected: same('failed', 'transport', 6) },
  { words: 'HTML instead of an answer', scenario: scenarios.html, expected: same('failed', 'transport', 6) },
  {
    words: 'answer that never ends',
    scenario: scenarios.hanging,
    // Codex has a timeout of its own, and says so.
    expected: { ...same('silent', null, 1), codex: ['failed', 'transport', 6] },
  },
  {
    words: 'rate-limited twice, then fine',
    scenario: scenarios.limitTwice,
    expected: same('ok', null, 1),
  },
  {
    words: 'refusal',
    scenario: scenarios.refusal,
    // Codex and Gemini CLI tell a refusal as an answer like any other.
    expected: { ...same('failed', 'refusal', 1), codex: ['ok', null, 1], gemini: ['ok', null, 1] },
  },
  { words: 'no end of turns', scenario: scenarios.endless, expected: same('failed', 'max_turns', 1) },
];

/** How a usage limit comes out; only Claude Code tells its reset to the second, so that it can be waited for here. */
export const usageLimits: Record<RealAgent, Expected> = {
  claude: ['limit', 'usage_limit', 1],
  codex: ['limit', 'usage_limit', 6],
  gemini: ['limit', 'usage_limit', 6],
  opencode: ['failed', 'billing', 6],
};

/** The rows of the table in docs/agents.md: a situation, and what came of it with each agent. */
export function situationTable(): string {
  const agents = Object.keys(realAgents) as RealAgent[];
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const rowOf = (words: string, expected: Situation['expected']) =>
    row([words, ...agents.map((agent) => inWords(expected[agent]))]);
  return [
    row(['', ...Object.values(realAgents)]),
    row(['', ...agents].map(() => '---')),
    rowOf('edits a file and finishes', same('ok', null, 0)),
    ...situations.map(({ words, expected }) => rowOf(words, expected)),
    rowOf('usage limit', usageLimits),
    row(['Ctrl-C while a tool runs', ...agents.map(() => 'paused, exit 130')]),
  ].join('');
}

function inWords([outcome, kind, exit]: Expected): string {
  if (outcome === 'ok') return 'ok';
  return `${outcome}${kind ? `: ${kind}` : ''}${exit === 6 ? ', exit 6' : ''}`;
}
