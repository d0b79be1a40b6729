import { expect, test } from 'vitest';
import { type ScoredIteration, scoredRecords } from '../../../test/support/scored-loop.ts';
import { evolve } from '../../core/evolve.ts';
import type { LoopEvent } from '../../core/state/events.ts';
import type { LoopFinding } from '../../core/state/finding.ts';
import type { LoopState } from '../../core/state/state.ts';
import { aFinding, aVerdict } from '../../testing/builders.ts';
import { consoleReporter } from './console.ts';

const place = { path: 'a.test.js', line: 4 };
const skipped = aFinding({
  id: 'skip',
  type: 'test_skipping',
  before: place,
  after: place,
  why: '"adds" is now skipped.',
});
const again = aFinding({
  id: 'again',
  pattern: 'fails-with-original-tests',
  before: null,
  after: { ...place, line: 1 },
  why: 'npm test holds only with the changed a.test.js.',
});

/** What the console prints of one iteration, of which the run with the original tests finds `again`. */
function printed(findings: LoopFinding[], reason: string): string {
  const cheat: ScoredIteration = {
    score: 0.9,
    findings,
    verdicts: [aVerdict({ outcome: 'pass' })],
    decision: { action: 'rollback', rule: 'regression', reason, confidence: 0.9 },
  };
  const pristine: LoopEvent = {
    type: 'pristine-checked',
    iteration: 1,
    files: { paths: ['a.test.js'], count: 1 },
    verdicts: [],
    findings: [again],
    durationMs: 1,
  };
  let [text, state]: [string, LoopState | null] = ['', null];
  const reporter = consoleReporter((more) => {
    text += more;
  });
  const records = scoredRecords({ iterations: [cheat] }).flatMap((one) =>
    one.event.type === 'iteration-judged' && one.event.iteration === 1 ? [{ ...one, event: pristine }, one] : [one],
  );
  for (const [index, { at, event }] of records.entries()) {
    state = evolve(state, { seq: index + 1, at, event });
    reporter.onEvent({ seq: index + 1, at, event }, state);
  }
  return text;
}

test('what the run with the original tests finds is said once: in the decision, by what it follows from, or by itself', () => {
  const times = (text: string) => text.split(again.why).length - 1;
  expect(times(printed([skipped], '"adds" is now skipped. (a.test.js:4); back to iteration 0'))).toBe(0);
  expect(times(printed([], `${again.why} (a.test.js:1); back to iteration 0`))).toBe(1);
  expect(times(printed([], '3 iterations without a better one'))).toBe(1);
});
