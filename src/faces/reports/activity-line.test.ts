import { expect, test } from 'vitest';
import { scoredLoop } from '../../../test/support/scored-loop.ts';
import type { Activity, AgentEvent } from '../../ports/activity.ts';
import { activityLine, countdown, doingOf, dollars, tokenCount } from './activity-line.ts';
import { consoleReporter } from './console.ts';

const activity = (event: AgentEvent, over = {}) =>
  ({
    type: 'agent-activity' as const,
    iteration: 2,
    agent: 'claude',
    event,
    ms: 34_000,
    tokens: 12_345,
    costUsd: 0.04,
    costEstimated: false,
    ...over,
  }) satisfies Activity;

test('one line shows the tool, its subject and the cost', () => {
  const using = activity({ type: 'tool-started', tool: 'Bash', subject: 'npm test' });
  expect(activityLine(using, doingOf(using) ?? '')).toBe('#2  claude 34.0 s · Bash npm test · 12.3k tokens · $0.040');
  const silent = activity({ type: 'thinking', text: 'hm' }, { tokens: null, costUsd: null });
  expect(activityLine(silent, 'thinking')).toBe('#2  claude 34.0 s · thinking');
});

test.each([
  ['a\u001b[2Jb\r\nc', 'ab c'],
  ['\u001b[1;31mred\u001b[0m and \u001b]8;;https://x.test\u0007a link\u001b]8;;\u0007', 'red and a link'],
  ['10%\r50%\r100% done', '100% done'],
  [`cut at its end \u001b[3`, 'cut at its end'],
  ['🧗'.repeat(61), `${'🧗'.repeat(29)}…`],
])('nothing of what steers a terminal is left of %j', (text, left) => {
  expect(doingOf(activity({ type: 'text', text }))).toBe(left);
  expect(doingOf(activity({ type: 'raw', text }))).toBe(left);
});

test.each([
  [999, '0:01'],
  [61_000, '1:01'],
  [3_661_000, '1:01:01'],
])('%d ms are %s', (ms, text) => {
  expect(countdown(ms)).toBe(text);
});

test('an estimate is labelled', () => {
  expect(dollars(1.5, true)).toBe('≈ $1.50 (estimated)');
  expect(tokenCount(2_500_000)).toBe('2.50M tokens');
});

test('on a terminal the line is replaced in place, fits the terminal, and is not redrawn for every event', () => {
  const written: string[] = [];
  const reporter = consoleReporter((text) => written.push(text), { live: true, columns: 30 });
  for (const ms of [100, 110, 120, 300]) {
    reporter.onActivity?.(activity({ type: 'tool-started', tool: 'Bash', subject: 'x'.repeat(90) }, { ms }));
  }
  reporter.onActivity?.({ type: 'waiting', until: 9, leftMs: 61_000 });
  expect(written).toHaveLength(3);
  expect(written[0]?.length).toBe(29);
  expect(written[2]).toContain('waiting, 1:01 left');
});

test('without a terminal it is not printed', () => {
  const written: string[] = [];
  consoleReporter((text) => written.push(text)).onActivity?.(activity({ type: 'text', text: 'hi' }));
  expect(written).toEqual([]);
});

test('with -v, what agents and checks do is printed as it happens, also without a terminal', () => {
  const written: string[] = [];
  const reporter = consoleReporter((text) => written.push(text), { verbose: true });
  const started = { type: 'agent-started', iteration: 2, run: 'r', agent: 'claude' } as const;
  const event = { ...started, prompt: { file: 'p', sha256: '', chars: 1 } };
  reporter.onEvent({ seq: 1, at: 0, event }, scoredLoop({ iterations: [] }));
  reporter.onActivity?.(activity({ type: 'text', text: 'I see ', more: true }));
  reporter.onActivity?.(activity({ type: 'text', text: 'it.', more: true }));
  reporter.onActivity?.(activity({ type: 'tool-started', tool: 'Edit', subject: '/project/src/a.js' }));
  reporter.onActivity?.({ type: 'check-activity', command: 'npm test', lines: ['ok 1', 'ok 2'], omitted: 0, ms: 5 });
  expect(written.join('')).toBe(
    ['  #2 claude', '    I see it.', '    ▸ Edit src/a.js', '    $ npm test', '      ok 1', '      ok 2', ''].join(
      '\n',
    ),
  );
});
