import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch-workspace.ts';
import { IGNORED_STORE, inPlaceRoom } from './in-place.ts';

test('ignored files that appear during a hidden check leave the workspace, and none is deleted', async () => {
  const given = scratch();
  given.put('.gitignore', '*.log\n');
  given.put('before.log');
  const workspace = await given.open();
  const { commit } = await workspace.snapshot('loop-1/0', null);
  const state = join(given.folder, 'state');
  const room = inPlaceRoom(workspace, { root: given.root, cwd: given.root }, state);
  for (const isSecret of [true, false]) {
    await room.judge(commit, async () => given.put('logs/mine.log', 'a person wrote this\n'), { isSecret });
    expect(existsSync(join(given.root, 'logs/mine.log'))).toBe(!isSecret);
  }
  expect(given.read('before.log')).toBe('before.log\n');
  const [visit = ''] = readdirSync(join(state, IGNORED_STORE));
  expect(readFileSync(join(state, IGNORED_STORE, visit, 'logs/mine.log'), 'utf8')).toBe('a person wrote this\n');
  given.remove();
});
