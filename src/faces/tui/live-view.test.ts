import { expect, test } from 'vitest';
import { scoredRecords } from '../../../test/support/scored-loop.ts';
import { evolve } from '../../core/evolve.ts';
import type { LoopEvent, Recorded } from '../../core/state/events.ts';
import type { LoopState } from '../../core/state/state.ts';
import { unicodeGlyphs } from '../reports/glyphs.ts';
import { plainPaint } from '../reports/paint.ts';
import type { KeyPress } from './keys.ts';
import { type LiveOptions, liveView } from './live-view.ts';

/** A view of a loop whose agent is at work, on a terminal that keeps what it was shown. */
function scene(
  {
    size = { columns: 80, rows: 12 },
    ...options
  }: Partial<LiveOptions> & { size?: { columns: number; rows: number } } = {},
  events = true,
) {
  const shown: (readonly string[])[] = [];
  const quits: string[] = [];
  const live = liveView({
    paint: plainPaint,
    glyphs: unicodeGlyphs,
    attached: false,
    now: () => 0,
    perform: async () => {},
    quit: () => quits.push('quit'),
    diff: async () => ({ title: 'baseline to #1', text: '-old\n+new\n' }),
    ...options,
  });
  live.on({ size: () => size, show: (lines) => void shown.push(lines), close: () => {} });
  let state: LoopState | null = null;
  let last: Recorded | undefined;
  const take = (record: Recorded) => {
    last = record;
    state = evolve(state, record);
    live.reporter.onEvent(record, state);
  };
  const tell = (event: LoopEvent) => take({ seq: (last?.seq ?? 0) + 1, at: (last?.at ?? 0) + 1000, event });
  const started = {
    type: 'agent-started',
    iteration: 1,
    run: 'r',
    agent: 'claude',
    prompt: { file: 'p', sha256: '', chars: 1 },
  } as const;
  for (const record of events ? scoredRecords({ iterations: [], later: [started] }) : []) take(record);
  const press = (text: string) => live.key({ name: null, text });
  return { live, press, tell, quits, screen: () => (shown.at(-1) ?? []).join('\n') };
}

const interrupt: KeyPress = { name: 'interrupt', text: '' };

test('a notice shows the result of an action, or its error, until the next key', async () => {
  const { live, press, screen } = scene({
    perform: async ({ type }) => {
      if (type === 'skip') throw new Error('the disk is full');
      live.say('pauses after this iteration');
    },
  });
  press('p');
  await expect.poll(screen).toContain('pauses after this iteration');
  press('s');
  await expect.poll(screen).toContain('the disk is full');
  press('z');
  expect(screen()).not.toContain('the disk is full');
  live.close();
});

test('a notice goes away when its action has happened or it expires', () => {
  let now = 0;
  const { live, tell, screen } = scene({ now: () => now });
  live.say('ending the agent');
  expect(screen()).toContain('ending the agent');
  tell({ type: 'loop-paused', cause: 'request' });
  live.draw();
  expect(screen()).not.toContain('ending the agent');
  live.say('goes on');
  now = 9_999;
  live.draw();
  expect(screen()).toContain('goes on');
  now = 10_000;
  live.draw();
  expect(screen()).not.toContain('goes on');
  live.close();
});

test('a requested pause is shown until it happens', () => {
  const { live, press, tell, screen } = scene();
  live.set({ pausing: true });
  press('z');
  expect(screen()).toContain('pauses after this iteration');
  tell({ type: 'loop-paused', cause: 'request' });
  live.draw();
  expect(screen()).not.toContain('pauses when');
  live.close();
});

test('a closed question does not ask for an answer', () => {
  const { live, press, tell, screen } = scene();
  tell({ type: 'gate-opened', iteration: 0, question: 'Go on?', blockers: [], timeoutMinutes: 60 });
  press('r');
  expect(screen()).toContain('reject, because: _');
  tell({ type: 'gate-answered', answer: 'approve', iteration: 0, blockers: [], reason: null, by: 'command' });
  live.draw();
  expect(screen()).not.toContain('because');
  expect(screen()).toContain('this question is closed');
  live.close();
});

test('opens and closes a diff', async () => {
  const { live, press, screen } = scene();
  press('d');
  await expect.poll(screen).toContain('baseline to #1  1-2 of 2');
  press('q');
  expect(screen()).toContain('claude at work');
  live.close();
});

test('Ctrl-C works before anything is drawn', () => {
  const { live, quits } = scene({}, false);
  live.key(interrupt);
  expect(quits).toEqual(['quit']);
  live.close();
});

test('a drawing error does not end the loop', () => {
  const glyphs = { ...unicodeGlyphs, line: null as unknown as string };
  const { live, screen } = scene({ glyphs });
  expect(() => live.draw()).not.toThrow();
  expect(screen()).toContain('cannot show this');
  live.close();
});

test("the agent's activity is soon on the screen", async () => {
  const { live, screen } = scene();
  live.reporter.onActivity?.({
    type: 'agent-activity',
    iteration: 1,
    agent: 'claude',
    event: { type: 'tool-started', tool: 'Bash', subject: 'npm test' },
    ms: 10,
    tokens: 1200,
    costUsd: null,
    costEstimated: false,
  });
  await expect.poll(screen).toContain('1.2k tokens · Bash npm test');
  live.close();
});

test('what the agent does, then what the check prints', () => {
  const { live, tell, screen } = scene({ size: { columns: 80, rows: 24 } });
  const agent = { type: 'agent-activity', iteration: 1, agent: 'claude', ms: 0 } as const;
  const spent = { tokens: null, costUsd: null, costEstimated: false };
  const read = { type: 'tool-started', tool: 'Read', subject: '/project/src/parse.js' } as const;
  live.reporter.onActivity?.({ ...agent, ...spent, event: read });
  live.reporter.onActivity?.({ ...agent, ...spent, event: { type: 'text', text: 'I see', more: true } });
  live.draw();
  expect(screen()).toContain('claude at work 0:00 · Read src/parse.js\n');
  expect(screen()).toMatch(/\n▸ Read src\/parse\.js\nI see\n/);

  const ended = {
    outcome: 'ok',
    reason: 'exit 0',
    exitCode: 0,
    durationMs: 1,
    outputFile: 'o',
    outputBytes: 1,
  } as const;
  const nothing = { excerpt: '', blocked: null, strays: 0, error: null, model: null, usage: null, costUsd: null };
  tell({ type: 'agent-finished', iteration: 1, run: 'r', costEstimated: false, ...ended, ...nothing });
  live.reporter.onActivity?.({ type: 'check-activity', command: 'npm test', lines: ['ok 1'], omitted: 0, ms: 1 });
  live.draw();
  expect(screen()).toMatch(/#1 of 10 · taking a snapshot .* · npm test\n/);
  expect(screen()).toMatch(/\nI see\n\$ npm test\n│ ok 1\n/);
  live.close();
});
