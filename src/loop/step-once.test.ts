import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold } from '../core/fold.ts';
import type { LoopEvent, Recorded } from '../core/state/events.ts';
import type { Settings } from '../core/state/settings.ts';
import type { LoopState } from '../core/state/state.ts';
import type { GateAnswer, Leases, LogStore, Ports } from '../ports/index.ts';
import { loopLease } from '../ports/lease.ts';
import { createFileLeases } from '../store/file-leases.ts';
import { createFileLogStore } from '../store/file-log-store.ts';
import { projectAt } from '../store/layout.ts';
import { loopCreated, testsVerdict, theSettings } from '../testing/builders.ts';
import { fakeWorld, type WorldScript } from '../testing/fake-world.ts';
import { createMemoryLeases } from '../testing/memory-leases.ts';
import { createMemoryLogStore } from '../testing/memory-log-store.ts';
import { createFencedLog, openLoop } from './open-loop.ts';
import { runLoop } from './run-loop.ts';
import { type StepOptions, stepOnce } from './step-once.ts';

const TOTAL = 8;
const LOOP = 'fix-tests-00000000';
const never = new AbortController().signal;
const ignore = () => {};

interface Story {
  /** How many tests pass after each iteration. */
  moves: number[];
  /** Launches that the agent's service refuses for a while. */
  refused: number[];
  /** Iterations in which the agent says that it is blocked. */
  blocked: number[];
  answer: 'approve' | 'reject' | 'abort' | 'nobody' | 'timeout';
}

function answerOf({ answer }: Story): GateAnswer | 'nobody' | 'timeout' {
  return answer === 'nobody' || answer === 'timeout' ? answer : { answer, reason: 'so be it', by: 'terminal' };
}

function scripted(story: Story): WorldScript {
  return {
    start: '0',
    agent: (iteration, tree) => `${tree}${story.moves[(iteration - 1) % story.moves.length]}`,
    check: (tree) => [testsVerdict(Number(/(\d)(?:\+droppings)?$/.exec(tree)?.[1] ?? 0), TOTAL)],
    outcome: (_, __, launch) =>
      story.refused.includes(launch)
        ? {
            outcome: 'limit',
            reason: 'refused',
            error: { kind: 'usage_limit', message: 'refused', resetsAt: launch * 9_000_000, retryAfterMs: null },
          }
        : {},
    answer: () => answerOf(story),
  };
}

/** An agent that is blocked says so in a file. */
function withBlockedAgent(ports: Ports, { blocked }: Story): Ports {
  const run: Ports['agent']['run'] = async (request, signal) => {
    const ran = await ports.agent.run(request, signal);
    if (blocked.includes(request.iteration)) await ports.files.write(request.iteration, 'reply/blocked.txt', 'no key');
    return ran;
  };
  return { ...ports, agent: { run } };
}

const opening = (settings: Settings): LoopEvent[] => [
  loopCreated({ loop: LOOP, settings }),
  { type: 'session-started', pid: 1, resumed: false },
];

async function runWhole(story: Story, settings: Settings): Promise<Recorded[]> {
  const world = fakeWorld(scripted(story));
  for (const event of opening(settings)) await world.ports.log.append(event);
  const state = fold(world.records) as LoopState;
  await runLoop(state, withBlockedAgent(world.ports, story), never, ignore);
  return world.records;
}

/** Every step by a process of its own: it takes the lease, folds the log, makes its ports, does one step and is gone. */
async function runInSteps(story: Story, settings: Settings, stores: Stores): Promise<Recorded[]> {
  const world = fakeWorld(scripted(story));
  const { logs, leases } = stores(world.tick);
  const begin = logs().loop(LOOP);
  for (const [at, event] of opening(settings).entries()) await begin.append(event, { expectedSeq: at, fence: null });
  await begin.close();

  let options: StepOptions = {};
  for (let next: unknown = 'the first'; next; ) {
    const lease = await leases.acquire(loopLease(LOOP), 'one step');
    const log = logs().loop(LOOP);
    const state = (await openLoop(log)) as LoopState;
    const ports = { ...world.openPorts(), log: createFencedLog(log, lease.fence, state.lastSeq) };
    const stepped = await stepOnce(state, withBlockedAgent(ports, story), lease.signal, ignore, options);
    await log.close();
    await lease.release();
    next = stepped.next;
    options = stepped.asking ? { answer: answerOf(story) } : {};
    // Somebody else's alarm clock.
    if (stepped.waiting) await world.openPorts().waitUntil(stepped.waiting.until, never);
  }
  return (await logs().loop(LOOP).read()).records;
}

type Stores = (now: () => number) => { logs(): LogStore; leases: Leases };

const memoryStores: Stores = (now) => {
  const leases = createMemoryLeases();
  const logs = createMemoryLogStore(leases, now);
  return { logs: () => logs, leases };
};

const blockedStory: Story = { moves: [3, 1, 5, TOTAL], refused: [1], blocked: [2], answer: 'approve' };

describe('steps of many processes', () => {
  test('record what one process records, whatever the story', async () => {
    const stories = fc.record({
      moves: fc.array(fc.integer({ min: 0, max: TOTAL }), { minLength: 1, maxLength: 5 }),
      refused: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
      blocked: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
      answer: fc.constantFrom('approve', 'reject', 'abort', 'nobody', 'timeout'),
    });
    const settings = theSettings({ agent: { names: ['a'] }, limits: { maxIterations: 5 } });
    await fc.assert(
      fc.asyncProperty(stories, async (story) => {
        expect(await runInSteps(story, settings, memoryStores)).toEqual(await runWhole(story, settings));
      }),
      { numRuns: 40 },
    );
  });

  test('also if the log is a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'jumar-steps-'));
    try {
      const project = projectAt(join(folder, 'state'), join(folder, 'workspace'));
      const settings = theSettings({ agent: { names: ['a'] } });
      const fileStores: Stores = (now) => ({
        logs: () => createFileLogStore(project, { now }),
        leases: createFileLeases(project),
      });
      const whole = await runWhole(blockedStory, settings);
      const types = whole.map(({ event }) => event.type);
      expect(types).toEqual(expect.arrayContaining(['wait-ended', 'gate-answered']));
      expect(await runInSteps(blockedStory, settings, fileStores)).toEqual(whole);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('one step', () => {
  async function begin(story: Story) {
    const world = fakeWorld(scripted(story));
    for (const event of opening(theSettings({ agent: { names: ['a'] } }))) await world.ports.log.append(event);
    const step = (options?: StepOptions, signal = never) =>
      stepOnce(
        fold(world.records) as LoopState,
        withBlockedAgent(world.openPorts(), story),
        signal,
        ignore,
        options ?? {},
      );
    return { ...world, step };
  }

  test('a wait is recorded once, however often it is looked at', async () => {
    const { step, records, ports } = await begin({ ...blockedStory, refused: [1], blocked: [] });
    let stepped = await step();
    while (!stepped.waiting) stepped = await step();
    expect(stepped.waiting).toEqual({ until: 9_002_000, reason: 'refused' });
    const length = records.length;
    expect((await step()).waiting).toEqual(stepped.waiting);
    expect(records).toHaveLength(length);
    await ports.waitUntil(9_002_000, never);
    expect((await step()).waiting).toBeUndefined();
    expect(records.at(-1)?.event.type).toBe('wait-ended');
  });

  test('a question stands until it is answered, here by a request of another process', async () => {
    const { step, records, requests } = await begin({ ...blockedStory, refused: [], blocked: [1] });
    let stepped = await step();
    while (!stepped.asking) stepped = await step();
    const length = records.length;
    expect((await step()).asking).toEqual(stepped.asking);
    expect(records).toHaveLength(length);
    requests.push({ type: 'gate', answer: 'approve', reason: 'the key is there' });
    await step();
    expect(records[length]?.event).toMatchObject({ type: 'gate-answered', answer: 'approve', by: 'command' });
  });

  test('a pause that waits for the end of the iteration is handed on', async () => {
    const { step, requests } = await begin({ ...blockedStory, refused: [], blocked: [] });
    requests.push({ type: 'pause', now: false });
    let stepped = await step();
    expect(stepped.isPauseRequested).toBe(true);
    while (stepped.next) stepped = await step({ isPauseRequested: stepped.isPauseRequested });
    expect(stepped.state).toMatchObject({ status: 'paused', pausedBy: 'request' });
  });

  test('who folded an older log records nothing', async () => {
    const world = fakeWorld(scripted(blockedStory));
    for (const event of opening(theSettings())) await world.ports.log.append(event);
    const state = fold(world.records) as LoopState;
    await stepOnce(state, world.openPorts(), never, ignore);
    const length = world.records.length;
    await expect(stepOnce(state, world.openPorts(), never, ignore)).rejects.toMatchObject({ code: 'log-moved' });
    expect(world.records).toHaveLength(length);
  });

  test('a lost lease ends the step and is what it rejects with; nothing is recorded', async () => {
    const leases = createMemoryLeases();
    const lease = await leases.acquire(loopLease(LOOP), 'one step');
    const world = fakeWorld({ ...scripted(blockedStory), onLaunch: () => leases.revoke(loopLease(LOOP)) });
    for (const event of opening(theSettings())) await world.ports.log.append(event);
    const driven = runLoop(fold(world.records) as LoopState, world.ports, lease.signal, ignore);
    await expect(driven).rejects.toMatchObject({ code: 'lock-lost' });
    expect(world.records.at(-1)?.event.type).toBe('agent-started');
  });
});
