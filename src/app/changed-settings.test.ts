import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { evolve } from '../core/evolve.ts';
import { played } from '../testing/builders.ts';
import { changedSettings } from './changed-settings.ts';

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
