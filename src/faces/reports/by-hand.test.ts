import { describe, expect, test } from 'vitest';
import { scoredLoop } from '../../../test/support/scored-loop.ts';
import { analyticsOf } from '../../core/analytics/analytics.ts';
import { summaryOf } from '../../core/analytics/summary.ts';
import type { LoopEvent } from '../../core/state/events.ts';
import type { LoopState } from '../../core/state/state.ts';
import { theSettings } from '../../testing/builders.ts';
import { exportLoop } from '../export/export-loop.ts';
import { trajectoryFile } from './best-tracker.ts';
import { commitMessage } from './commit-message.ts';
import { endText } from './end.ts';
import { iterationsText } from './format.ts';
import { iterationReport } from './iteration-report.ts';
import { completionReport } from './markdown.ts';
import { iterationReceipt } from './receipt.ts';

/** Two iterations, the second built upon the first; those named were made by a person. */
function loop(...byHand: number[]): LoopState {
  const state = scoredLoop({
    created: { settings: theSettings({ limits: { maxIterations: 3 } }) },
    baseline: { score: 0.2 },
    iterations: [
      { score: 0.5, changes: { paths: ['a.js'], insertions: 1, deletions: 1 } },
      { score: 0.9, changes: { paths: ['b.js'], insertions: 2, deletions: 2 } },
    ],
    ended: { ending: 'completed', reason: 'the criterion holds at iteration 2' },
  });
  const iterations = state.iterations.map((one) =>
    byHand.includes(one.n) ? { ...one, byHand: true, run: null, by: null, agent: null } : one,
  );
  return { ...state, iterations };
}

const sources = { files: '/files', artifacts: async () => null, patternName: (id: string) => id };

describe('what a person made by hand', () => {
  test("is counted separately from the agent's iterations in every report", async () => {
    const state = loop(2);
    expect(endText(state)).toContain('SUCCESS, 1 of 3 iterations and 1 by hand, ');
    expect(summaryOf(state)).toMatchObject({ iterations: 1, byHand: 1 });
    expect(analyticsOf(state)).toMatchObject({ iterations: 1, iterations_by_hand: 1 });
    expect(trajectoryFile(state)).toMatchObject({ total_iterations: 1, iterations_by_hand: 1 });
    expect(await exportLoop(state, 'completed', sources)).toMatchObject({
      iteration: 1,
      iterations_by_hand: 1,
      iteration_history: [{ by_hand: false }, { by_hand: true }],
    });
  });

  test('is shown with its changes', () => {
    const state = loop(2);
    expect(endText(state)).toContain('changed 2 files, +3, -3 over 2 iterations');
    expect(endText(state)).toContain('#2 changed b.js by hand: ');
    expect(completionReport(state)).toMatch(/^\| 2 \(kept\) \| by hand \| 1 file \|/m);
    expect(iterationReport(state, state.iterations[2] as LoopState['iterations'][number])).toContain(
      '**Changed**: by hand, between two sessions, 1 file, +2, -2: b.js',
    );
  });

  test('in an older log without that record: unknown, never zero', () => {
    const kept = { commit: 'c', tree: 't', head: null, name: 'saved-1', adopted: true, unknown: true };
    const resumed: LoopEvent = { type: 'session-started', pid: 2, resumed: true };
    const paused: LoopEvent = { type: 'loop-paused', cause: 'request' };
    const state = scoredLoop({
      iterations: [{ score: 0.5, next: [paused, resumed, { type: 'workspace-saved', ...kept }] }],
    });
    const edited = state.iterations[2] as LoopState['iterations'][number];
    expect(edited).toMatchObject({ byHand: true, changesUnknown: true });
    expect(iterationReport(state, edited)).toContain('**Changed**: by hand, between two sessions; not recorded');
    expect(iterationReceipt(edited).changes).toBeNull();
    const judged = { ...edited, decision: (state.iterations[1] as typeof edited).decision };
    const both = { ...state, best: 2, iterations: [...state.iterations.slice(0, 2), judged] };
    expect(completionReport(both)).toMatch(/^\| 2 \(best so far\) \| by hand \| unknown \|/m);
    expect(completionReport(both)).toContain('#2 made unrecorded changes by hand: ');
  });

  test.each([
    { byHand: [2], says: 'some of these changes by hand', trailer: '2', agent: 'command' },
    { byHand: [1], says: 'some of these changes by hand', trailer: '1', agent: 'command' },
    { byHand: [1, 2], says: 'these changes by hand; no agent did', trailer: '1, 2', agent: 'none' },
  ])('is named in the commit: $trailer', ({ byHand, says, trailer, agent }) => {
    const message = commitMessage(loop(...byHand), 2);
    expect(message).toContain(`A person made ${says}`);
    expect(message).toContain(`\nJumar-By-Hand: ${trailer}\n`);
    expect(message).toContain(`\nJumar-Agent: ${agent}\n`);
  });

  test('is omitted if there is none', () => {
    const state = loop();
    expect(commitMessage(state, 2)).not.toMatch(/hand/i);
    expect(endText(state)).not.toContain('by hand');
    expect(iterationsText(1, 0)).toBe('1 iteration');
  });
});
