import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { aProject, git, writeFiles } from '../../test/support/project.ts';
import { keepTree } from './keep-tree.ts';

function scene() {
  const { project, outside } = aProject({
    '.gitignore': 'dist/\n',
    'clean.txt': 'clean\n',
    'gone.txt': 'here\n',
    'edited.txt': 'committed\n',
    'mode.txt': 'same\n',
  });
  writeFiles(project, { 'edited.txt': 'my edit\n', 'new.txt': 'my file\n' });
  const aside = join(outside, 'aside');
  const keep = () => keepTree(project, { copies: join(outside, 'copies'), aside });
  const read = (path: string) => readFileSync(join(project, path), 'utf8');
  return { project, aside, keep, read };
}

test('what a command changed is put back, and what it wrote is kept aside', async () => {
  const { project, aside, keep, read } = scene();
  const status = git(project, 'status', '--porcelain');
  const kept = await keep();
  writeFiles(project, {
    'clean.txt': 'built\n',
    'edited.txt': 'built\n',
    'new.txt': 'built\n',
    'made/by-build.txt': 'built\n',
    'dist/out.js': 'ignored\n',
  });
  rmSync(join(project, 'gone.txt'));
  chmodSync(join(project, 'mode.txt'), 0o755);
  expect(await kept?.putBack()).toEqual({
    paths: ['clean.txt', 'edited.txt', 'gone.txt', 'made/by-build.txt', 'mode.txt', 'new.txt'],
    aside,
  });
  expect(['clean.txt', 'edited.txt', 'new.txt', 'gone.txt'].map(read)).toEqual([
    'clean\n',
    'my edit\n',
    'my file\n',
    'here\n',
  ]);
  expect(existsSync(join(project, 'made/by-build.txt'))).toBe(false);
  expect(statSync(join(project, 'mode.txt')).mode & 0o111).toBe(0);
  expect(read('dist/out.js')).toBe('ignored\n');
  expect(git(project, 'status', '--porcelain')).toBe(status);
  for (const path of ['clean.txt', 'edited.txt', 'new.txt', 'made/by-build.txt'])
    expect(readFileSync(join(aside, path), 'utf8')).toBe('built\n');
});

test('nothing is put back if nothing changed', async () => {
  const { keep, aside } = scene();
  expect(await (await keep())?.putBack()).toBeNull();
  expect(existsSync(aside)).toBe(false);
});

test('outside git nothing is promised', async () => {
  const root = mkdtempSync(join(tmpdir(), 'jumar-keep-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(join(root, 'a'), '1');
  expect(await keepTree(root, { copies: join(root, 'c'), aside: join(root, 's') })).toBeNull();
});
