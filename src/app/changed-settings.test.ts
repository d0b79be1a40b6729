import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { evolve } from '../core/evolve.ts';
import type { Settings } from '../core/state/settings.ts';
import { played, theSettings } from '../testing/builders.ts';
import { changedSettings } from './changed-settings.ts';
import { changeLoopSettings, settingsOfLoop } from './loop-settings.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'jumar-settings-')));
  for (const name of ['old.sh', 'size.js']) writeFileSync(join(root, name), '');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a command that measures from now on is protected from now on', async () => {
  const state = { ...played({ tree: 'a', verdicts: [] }), workspace: { root, cwd: root }, protect: ['/old.sh'] };
  const event = await changedSettings(state, { 'metrics.custom': { size: 'node size.js', old: 'sh old.sh' } });
  expect(event).toMatchObject({ settings: { metrics: { custom: { size: 'node size.js' } } }, protect: ['/size.js'] });
  const next = evolve(state, { seq: state.lastSeq + 1, at: state.lastAt, event });
  expect(next.protect).toEqual(['/old.sh', '/size.js']);
});

test('other settings protect nothing more', async () => {
  const state = { ...played({ tree: 'a', verdicts: [] }), workspace: { root, cwd: root } };
  const event = await changedSettings(state, { 'limits.maxIterations': 3 });
  expect(event).not.toHaveProperty('protect');
  expect(event).toMatchObject({ settings: { limits: { maxIterations: 3 } } });
});

test('the objective follows the goal, whatever changes it', () => {
  const goalOf = (settings: Settings) => settings.metrics.custom;
  const first = settingsOfLoop(theSettings({ goal: { mode: 'maximize', command: 'sh a.sh' } }));
  const change = (settings: Settings, values: Record<string, unknown>) =>
    changeLoopSettings(settings, { source: 'test', values });
  const other = change(first, { 'goal.command': 'sh b.sh' });
  expect(goalOf(other)).toEqual({ objective: 'sh b.sh' });
  const none = change(other, { 'goal.mode': 'satisfy' });
  expect(goalOf(none)).toEqual({});
  expect(goalOf(change(none, { 'goal.mode': 'minimize' }))).toEqual({ objective: 'sh b.sh' });
  expect(() => change(first, { 'metrics.custom': { objective: 'echo 9' } })).toThrow('already a metric');
});
