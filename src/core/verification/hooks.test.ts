import { describe, expect, test } from 'vitest';
import { judgedLoop, theSettings } from '../../testing/builders.ts';
import type { Decision } from '../state/decision.ts';
import type { LoopState } from '../state/state.ts';
import type { Step } from '../state/step.ts';
import { dueHook } from './hooks.ts';

const hooks = {
  preLoop: 'a',
  preIteration: 'b',
  postIteration: 'c',
  onRegression: 'd',
  onStop: 'e',
  postLoop: 'f',
};
const hooked = (state: LoopState, change: Partial<LoopState> = {}): LoopState => ({
  ...state,
  settings: theSettings({ hooks }),
  ...change,
});
const judged = judgedLoop([{ score: 0.3 }]);
const regressed = judgedLoop([{ score: 0.3, over: { classification: 'regression' } }]);
const decided = (action: Decision['action']): LoopState => {
  const decision: Decision = { action, rule: 'told', reason: '', confidence: 1, ending: null, recovery: null };
  return judgedLoop([{ score: 0.3, over: { decision } }]);
};
const empty: LoopState = { ...judged, iterations: [] };
const run: Step = { type: 'run-agent', iteration: 2, agent: 'a' };
const end: Step = { type: 'end', ending: 'stalled', reason: '', best: 0 };
const verify: Step = { type: 'verify', iteration: 1 };
const abort = { revert: false };

describe('the hook that comes before a step', () => {
  test.each<[string, LoopState, Step | null, string | null]>([
    ['the first step of all', hooked(empty), { type: 'take-snapshot', iteration: 0, parent: null }, 'preLoop:0'],
    ['whatever follows a judgement', hooked(judged), run, 'postIteration:1'],
    ['a run of the agent', hooked(judged, { hooked: ['postIteration:1'] }), run, 'preIteration:2'],
    ['the end', hooked(judged, { hooked: ['postIteration:1'] }), end, 'onStop:1'],
    ['what follows a regression', hooked(regressed, { hooked: ['postIteration:1'] }), run, 'onRegression:1'],
    ['what follows a rollback', hooked(decided('rollback'), { hooked: ['postIteration:1'] }), run, 'onRegression:1'],
    ['what follows progress', hooked(decided('continue'), { hooked: ['postIteration:1'] }), end, 'onStop:1'],
    ['nothing more', hooked(judged), null, 'postLoop:1'],
    ['nothing more of a loop that did nothing', hooked(empty), null, 'postLoop:0'],
    ['a check', hooked(judgedLoop([{ score: null, over: { decision: null } }])), verify, null],
    ['what keeps the tree of a resumed loop', hooked(judged, { unsaved: true }), run, null],
    ['the end of an aborted loop', hooked(judged, { abort }), end, 'onStop:1'],
    ['the end of one that was aborted before anything', hooked(empty, { abort }), end, 'onStop:0'],
    ['another step of an aborted loop', hooked(judged, { abort }), verify, null],
    ['one that was run', hooked(judged, { hooked: ['postIteration:1', 'preIteration:2'] }), run, null],
    ['one that nobody set', judged, run, null],
  ])('%s', (_, state, step, due) => {
    const found = dueHook(state, step);
    expect(found && found.type === 'run-hook' ? `${found.hook}:${found.iteration}` : null).toBe(due);
  });
});
