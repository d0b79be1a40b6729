import { describe, expect, test } from 'vitest';
import type { FaultKind } from '../state/agent-run.ts';
import type { EventOf } from '../state/events.ts';
import { defaultSettings } from '../state/settings.ts';
import type { Standing } from '../state/standing.ts';
import { afterRun, heldUp, isMiss, nextLaunch, resetForResume, standings } from './availability.ts';

const NOW = 1_000_000;
const settings = { ...defaultSettings.agent, backoffSeconds: 10, maxMisses: 3, maxWaitMinutes: 60 };

function finished(kind: FaultKind | null, over: Partial<EventOf<'agent-finished'>> = {}): EventOf<'agent-finished'> {
  return {
    type: 'agent-finished',
    iteration: 1,
    run: 'r1',
    outcome: kind ? 'failed' : 'ok',
    reason: kind ?? 'fine',
    exitCode: 1,
    durationMs: 5,
    outputFile: '',
    outputBytes: 0,
    excerpt: '',
    blocked: null,
    strays: 0,
    error: kind && { kind, message: kind, resetsAt: null, retryAfterMs: null },
    model: null,
    usage: null,
    costUsd: null,
    costEstimated: false,
    ...over,
  };
}

const limit = (resetsAt: number | null, retryAfterMs: number | null = null) =>
  finished('usage_limit', { error: { kind: 'usage_limit', message: 'limit', resetsAt, retryAfterMs } });

describe('a run that hit a limit is not an iteration', () => {
  const [one, two] = [standings(['a']), standings(['a', 'b'])];
  test.each<[string, EventOf<'agent-finished'>, Standing[], boolean]>([
    ['a limit', limit(null), one, true],
    ['an overloaded service', finished('overloaded'), one, true],
    ['a broken connection', finished('transport'), one, true],
    ['a wrong key, with nobody else to ask', finished('auth'), one, false],
    ['a wrong key, with another agent', finished('auth'), two, true],
    ['an agent that is gone, with another', finished(null, { outcome: 'not-started' }), two, true],
    ['a refusal', finished('refusal'), two, false],
    ['a crash', finished('crash'), two, false],
    ['a success', finished(null), one, false],
    ['an agent that says it is blocked', finished('overloaded', { blocked: 'no key' }), one, false],
  ])('%s', (_, run, agents, expected) => {
    expect(isMiss(run, agents, 'a')).toBe(expected);
  });
});

describe('what comes next', () => {
  const standing = (names: string[], ...runs: EventOf<'agent-finished'>[]) =>
    runs.reduce((agents, run) => afterRun(agents, run, 'a', NOW, settings), standings(names));
  const next = (agents: Standing[], over: Partial<typeof settings> = {}, now = NOW) =>
    nextLaunch(agents, now, { ...settings, ...over });

  test('the first agent of the order runs', () => {
    expect(next(standings(['a', 'b']))).toEqual({ type: 'run', agent: 'a' });
  });

  test('an announced reset is waited for, a little beyond it, and then the agent runs', () => {
    const agents = standing(['a'], limit(NOW + 20_000));
    const wait = next(agents);
    expect(wait).toEqual({ type: 'wait', agent: 'a', until: NOW + 22_000, reason: 'limit' });
    expect(next(agents, {}, NOW + 22_000)).toEqual({ type: 'run', agent: 'a' });
  });

  test('a limit that another loop met is waited for without asking again, and another agent takes over', () => {
    const held = (names: string[], until: number) =>
      heldUp(standings(names), { agent: 'a', until, reason: 'limit' }, NOW, settings);
    expect(next(held(['a'], NOW + 5))).toEqual({ type: 'wait', agent: 'a', until: NOW + 5, reason: 'limit' });
    expect(next(held(['a', 'b'], NOW + 5))).toEqual({ type: 'run', agent: 'b' });
    expect(next(held(['a'], NOW + 2 * 3_600_000))).toMatchObject({ type: 'none' });
  });

  test('one that has passed is backed off from: the service still refused', () => {
    expect(next(standing(['a'], limit(NOW - 1)))).toEqual(next(standing(['a'], limit(null))));
  });

  test('without one the waits double, spread over half their length, and never fall short of what was asked', () => {
    const waits = [1, 2, 3].map((misses) => {
      const run = next(standing(['a'], ...Array.from({ length: misses }, () => finished('overloaded'))));
      return run.type === 'wait' ? run.until - NOW : Number.NaN;
    });
    expect(waits[0]).toBeGreaterThanOrEqual(5_000);
    expect(waits[0]).toBeLessThanOrEqual(10_000);
    expect((waits[1] as number) / (waits[0] as number)).toBeCloseTo(2, 1);
    expect((waits[2] as number) / (waits[0] as number)).toBeCloseTo(4, 1);
    expect(next(standing(['a'], limit(null, 90_000)))).toMatchObject({ until: NOW + 90_000 });
    const runs = ['r1', 'r2', 'r3', 'r4'].map((run) => next(standing(['a'], { ...limit(null), run })));
    expect(new Set(runs.map((one) => (one.type === 'wait' ? one.until : 0))).size).toBeGreaterThan(1);
  });

  test('the breaker opens after too many in a row, and a run that worked closes it', () => {
    const four = Array.from({ length: 4 }, () => finished('transport'));
    expect(next(standing(['a'], ...four))).toMatchObject({
      type: 'none',
      reason: expect.stringContaining('4 runs in a row'),
    });
    expect(next(standing(['a'], ...four.slice(1), finished(null), finished('transport')))).toMatchObject({
      type: 'wait',
    });
  });

  test('a reset that is too far away is not waited for', () => {
    const far = standing(['a'], limit(NOW + 2 * 3_600_000));
    expect(next(far)).toMatchObject({ type: 'none', reason: expect.stringContaining('maxWaitMinutes') });
  });

  test('the next agent takes over meanwhile, unless waiting was asked for', () => {
    const agents = standing(['a', 'b'], limit(NOW + 20_000));
    expect(next(agents)).toEqual({ type: 'run', agent: 'b' });
    expect(next(agents, { onLimit: 'wait' })).toMatchObject({ type: 'wait', agent: 'a' });
    expect(next(agents, {}, NOW + 30_000)).toEqual({ type: 'run', agent: 'a' });
  });

  test('if all hit a limit, the loop waits for the one that is free first', () => {
    const agents = afterRun(standing(['a', 'b'], limit(NOW + 50_000)), limit(NOW + 20_000), 'b', NOW, settings);
    expect(next(agents)).toMatchObject({ type: 'wait', agent: 'b', until: NOW + 22_000 });
  });

  test('a wrong key passes the agent over for good, and a person who resumes gives it another chance', () => {
    const agents = standing(['a', 'b'], finished('auth'));
    expect(next(agents, {}, NOW + 1e9)).toEqual({ type: 'run', agent: 'b' });
    expect(next(resetForResume(agents))).toEqual({ type: 'run', agent: 'a' });
    expect(next(resetForResume(standing(['a'], limit(NOW + 20_000))))).toMatchObject({ type: 'wait' });
    expect(next(resetForResume(standing(['a'], finished('overloaded'))))).toMatchObject({ type: 'run' });
  });
});
