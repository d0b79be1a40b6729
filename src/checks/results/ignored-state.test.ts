import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/support/project.ts';
import { ignoredState } from './ignored-state.ts';

const TREE = new Set(['a.js', 'src/b.js']);

function aWorkspace(): { root: string; outside: string; state(most?: number): Promise<string | null> } {
  const base = temporaryFolder();
  const root = join(base, 'root');
  const outside = join(base, 'outside');
  writeFiles(root, {
    'a.js': '1',
    'src/b.js': '2',
    '.env': 'A=1',
    'node_modules/x/index.js': 'x',
    'node_modules/.cache/y': 'y',
    'dist/a.js': '1',
  });
  writeFiles(outside, { 'lib/z.js': 'z' });
  return { root, outside, state: (most = 1000) => ignoredState(root, TREE, most) };
}

describe('the state of the files beside the tree', () => {
  it.each<[string, (root: string, outside: string) => void]>([
    ['.env is edited', (root) => appendFileSync(join(root, '.env'), 'B=2')],
    ['a dependency is patched', (root) => writeFileSync(join(root, 'node_modules/x/index.js'), 'y')],
    [
      'a dependency is patched and its time put back',
      (root) => {
        writeFileSync(join(root, 'node_modules/x/index.js'), 'y');
        utimesSync(join(root, 'node_modules/x/index.js'), 1, 1);
      },
    ],
    ['a file is added', (root) => writeFileSync(join(root, 'dist/b.js'), '')],
    ['a file is gone', (root) => rmSync(join(root, 'dist/a.js'))],
    ['a file is moved', (root) => renameSync(join(root, 'dist/a.js'), join(root, 'dist/c.js'))],
    ['a mode changes', (root) => chmodSync(join(root, '.env'), 0o600)],
    ['a mode of a file in the tree changes', (root) => chmodSync(join(root, 'a.js'), 0o600)],
    ['a mode of a folder changes', (root) => chmodSync(join(root, 'src'), 0o700)],
    ['an empty folder is added', (root) => mkdirSync(join(root, 'src/empty'))],
    ['a link is added', (root) => symlinkSync('dist', join(root, 'built'))],
  ])('changes when %s', async (_, change) => {
    const { root, outside, state } = aWorkspace();
    const before = await state();
    change(root, outside);
    expect(await state()).not.toBe(before);
  });

  it('changes when the target of a link changes, outside the workspace', async () => {
    const { root, outside, state } = aWorkspace();
    symlinkSync(outside, join(root, 'node_modules', 'linked'));
    const before = await state();
    expect(await state()).toBe(before);
    appendFileSync(join(outside, 'lib/z.js'), 'more');
    expect(await state()).not.toBe(before);
  });

  it.each<[string, (root: string) => void]>([
    ['the tree itself changes', (root) => writeFileSync(join(root, 'a.js'), 'other')],
    ['a tool writes its cache', (root) => appendFileSync(join(root, 'node_modules/.cache/y'), 'y')],
    [
      'a report is written',
      (root) => {
        mkdirSync(join(root, 'coverage'));
        writeFileSync(join(root, 'coverage/lcov.info'), '');
      },
    ],
  ])('is the same when %s', async (_, change) => {
    const { root, state } = aWorkspace();
    const before = await state();
    change(root);
    expect(await state()).toBe(before);
    expect(before).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is unknown if there are too many files', async () => {
    const { state } = aWorkspace();
    expect(await state(3)).toBeNull();
    expect(await ignoredState(join(temporaryFolder(), 'gone'), TREE, 10)).toBeNull();
  });
});
