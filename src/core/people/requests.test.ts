import { expect, test } from 'vitest';
import { aGate, agentStarted, loopCreated, theSettings } from '../../testing/builders.ts';
import { fold } from '../fold.ts';
import type { Settings } from '../state/settings.ts';
import type { LoopState } from '../state/state.ts';
import type { Step } from '../state/step.ts';
import { doubtIn } from './requests.ts';

type Sandbox = Settings['agent']['sandbox'];

function aState(
  sandbox: Sandbox,
  { problem = null as string | null, room = 'room' as 'room' | 'copy', hasRun = false } = {},
): LoopState {
  const settings = theSettings({ agent: { sandbox } });
  return fold([
    { seq: 1, at: 0, event: loopCreated({ settings }) },
    {
      seq: 2,
      at: 1,
      event: { type: 'session-started', pid: 1, resumed: false, room: { kind: room, why: null }, cell: { problem } },
    },
    ...(hasRun ? [{ seq: 3, at: 2, event: agentStarted(1) }] : []),
  ]) as LoopState;
}

const agentRuns: Step = { type: 'run-agent', iteration: 1, agent: 'claude' };
const checksRun: Step = { type: 'verify', iteration: 1 };
const hookRuns: Step = { type: 'run-hook', hook: 'preIteration', iteration: 1 };
const guards: Step = { type: 'guard', iteration: 1, baseline: 0 };
const flips: Step = { type: 'flip-expectations', iteration: 1, baseline: 0 };
const mutates: Step = { type: 'test-mutants', iteration: 1, baseline: 0 };
const newTests: Step = { type: 'check-new-tests', iteration: 1, baseline: 0 };
const heldOut: Step = { type: 'check-held-out', iteration: 1 };
const asks: Step = { type: 'ask', gate: aGate() };
const waits: Step = { type: 'wait', agent: 'claude', until: 9, reason: '' };

test.each<[string, Step | null, LoopState, boolean]>([
  ['settings', agentRuns, aState('cell'), true],
  ['gate', agentRuns, aState('bwrap'), true],
  ['settings', agentRuns, aState('cell', { problem: 'no bubblewrap' }), false],
  ['gate', agentRuns, aState('none'), false],
  ['settings', agentRuns, aState('agent'), true],
  ['settings', agentRuns, aState('agent', { problem: 'no bubblewrap' }), false],
  ['settings', checksRun, aState('cell'), true],
  ['settings', checksRun, aState('cell', { room: 'copy' }), false],
  ...[checksRun, flips, mutates, newTests, heldOut].flatMap((step): [string, Step, LoopState, boolean][] => [
    ['settings', step, aState('cell', { hasRun: true }), true],
    ['settings', step, aState('cell', { hasRun: true, room: 'copy' }), false],
    ['settings', step, aState('none', { hasRun: true }), false],
  ]),
  ['settings', hookRuns, aState('cell'), false],
  ['settings', guards, aState('none', { hasRun: true }), false],
  ['settings', guards, aState('none'), true],
  ['gate', asks, aState('none', { hasRun: true }), true],
  ['gate', waits, aState('none', { room: 'copy' }), true],
  ['settings', null, aState('none', { room: 'copy' }), true],
  ['pause', agentRuns, aState('none'), true],
  ['skip', agentRuns, aState('none'), true],
  ['abort', agentRuns, aState('none'), true],
  ['go-on', checksRun, aState('none', { room: 'copy' }), true],
])('%s during %o is believed or not', (type, step, state, isBelieved) => {
  expect(doubtIn({ type }, step, state) === null).toBe(isBelieved);
});
