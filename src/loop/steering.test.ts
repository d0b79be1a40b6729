import { expect, test } from 'vitest';
import { fold } from '../core/fold.ts';
import type { LoopState } from '../core/state/state.ts';
import type { AgentRun, ControlRequest } from '../ports/index.ts';
import { aVerdict, loopCreated, theSettings } from '../testing/builders.ts';
import { fakeWorld } from '../testing/fake-world.ts';
import { runLoop } from './run-loop.ts';

const cancelled: AgentRun = {
  outcome: 'cancelled',
  reason: 'cancelled',
  exitCode: null,
  durationMs: 5,
  outputBytes: 3,
  excerpt: '',
  strays: 0,
  error: null,
  model: null,
  usage: null,
  costUsd: 0.5,
  costEstimated: false,
};

/** A loop of at most two iterations, with these requests left while its agent is at work; the first run ends only by the signal. */
async function steered(requests: readonly ControlRequest[], { check = 'work' } = {}) {
  const {
    ports,
    records,
    requests: control,
    world,
  } = fakeWorld({
    start: 'raw',
    agent: (_, tree) => `${tree}+work`,
    check: (tree) => [aVerdict({ outcome: tree.includes(check) ? 'pass' : 'fail' })],
  });
  const { run } = ports.agent;
  ports.agent.run = async (request, signal) => {
    if (world.launches.length > 0) return run(request, signal);
    await run(request, signal);
    control.push(...requests);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return cancelled;
  };
  const settings = theSettings({ limits: { maxIterations: 2 } });
  for (const event of [loopCreated({ settings }), { type: 'session-started', pid: 1, resumed: false } as const]) {
    await ports.log.append(event);
  }
  return runLoop(fold(records) as LoopState, ports, new AbortController().signal, () => {});
}

test('skip ends the agent, and its work so far is checked: it may be all that was needed', async () => {
  const state = await steered([{ type: 'skip' }]);
  expect(state.ended).toMatchObject({ ending: 'completed', best: 1 });
  expect(state.iterations[1]?.agent).toMatchObject({
    outcome: 'failed',
    reason: 'stopped by a person, to be checked as it is',
    costUsd: 0.5,
  });
  expect(state.spent).toMatchObject({ runs: 1, costUsd: 0.5 });
});

test('a pause that is asked for before the skip still comes, unless it is taken back', async () => {
  const failing = { check: 'no such work' };
  const paused = await steered([{ type: 'pause', now: false }, { type: 'skip' }], failing);
  expect(paused).toMatchObject({ status: 'paused', pausedBy: 'request' });
  expect(paused.iterations).toHaveLength(2);
  const gone = await steered([{ type: 'pause', now: false }, { type: 'go-on' }, { type: 'skip' }], failing);
  expect(gone.ended).toMatchObject({ ending: 'iteration-limit' });
});

test('a pause that was cancelled before the loop handled it does not pause', async () => {
  const { ports, records, requests } = fakeWorld({
    start: 'raw',
    agent: (_, tree) => `${tree}+work`,
    check: () => [aVerdict({ outcome: 'fail' })],
  });
  const settings = theSettings({ limits: { maxIterations: 2 } });
  for (const event of [loopCreated({ settings }), { type: 'session-started', pid: 1, resumed: false } as const]) {
    await ports.log.append(event);
  }
  const { append } = ports.log;
  ports.log.append = async (event) => {
    if (event.type === 'iteration-judged') requests.push({ type: 'pause', now: false }, { type: 'go-on' });
    return append(event);
  };
  const state = await runLoop(fold(records) as LoopState, ports, new AbortController().signal, () => {});
  expect(state.ended).toMatchObject({ ending: 'iteration-limit' });
});

test('an abort with a reason says why it ended', async () => {
  const state = await steered([
    { type: 'pause', now: false },
    { type: 'abort', revert: false, reason: 'wrong branch' },
  ]);
  expect(state.ended).toMatchObject({ ending: 'aborted', reason: 'aborted by the user: wrong branch' });
});
