import { describe, expect, test } from 'vitest';
import { fold } from '../core/fold.ts';
import { strategies } from '../core/progress/index.ts';
import type { Lesson } from '../core/state/lesson.ts';
import type { Settings } from '../core/state/settings.ts';
import type { LoopState } from '../core/state/state.ts';
import type { Ports } from '../ports/index.ts';
import type { Model } from '../ports/model.ts';
import { aVerdict, loopCreated, theSettings } from '../testing/builders.ts';
import { fakeWorld, type WorldScript } from '../testing/fake-world.ts';
import { runLoop } from './run-loop.ts';

/** An agent that gets nowhere for a while and then does; the check prints the whole prompt that the agent was given. */
function scripted(over: Partial<WorldScript> = {}): WorldScript {
  return {
    start: '0',
    agent: (iteration, tree) => `${tree}${iteration}`,
    check: (tree) => [
      tree.includes('123456')
        ? aVerdict({ outcome: 'pass' })
        : aVerdict({
            excerpt: `failed at ${tree.length}`,
            failures: [{ name: 'adds', message: `got ${tree}`, location: 'a.js:1' }],
          }),
    ],
    ...over,
  };
}

const answer = '{"summary":"It fails.","what_failed":"F","why":"W","what_to_try":"T"}';
const free = { usage: null, costUsd: null, costEstimated: false, durationMs: 0, outcome: 'asked' };
const answering: Model = { name: 'scripted', complete: async () => ({ text: answer, spent: free }) };

async function start(world: ReturnType<typeof fakeWorld>, settings: Settings, more: Partial<Ports> = {}) {
  const { records } = world;
  const ports = { ...world.ports, ...more };
  if (records.length === 0) await ports.log.append(loopCreated({ settings }));
  await ports.log.append({ type: 'session-started', pid: 1, resumed: records.length > 1 });
  return runLoop(fold(records) as LoopState, ports, new AbortController().signal, () => {});
}

const withModel = (over: Partial<Settings['model']> = {}) => theSettings({ model: { provider: 'openai', ...over } });

describe.each(Object.keys(strategies))('%s: a run that is cut after any record', (strategy) => {
  const settings = theSettings({ progress: { strategy }, model: { provider: 'openai' } });
  const promptsOf = ({ world }: ReturnType<typeof fakeWorld>) =>
    new Map(world.launches.map(({ iteration, prompt }) => [iteration, prompt]));

  test('builds the same prompts as one that is not', async () => {
    const whole = fakeWorld(scripted());
    await start(whole, settings, { model: answering });
    for (let cut = 3; cut <= whole.records.length; cut += 4) {
      let crashed = false;
      const world = fakeWorld(
        scripted({
          afterAppend(_, seq) {
            if (seq !== cut || crashed) return;
            crashed = true;
            throw new Error('killed');
          },
        }),
      );
      await start(world, settings, { model: answering }).catch(() => {});
      expect(crashed).toBe(true);
      await start(world, settings, { model: answering });
      expect(promptsOf(world)).toEqual(promptsOf(whole));
    }
  });
});

describe('a model that is asked', () => {
  const reflections = (state: LoopState) => state.iterations.flatMap(({ reflected }) => (reflected ? [reflected] : []));

  test('writes summaries and reflections', async () => {
    const state = await start(fakeWorld(scripted()), withModel(), { model: answering });
    expect(reflections(state)[0]).toMatchObject({
      reflection: { why: 'W', source: 'model', failing: ['adds'] },
      summary: { text: 'It fails.', source: 'model' },
      problem: null,
    });
  });

  test.each([
    ['fails', async () => Promise.reject(new Error('HTTP 500')), /HTTP 500/],
    ['talks nonsense', async () => ({ text: 'I cannot help with that', spent: free }), /no JSON object/],
    ['says nothing', async () => ({ text: null, problem: 'its answer was empty', spent: free }), /was empty/],
    ['never answers', () => new Promise<never>(() => {}), /no answer within 0.01 s/],
  ])('and %s: rules take its place, the event says so, and the loop goes on', async (_, complete, problem) => {
    const model = { name: 'scripted', complete } as Model;
    const state = await start(fakeWorld(scripted()), withModel({ timeoutSeconds: 0.01 }), { model });
    expect(state.ended?.ending).toBe('completed');
    expect(reflections(state)).not.toHaveLength(0);
    for (const { problem: recorded, reflection, summary } of reflections(state)) {
      expect(recorded).toMatch(problem);
      expect([reflection.source, summary.source]).toEqual(['rules', 'rules']);
    }
  });

  test.each([
    ['tokens', { maxTokens: 1000 }, /1100 of 1000 tokens used/],
    ['cost', { maxCostUsd: 0.5 }, /\$0\.60 of \$0\.5 spent/],
  ])('its %s count against the budget of the loop, even if its answer is useless', async (_, limits, reason) => {
    const usage = { input: 1000, output: 100, cacheRead: null, cacheWrite: null };
    const spent = { usage, costUsd: 0.6, costEstimated: false, durationMs: 0, outcome: 'asked' };
    const model: Model = { name: 'scripted', complete: async () => ({ text: 'hm', spent }) };
    const world = fakeWorld(scripted());
    const free = { usage: { ...usage, input: 0, output: 0 }, costUsd: 0 };
    const agent: Ports['agent'] = {
      run: async (request, signal) => ({ ...(await world.ports.agent.run(request, signal)), ...free }),
    };
    const settings = theSettings({ model: { provider: 'openai' }, limits });
    const state = await start(world, settings, { model, agent });
    expect(state.ended).toMatchObject({ ending: 'budget', reason: expect.stringMatching(reason) });
    expect(state.spent).toMatchObject({ runs: 2, questions: 1 });
  });

  test('may be the agent itself, in a folder of its own', async () => {
    const world = fakeWorld(scripted());
    const folders: string[] = [];
    const agent: Ports['agent'] = {
      async run(request, signal) {
        if (request.cwd === '/project') return world.ports.agent.run(request, signal);
        folders.push(request.cwd);
        await world.ports.files.write(request.iteration, 'reflect.log', `thinking…\n${answer}`);
        const cost = { error: null, model: null, usage: null, costUsd: null, costEstimated: false };
        return {
          outcome: 'ok',
          reason: 'exit 0',
          exitCode: 0,
          durationMs: 1,
          outputBytes: 1,
          excerpt: '',
          strays: 0,
          ...cost,
        };
      },
    };
    const files = { ...world.ports.files, remove: async () => {} };
    const state = await start(world, withModel({ provider: 'agent' }), { agent, files });
    expect(folders.length).toBe(reflections(state).length);
    expect(reflections(state)[0]?.reflection).toMatchObject({ why: 'W', source: 'model' });
  });
});

test('the prompt stays small over many iterations, also of a check that prints it', async () => {
  let printed = '';
  const world = fakeWorld({
    start: '0',
    agent: (iteration, tree) => `${tree.slice(-3)}${iteration}`,
    onLaunch: (_, prompt) => {
      printed = prompt;
    },
    check: () => [
      aVerdict({
        excerpt: printed.slice(-500),
        reason: printed.repeat(3),
        failures: [{ name: printed.slice(0, 240), message: printed.slice(-240), location: null }],
      }),
    ],
  });
  const rules = { off: ['stuck', 'cycling', 'stalled', 'same-tree', 'regression'] };
  await start(
    world,
    theSettings({ limits: { maxIterations: 60, timeoutMinutes: 10_000 }, rules, recovery: { enabled: false } }),
  );
  const sizes = world.world.launches.map(({ prompt }) => prompt.length);
  expect(sizes.length).toBeGreaterThan(10);
  expect(Math.max(...sizes)).toBeLessThan(20_000);
});

test('lessons are recalled once, after the baseline, and one is kept at the end', async () => {
  const lessons: Lesson[] = [];
  const concerns: unknown[] = [];
  const lesson: Lesson = {
    loop: 'earlier-00000000',
    project: '/project',
    task: 'fix the adding',
    taskType: 'test-fix',
    kind: 'assertion',
    failures: [],
    files: [],
    outcome: 'solved',
    lesson: 'Look at the carry.',
    iterations: 1,
    at: 0,
  };
  const memory = {
    recall: async (concern: unknown) => {
      concerns.push(concern);
      return [lesson];
    },
    keep: async (own: Lesson) => void lessons.push(own),
  };
  const world = fakeWorld(scripted());
  const state = await start(world, theSettings(), { memory });
  expect(concerns).toMatchObject([{ task: 'fix the tests', failures: ['adds — got 0 — a.js:1'] }]);
  expect(world.world.launches.every(({ prompt }) => prompt.includes('From earlier-00000000 (solved)'))).toBe(true);
  expect(lessons).toMatchObject([{ loop: state.id, outcome: 'solved' }]);
});

test('a memory that cannot be read or written does not hold the loop up', async () => {
  const memory = {
    recall: async () => Promise.reject(new Error('EIO')),
    keep: async () => Promise.reject(new Error('ENOSPC')),
  };
  const world = fakeWorld(scripted());
  const state = await start(world, theSettings(), { memory });
  expect(state.ended?.ending).toBe('completed');
  const problems = world.records.flatMap(({ event }) => ('problem' in event && event.problem ? [event.problem] : []));
  expect(problems).toEqual(['EIO', 'ENOSPC']);
});
