import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AgentEvent } from '../../ports/activity.ts';
import { expenseOf } from '../expense.ts';
import { lineReader } from '../lines.ts';
import type { Adapter, Exit, Host, Launch, Verdict } from './adapter.ts';
import { applyEvent, initialProgress, type RunProgress } from './run-progress.ts';

export const aHost: Host = {
  env: { PATH: '/usr/bin', HOME: '/home/me', SECRET_TOKEN: 'hidden', LANG: 'C', CLAUDECODE: '1' },
  home: '/home/me',
  platform: 'linux',
  isRoot: false,
};

export function aLaunch(over: Partial<Launch> = {}): Launch {
  return {
    program: '/usr/bin/agent',
    host: aHost,
    cwd: '/project',
    prompt: 'do it',
    promptFile: '/state/prompt.md',
    model: null,
    args: [],
    extraVariables: [],
    cleanRoom: false,
    readOnly: false,
    sandbox: 'none',
    maxSteps: 50,
    allowance: { tokens: null, costUsd: null, ms: null },
    reply: '/state/reply',
    scratch: '/state/scratch',
    ...over,
  };
}

export function anExit(over: Partial<Exit> = {}): Exit {
  const clock = { at: Date.UTC(2026, 10, 15, 12), timeoutMinutes: 30, silenceMinutes: 15 };
  return { ended: 'exited', exitCode: 0, signal: null, guard: null, error: null, ...clock, ...over };
}

export function progressAfter(adapter: Adapter, lines: readonly string[]): RunProgress {
  return lines.flatMap((line) => adapter.parse(line)).reduce<RunProgress>(applyEvent, initialProgress);
}

export function verdictOf(adapter: Adapter, lines: readonly string[], exit: Partial<Exit> = {}): Verdict {
  return adapter.finish(progressAfter(adapter, lines), anExit(exit));
}

/** Tests that every adapter must pass. `good` is the output of a successful run, in the agent's own format. */
export function adapterContract(adapter: Adapter, good: readonly string[]): void {
  describe(`${adapter.name} fulfils the adapter contract`, () => {
    const bytes = Buffer.from(`${good.join('\n')}\n`);

    test('a successful run is ok, whatever text it contains', () => {
      expect(verdictOf(adapter, good)).toMatchObject({ outcome: 'ok', error: null });
    });

    test('output split at any byte gives the same events', () => {
      const whole = eventsOf(adapter, [bytes]);
      fc.assert(
        fc.property(fc.array(fc.nat(bytes.length), { maxLength: 40 }), (cuts) => {
          expect(eventsOf(adapter, cutAt(bytes, cuts))).toEqual(whole);
        }),
      );
    });

    test('arbitrary bytes are accepted, and never count as a success', () => {
      fc.assert(
        fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 10 }), (pieces) => {
          const progress = eventsOf(adapter, pieces.map(Buffer.from)).reduce<RunProgress>(applyEvent, initialProgress);
          if (adapter.name !== 'command') expect(adapter.finish(progress, anExit()).outcome).not.toBe('ok');
        }),
      );
    });

    test('arbitrary JSON is accepted, even with the names of the agent’s own events', () => {
      const names = [
        ...new Set(good.flatMap((line) => [...line.matchAll(/"(\w[\w.]*)"/g)].map((match) => match[1] ?? ''))),
      ];
      const key = fc.constantFrom('type', 'subtype', 'acp', ...names);
      const value: fc.Arbitrary<unknown> = fc.oneof(fc.constantFrom(...names), fc.jsonValue());
      const event = fc.dictionary(key, fc.oneof(value, fc.dictionary(key, value)));
      fc.assert(
        fc.property(fc.array(event, { maxLength: 8 }), fc.constantFrom(0, 1, 137, null), (events, exitCode) => {
          const lines = events.map((one) => JSON.stringify(one));
          const { outcome, reason } = verdictOf(adapter, lines, { exitCode });
          expect(['ok', 'failed', 'limit']).toContain(outcome);
          expect(reason).not.toBe('');
        }),
      );
    });

    test.each([1e308, Number.MAX_SAFE_INTEGER, -1])('%d in place of every number keeps all sums finite', (value) => {
      const lines = good.flatMap((line) => {
        if (!line.startsWith('{')) return [line];
        const absurd = JSON.stringify(JSON.parse(line), (_, one) => (typeof one === 'number' ? value : one));
        return [absurd, absurd];
      });
      const { costUsd, usage } = expenseOf(progressAfter(adapter, lines), 'constructor', {});
      for (const sum of [costUsd, ...Object.values(usage ?? {})]) expect(sum ?? 0).toBeLessThan(Infinity);
    });

    test('a run that was ended from outside is reported that way', () => {
      const half = good.slice(0, -1);
      expect(verdictOf(adapter, half, { ended: 'cancelled' })).toMatchObject({ outcome: 'cancelled' });
      expect(verdictOf(adapter, [], { ended: 'timeout' })).toMatchObject({ outcome: 'timeout' });
      expect(verdictOf(adapter, [], { ended: 'silent' })).toMatchObject({ outcome: 'silent' });
      const notStarted = verdictOf(adapter, [], {
        ended: 'not-started',
        error: 'program not found: x',
        exitCode: null,
      });
      expect(notStarted).toMatchObject({ outcome: 'not-started', reason: 'program not found: x' });
    });

    test('the plan is data: the same each time, the prompt on stdin, only allowed variables', () => {
      const plan = adapter.plan(aLaunch());
      expect(adapter.plan(aLaunch())).toEqual(plan);
      if ('problem' in plan) throw new Error(plan.problem);
      expect(plan.stdin).toBe('prompt');
      expect(plan.env).toMatchObject({ PATH: '/usr/bin', LANG: 'C' });
      expect(plan.env).not.toHaveProperty('SECRET_TOKEN');
      expect(plan.env).not.toHaveProperty('CLAUDECODE');
      expect(adapter.plan(aLaunch({ extraVariables: ['SECRET_*'] }))).toMatchObject({
        env: { SECRET_TOKEN: 'hidden' },
      });
    });
  });
}

function eventsOf(adapter: Adapter, pieces: readonly Buffer[]): AgentEvent[] {
  const events: AgentEvent[] = [];
  const lines = lineReader((line) => events.push(...adapter.parse(line)));
  for (const piece of pieces) lines.write(piece);
  lines.end();
  return events;
}

function cutAt(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const at = [0, ...[...cuts].sort((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}
