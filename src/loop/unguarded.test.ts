import { expect, test } from 'vitest';
import { fold } from '../core/fold.ts';
import type { LoopEvent } from '../core/state/events.ts';
import { outcomes } from '../core/state/outcome.ts';
import type { LoopState } from '../core/state/state.ts';
import { aVerdict, loopCreated, theSettings } from '../testing/builders.ts';
import { fakeWorld } from '../testing/fake-world.ts';
import { runLoop } from './run-loop.ts';

/** The checks hold from the first iteration on; the guard fails in the iterations named. */
function scene(failing: readonly number[], settings: object = {}) {
  const given = fakeWorld({
    start: 'raw',
    agent: (n, tree) => `${tree}+${n}`,
    check: (tree) => [aVerdict({ outcome: tree.startsWith('raw+1') ? 'pass' : 'fail' })],
  });
  const guard = { failing };
  given.ports.guardian = {
    async inspect({ after }) {
      if (guard.failing.some((n) => after.endsWith(`/${n}`))) throw new Error('the analyst was ended');
      return { findings: [], skipped: [{ path: 'dist/a.min.js', reason: 'minified' }] };
    },
  };
  const run = async () => {
    const resumed = given.records.length > 0;
    const opening: LoopEvent[] = resumed
      ? [{ type: 'session-started', pid: 2, resumed }]
      : [loopCreated({ settings: theSettings(settings) }), { type: 'session-started', pid: 1, resumed }];
    for (const event of opening) await given.ports.log.append(event);
    return runLoop(fold(given.records) as LoopState, given.ports, new AbortController().signal, () => {});
  };
  return { ...given, guard, run };
}

test('an iteration that the guard could not judge neither completes the loop nor is best; the next one says why', async () => {
  const { run, world } = scene([1]);
  const state = await run();
  expect(state.iterations[1]).toMatchObject({ best: 0, unguarded: 'the analyst was ended' });
  expect(state.iterations[1]?.decision).toMatchObject({ action: 'continue' });
  expect(state.iterations[1]?.decision?.reason).toContain('the guard could not judge iteration 1');
  expect(world.launches[1]?.prompt).toContain('the guard could not judge iteration 1');
  expect(state.ended).toMatchObject({ ending: 'completed', best: 2 });
  expect(state.iterations[2]?.notJudged).toEqual({ files: [{ path: 'dist/a.min.js', reason: 'minified' }], count: 1 });
});

test('a guard that can never judge ends the loop as not measured', async () => {
  const { run, world } = scene([1, 2, 3, 4]);
  const state = await run();
  expect(state.ended).toMatchObject({
    ending: 'could-not-measure',
    best: 0,
    reason: expect.stringContaining('the guard could not judge 3 iterations in a row (the analyst was ended)'),
  });
  expect(outcomes['could-not-measure'].exitCode).toBe(7);
  expect(world.tree).toBe('raw');
});

test('a resume asks the guard about the same iteration again', async () => {
  const { run, guard, world } = scene([1], { limits: { maxIterations: 1 } });
  expect((await run()).ended).toMatchObject({ ending: 'iteration-limit', best: 0 });
  guard.failing = [];
  world.tree = 'raw';
  expect((await run()).ended).toMatchObject({ ending: 'completed', best: 1 });
});

test('a person may accept what the guard could not judge', async () => {
  const { run, ports } = scene([1], { limits: { maxIterations: 1 } });
  await run();
  const about = { iteration: 1, blockers: ['unguarded:1'], reason: 'I read it', by: 'command' as const };
  await ports.log.append({ type: 'gate-answered', answer: 'approve', ...about });
  expect((await run()).ended).toMatchObject({ ending: 'completed', best: 1 });
});
