import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inMutationRun } from '../../test/support/mutation-run.ts';
import { fold } from '../core/fold.ts';
import type { LoopEvent } from '../core/state/events.ts';
import type { LoopState } from '../core/state/state.ts';
import { loopCreated, testsVerdict, theSettings } from '../testing/builders.ts';
import { fakeWorld, type WorldScript } from '../testing/fake-world.ts';
import { runLoop } from './run-loop.ts';

const TOTAL = 8;

/** The tree is the list of values the agent left; how many tests pass is its last character. */
function passing(tree: string): number {
  return Number(/(\d)(?:\+droppings)?$/.exec(tree)?.[1] ?? 0);
}

function scripted(moves: readonly number[], over: Partial<WorldScript> = {}): WorldScript {
  return {
    start: '0',
    agent: (iteration, tree) => `${tree}${moves[(iteration - 1) % moves.length]}`,
    check: (tree) => [testsVerdict(passing(tree), TOTAL)],
    ...over,
  };
}

async function start(world: ReturnType<typeof fakeWorld>, settings = theSettings()) {
  const { ports, records } = world;
  if (records.length === 0) await ports.log.append(loopCreated({ settings }));
  const resumed = records.some(({ event }) => event.type === 'session-started');
  await ports.log.append({ type: 'session-started', pid: 1, resumed });
  return runLoop(fold(records) as LoopState, ports, new AbortController().signal, () => {});
}

/** What must be the same however often the run was cut: the judgements and the trees they speak of. */
function story(state: LoopState) {
  return {
    status: state.status,
    ended: state.ended && { ending: state.ended.ending, reason: state.ended.reason, best: state.ended.best },
    best: state.best,
    iterations: state.iterations.map(({ n, parent, snapshot, decision, score }) => ({
      n,
      parent,
      tree: snapshot?.tree,
      decision,
      score,
    })),
  };
}

describe('the driver', () => {
  test('runs until the criteria hold and keeps that tree', async () => {
    const world = fakeWorld(scripted([3, 5, TOTAL]));
    const state = await start(world);
    expect(state.ended).toMatchObject({ ending: 'completed', best: 3 });
    expect(world.world.launches.map(({ iteration }) => iteration)).toEqual([1, 2, 3]);
    expect(world.world.tree).toBe('0358');
  });

  test('launches nothing if the criteria already hold', async () => {
    const world = fakeWorld(scripted([1], { start: String(TOTAL) }));
    const state = await start(world);
    expect(state.ended).toMatchObject({ ending: 'completed', best: 0 });
    expect(world.world.launches).toEqual([]);
  });

  test('a slip is rolled back, and the next iteration starts from best', async () => {
    const world = fakeWorld(scripted([6, 1, TOTAL]));
    const state = await start(world);
    expect(state.iterations.map(({ parent }) => parent)).toEqual([null, 0, 1, 1]);
    expect(state.iterations[2]?.decision?.action).toBe('rollback');
    expect(world.world.tree).toBe('068');
  });

  test('at the limit the best iteration is in the workspace, not the last', async () => {
    const world = fakeWorld(scripted([6, 5]));
    const state = await start(world, theSettings({ limits: { maxIterations: 2 }, rules: { dropThreshold: 0.5 } }));
    expect(state.ended).toMatchObject({ ending: 'iteration-limit', best: 1 });
    expect(world.world.tree).toBe('06');
  });

  test('a limit that was raised lets an ended loop go on from best', async () => {
    const world = fakeWorld(scripted([4, 6, TOTAL]));
    await start(world, theSettings({ limits: { maxIterations: 2 } }));
    await world.ports.log.append({ type: 'settings-changed', settings: theSettings({ limits: { maxIterations: 5 } }) });
    const state = await start(world);
    expect(state.ended).toMatchObject({ ending: 'completed', best: 3 });
    expect(world.world.launches.map(({ iteration }) => iteration)).toEqual([1, 2, 3]);
  });

  test("a person's edits between two sessions become an iteration and are verified before any launch", async () => {
    const world = fakeWorld(scripted([4]));
    await start(world, theSettings({ limits: { maxIterations: 2 } }));
    world.world.tree = 'by hand 8';
    const state = await start(world);
    expect(state.ended).toMatchObject({ ending: 'completed' });
    expect(state.iterations.at(-1)).toMatchObject({
      byHand: true,
      decision: { action: 'complete' },
      snapshot: { changes: { files: 1, insertions: 1, deletions: 0, paths: ['tree'] } },
    });
    expect(world.world.tree).toBe('by hand 8');
  });

  test.each([
    { request: { type: 'pause', now: false } as const, status: 'paused', tree: '0+droppings' },
    { request: { type: 'abort', revert: false } as const, status: 'aborted', tree: '0+droppings' },
    { request: { type: 'abort', revert: true } as const, status: 'aborted', tree: '0' },
  ])('$request.type (revert: $request.revert) between steps', async ({ request, status, tree }) => {
    const script = scripted([1, 2]);
    const world = fakeWorld(script);
    script.afterAppend = (event) => {
      if (event.type === 'iteration-judged' && event.iteration === 0) world.requests.push(request);
    };
    const state = await start(world);
    expect(state.status).toBe(status);
    expect(world.world.tree).toBe(tree);
    expect(world.world.launches).toEqual([]);
  });
});

describe.skipIf(inMutationRun)('a run that is cut anywhere', () => {
  /** The crash happens before the event is in the log or just after, and something may have scribbled in the workspace. */
  class Crash extends Error {}

  async function uncut(moves: readonly number[], settings = theSettings()) {
    const world = fakeWorld(scripted(moves));
    return { state: await start(world, settings), world };
  }

  async function cut(
    moves: readonly number[],
    crashes: readonly { seq: number; recorded: boolean; scribble: boolean }[],
    settings = theSettings(),
  ) {
    const pending = [...crashes].sort((a, b) => a.seq - b.seq);
    const crash = (recorded: boolean) => (_event: LoopEvent, seq: number) => {
      const next = pending[0];
      if (!next || next.recorded !== recorded || seq < next.seq) return;
      pending.shift();
      throw new Crash();
    };
    const script = scripted(moves, { beforeAppend: crash(false), afterAppend: crash(true) });
    const world = fakeWorld(script);
    for (let attempt = 0; attempt <= crashes.length + 1; attempt++) {
      try {
        return { state: await start(world, settings), world };
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
        const state = fold(world.records) as LoopState;
        if (state.ended) return { state, world };
        const last = world.records.at(-1)?.event;
        const mayScribble = last?.type === 'agent-started' || last?.type === 'checks-started';
        if (mayScribble && crashes[attempt]?.scribble) world.world.tree += '+half done';
      }
    }
    throw new Error('it never came to an end');
  }

  const everything = theSettings({
    verify: { confirm: 1, setup: 'install' },
    hooks: { preLoop: 'a', preIteration: 'b', postIteration: 'c', onRegression: 'd', loopDecision: 'e', onStop: 'f' },
  });

  test.each([
    { how: 'as it is by default', settings: theSettings(), numRuns: 200 },
    { how: 'with confirmation, set-up and hooks', settings: everything, numRuns: 60 },
  ])(
    'comes to the same end, with the same prompts, and repeats no recorded iteration: $how',
    async ({ settings, numRuns }) => {
      const crashes = fc.array(
        fc.record({ seq: fc.integer({ min: 2, max: 70 }), recorded: fc.boolean(), scribble: fc.boolean() }),
        { minLength: 1, maxLength: 4 },
      );
      const moves = fc.array(fc.integer({ min: 0, max: TOTAL }), { minLength: 1, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(moves, crashes, async (moves, crashes) => {
          const whole = await uncut(moves, settings);
          const broken = await cut(moves, crashes, settings);
          expect(story(broken.state)).toEqual(story(whole.state));
          expect(broken.world.world.tree).toBe(whole.world.world.tree);

          const prompts = new Map(whole.world.world.launches.map(({ iteration, prompt }) => [iteration, prompt]));
          for (const { iteration, prompt } of broken.world.world.launches) expect(prompt).toBe(prompts.get(iteration));

          const finished = broken.world.records.flatMap(({ event }) =>
            event.type === 'agent-finished' ? [event.iteration] : [],
          );
          expect(finished).toEqual([...new Set(finished)]);
        }),
        { numRuns },
      );
    },
    180_000,
  );
});
