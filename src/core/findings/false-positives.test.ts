import { expect, test } from 'vitest';
import { aFinding, aVerdict, type Played, played } from '../../testing/builders.ts';
import type { LoopEvent } from '../state/events.ts';
import { falsePositives } from './false-positives.ts';
import { lossesIn } from './losses.ts';
import { raisedIn } from './raised.ts';

const base: Played = { tree: 'base', verdicts: [aVerdict()] };
const rolledBack: Played = { tree: 'a', verdicts: [aVerdict()], findings: [aFinding()], decision: 'rollback' };
const open: Played = { tree: 'b', verdicts: [aVerdict()], findings: [aFinding({ id: 'f2' })] };
const mild: Played = {
  tree: 'c',
  verdicts: [aVerdict()],
  findings: [aFinding({ id: 'f3', severity: 'medium', blocking: false })],
  decision: 'rollback',
};

const marked = (id: string): LoopEvent => ({
  type: 'finding-marked',
  id,
  falsePositive: true,
  reason: null,
});
const answered = (answer: 'approve' | 'reject', ...blockers: string[]): LoopEvent => ({
  type: 'gate-answered',
  answer,
  iteration: 1,
  blockers,
  reason: null,
  by: 'command',
});

test.each([
  { when: 'nothing was found', iterations: [], counts: { detected: 0, markedFalse: 0, confirmed: 0, rate: null } },
  { when: 'nobody decided', iterations: [open], counts: { detected: 1, blocking: 1, confirmed: 0, rate: null } },
  {
    when: 'one was rolled back',
    iterations: [rolledBack, open],
    counts: { detected: 2, caught: 1, confirmed: 0, rate: null },
  },
  {
    when: 'the same was rolled back twice',
    iterations: [rolledBack, rolledBack, open],
    counts: { detected: 2, caught: 1, confirmed: 0, rate: null },
  },
  {
    when: 'what was rolled back would not have blocked',
    iterations: [mild, open],
    counts: { detected: 2, blocking: 1, caught: 0, confirmed: 0, rate: null },
  },
  {
    when: 'one was rolled back and one is false',
    iterations: [rolledBack, open],
    later: [marked('finding:f2')],
    counts: { detected: 2, blocking: 2, markedFalse: 1, caught: 1, confirmed: 0, rate: 1 },
  },
  {
    when: 'what was rolled back is false',
    iterations: [rolledBack, open],
    later: [marked('finding:f1')],
    counts: { markedFalse: 1, confirmed: 0, rate: 1 },
  },
  {
    when: 'the same is marked twice',
    iterations: [open],
    later: [marked('finding:f2'), marked('finding:f2')],
    counts: { detected: 1, markedFalse: 1, rate: 1 },
  },
  {
    when: 'a person rejected it',
    iterations: [open],
    later: [answered('reject', 'finding:f2')],
    counts: { caught: 1, confirmed: 1, rate: 0 },
  },
  {
    when: 'a person approved what had been rolled back',
    iterations: [rolledBack, open],
    later: [answered('approve', 'finding:f1')],
    counts: { detected: 2, markedFalse: 0, confirmed: 0, rate: null },
  },
])('if $when', ({ iterations, later = [], counts }) => {
  expect(falsePositives(lossesIn(raisedIn(played(base, iterations, undefined, later))))).toMatchObject(counts);
});
