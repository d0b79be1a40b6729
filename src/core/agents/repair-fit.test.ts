import { expect, test } from 'vitest';
import { played, testsVerdict, theSettings } from '../../testing/builders.ts';
import type { Verdict } from '../criteria/verdict.ts';
import { judge } from '../judge.ts';
import type { LoopState } from '../state/state.ts';

const run = (seconds: number, over: Partial<Verdict> = {}): Verdict => ({
  ...testsVerdict(4, 10),
  runner: 'mocha',
  durationMs: seconds * 1000,
  ...over,
});
function by(names: readonly string[], verdicts: Verdict[], budgetSeconds = 60): LoopState {
  const state = played({ tree: 'a', verdicts }, [], theSettings({ repair: { budgetSeconds } }));
  const [agent] = state.agents;
  return { ...state, agents: names.map((name) => ({ ...agent, name })) as LoopState['agents'] };
}
const decided = (state: LoopState) => judge(state, 0).decision;

test('a suite too slow to search with ends the loop before the built-in agent runs', () => {
  const { ending, reason } = decided(by(['repair'], [run(17)]));
  expect(ending).toBe('agent-cannot-run');
  expect(reason).toBe(
    'npm test took 17 s, and the built-in agent can search only with tests that take less than 15 s. Give it more time (jumar config set repair.budgetSeconds 80), name a faster command that shows the failure (--until), or another agent',
  );
});

test.each<[string, LoopState]>([
  ['a fast suite', by(['repair'], [run(14)])],
  ['more time', by(['repair'], [run(17)], 80)],
  ['a runner that can be asked for files', by(['repair'], [run(17, { runner: 'vitest' })])],
  ['a runner that it drives itself', by(['repair'], [run(17, { runner: 'node:test' })])],
  ['another agent in the order', by(['repair', 'claude'], [run(17)])],
  ['another agent', by(['claude'], [run(17)])],
  ['a faster check beside it', by(['repair'], [run(17), run(2, { criterion: 'c2' })])],
  ['a result of an earlier run', by(['repair'], [run(0, { cached: true })])],
  ['a command that counts no tests', by(['repair'], [run(17, { tests: null })])],
])('it runs with %s', (_, state) => {
  expect(decided(state).ending).toBeNull();
});
