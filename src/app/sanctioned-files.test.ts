import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { forgetChanged, sanction } from '../system/sanctioned.ts';
import { openWorkspace } from '../workspace/index.ts';
import { withSanctioned } from './sanctioned-files.ts';

const CONFIG = '.jumar/config.yaml';
let base: string;
let root: string;
let state: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'jumar-sanctioned-')));
  root = join(base, 'project');
  state = join(base, 'state');
  mkdirSync(join(root, '.jumar'), { recursive: true });
  writeFileSync(join(root, 'code.txt'), 'a\n');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const opened = async () =>
  withSanctioned(await openWorkspace({ shadow: join(state, 'shadow.git'), root, loop: 'l' }), root, state);
const put = (path: string, text: string) => writeFileSync(join(root, path), text);
const config = () => readFileSync(join(root, CONFIG), 'utf8');

test.each([
  ['there was one before', 'old: 1\n'],
  ['there was none', null],
])('what a person sets meanwhile is in no tree and survives every restore, where %s', async (_, before) => {
  if (before) put(CONFIG, before);
  const workspace = await opened();
  const baseline = await workspace.snapshot('l/0', null);

  await sanction(state, CONFIG, Buffer.from('new: 2\n'));
  put(CONFIG, 'new: 2\n');
  expect((await workspace.snapshot('l/1', baseline.commit)).tree).toBe(baseline.tree);
  put('code.txt', 'b\n');
  const work = await workspace.snapshot('l/2', baseline.commit);
  expect((await workspace.changes(baseline.commit, work.commit)).paths).toEqual(['code.txt']);

  await workspace.restore(baseline.commit);
  expect([config(), readFileSync(join(root, 'code.txt'), 'utf8')]).toEqual(['new: 2\n', 'a\n']);
  put(CONFIG, 'of the agent\n');
  const tampered = await workspace.snapshot('l/3', baseline.commit);
  expect((await workspace.changes(baseline.commit, tampered.commit)).paths).toEqual([CONFIG]);
  await workspace.restore(baseline.commit);
  expect(config()).toBe('new: 2\n');
});

test('a person’s later edit between two sessions counts', async () => {
  put(CONFIG, 'old: 1\n');
  const workspace = await opened();
  const baseline = await workspace.snapshot('l/0', null);
  await sanction(state, CONFIG, Buffer.from('new: 2\n'));
  put(CONFIG, 'by hand: 3\n');
  await forgetChanged(state, root);
  const adopted = await workspace.snapshot('l/1', baseline.commit);
  expect(adopted.tree).not.toBe(baseline.tree);
  await workspace.restore(baseline.commit);
  expect(config()).toBe('old: 1\n');
});
