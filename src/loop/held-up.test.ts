import { expect, test } from 'vitest';
import { fold } from '../core/fold.ts';
import type { LoopEvent } from '../core/state/events.ts';
import type { LoopState } from '../core/state/state.ts';
import { launches } from '../core/state/state.ts';
import type { AgentRun } from '../ports/index.ts';
import { aVerdict, loopCreated, theSettings } from '../testing/builders.ts';
import { fakeWorld, type WorldScript } from '../testing/fake-world.ts';
import { runLoop } from './run-loop.ts';

const limitedRun = (
  kind: 'usage_limit' | 'overloaded' | 'auth',
  resetsAt: number | null = null,
): Partial<AgentRun> => ({
  outcome: kind === 'auth' ? 'failed' : 'limit',
  reason: kind,
  error: { kind, message: kind, resetsAt, retryAfterMs: null },
  costUsd: 0.25,
  usage: { input: 10, output: 0, cacheRead: null, cacheWrite: null },
});

function scene(script: Partial<WorldScript>, agent: object = {}, limits: object = {}) {
  const given = fakeWorld({
    start: 'raw',
    agent: (_, tree) => `${tree}+work`,
    check: (tree) => [aVerdict({ outcome: tree.includes('work+work') ? 'pass' : 'fail' })],
    ...script,
  });
  const settings = theSettings({ agent: { names: ['a'], ...agent }, limits });
  const run = async (signal = new AbortController().signal) => {
    const resumed = given.records.length > 0;
    const opening: LoopEvent[] = resumed
      ? [{ type: 'session-started', pid: 2, resumed }]
      : [loopCreated({ settings }), { type: 'session-started', pid: 1, resumed }];
    for (const event of opening) await given.ports.log.append(event);
    return runLoop(fold(given.records) as LoopState, given.ports, signal, () => {});
  };
  return { ...given, run };
}

test('a limit with an announced reset is waited out; the run is not an iteration, and its half-done work is continued', async () => {
  const waits: number[] = [];
  const { run, world } = scene({
    outcome: (_, __, launch) => (launch === 1 ? limitedRun('usage_limit', 9_000_000) : {}),
    onWait: (until) => waits.push(until),
  });
  const state = await run();
  expect(state.ended).toMatchObject({ ending: 'completed', best: 1 });
  expect(waits).toEqual([9_002_000]);
  expect(launches(state)).toBe(1);
  expect(world.launches.map(({ iteration }) => iteration)).toEqual([1, 1]);
  expect(world.tree).toBe('raw+work+work');
  expect(state.activeMs).toBeLessThan(100_000);
  expect(state.spent).toMatchObject({ runs: 2, costUsd: 0.25, unknownCost: 1 });
});

test('a wait that was interrupted goes on after a resume, from the same announced time', async () => {
  const interrupt = new AbortController();
  const waits: number[] = [];
  const { run, world } = scene({
    outcome: (_, __, launch) => (launch === 1 ? limitedRun('usage_limit', 9_000_000) : {}),
    onWait: (until) => {
      waits.push(until);
      if (waits.length === 1) interrupt.abort(new Error('Ctrl-C'));
    },
  });
  expect(await run(interrupt.signal)).toMatchObject({ status: 'paused' });
  const state = await run();
  expect(waits).toEqual([9_002_000, 9_002_000]);
  expect(state.ended).toMatchObject({ ending: 'completed' });
  expect(state.iterations.some(({ byHand }) => byHand)).toBe(false);
  expect(world.tree).toBe('raw+work+work');
});

test('a pause that is asked for during a wait does not wait for its end', async () => {
  const { run, requests, ports } = scene({ outcome: () => limitedRun('usage_limit', 9_000_000) });
  const waitUntil: typeof ports.waitUntil = (_, signal) =>
    new Promise((_resolve, reject) => {
      requests.push({ type: 'pause', now: false });
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  ports.waitUntil = waitUntil;
  expect(await run()).toMatchObject({ status: 'paused', pausedBy: 'request' });
});

test('an outage that does not end opens the breaker, and the loop ends with what it has', async () => {
  const { run, world } = scene({ outcome: () => limitedRun('overloaded') }, { maxMisses: 2 });
  const state = await run();
  expect(state.ended).toMatchObject({ ending: 'agent-cannot-run', best: 0 });
  expect(state.ended?.reason).toContain('3 runs in a row');
  expect(world.launches).toHaveLength(3);
  expect(world.tree).toBe('raw');
});

test('the next agent takes over, and the first comes back when it can', async () => {
  const ran: string[] = [];
  const { run } = scene(
    {
      agent: (n, tree) => (n === 3 ? `${tree}+work+work` : `${tree}+${n}`),
      outcome: (_, agent, launch) => {
        ran.push(agent);
        return launch === 1 ? limitedRun('usage_limit', 20_000) : {};
      },
    },
    { names: ['a', 'b'] },
  );
  expect((await run()).ended).toMatchObject({ ending: 'completed' });
  expect(ran.slice(0, 2)).toEqual(['a', 'b']);
  expect(ran.at(-1)).toBe('a');
});

test('a wrong key passes to the next agent at once; with nobody left the loop says that the agent cannot run', async () => {
  const ran: string[] = [];
  const wrongKey = (_: number, agent: string) => {
    ran.push(agent);
    return { ...limitedRun('auth'), ...(agent === 'c' && { outcome: 'ok' as const, error: null }) };
  };
  const unchanged = { agent: (_: number, tree: string) => tree, outcome: wrongKey };
  const { run } = scene(unchanged, { names: ['a', 'b'] });
  expect((await run()).ended).toMatchObject({ ending: 'agent-cannot-run' });
  expect(ran).toEqual(['a', 'b']);
});

test('a budget spans sessions, and counts runs that hit a limit', async () => {
  const interrupt = new AbortController();
  const { run, world } = scene(
    { outcome: () => ({ costUsd: 0.4 }), onLaunch: (n) => n === 1 && interrupt.abort(), check: () => [aVerdict()] },
    {},
    { maxCostUsd: 1 },
  );
  expect(await run(interrupt.signal)).toMatchObject({ status: 'paused' });
  const state = await run();
  expect(state.ended).toMatchObject({ ending: 'budget', reason: expect.stringContaining('$1.20 of $1') });
  expect(world.launches).toHaveLength(3);
});

test('runs that hit a limit again and again cannot spend more than the budget', async () => {
  const { run, world } = scene({ outcome: () => limitedRun('overloaded') }, {}, { maxCostUsd: 0.5 });
  expect((await run()).ended).toMatchObject({ ending: 'budget' });
  expect(world.launches).toHaveLength(2);
});
