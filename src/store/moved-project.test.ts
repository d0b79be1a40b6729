import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureProject, loopPaths, projectOf, readRoot } from './layout.ts';
import { acquireLock } from './lock.ts';
import { adoptMovedProject } from './moved-project.ts';

const LOOP = 'a-loop-00000000';
let folder: string;
let home: string;
let [before, after] = ['', ''];
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'jumar-moved-')));
  home = join(folder, 'home');
  [before, after] = [join(folder, 'before'), join(folder, 'after')];
  await mkdir(join(before, '.jumar', 'loops', LOOP), { recursive: true });
  const { folder: state } = loopPaths(await ensureProject(home, before), LOOP);
  await mkdir(state, { recursive: true });
  await writeFile(join(state, 'log.jsonl'), '');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('the state follows a moved workspace, once', async () => {
  const old = await projectOf(home, before);
  await rename(before, after);
  expect(await adoptMovedProject(home, after)).toBe(before);
  const project = await ensureProject(home, after);
  expect(await readRoot(project.file)).toBe(after);
  expect(existsSync(loopPaths(project, LOOP).log)).toBe(true);
  expect(existsSync(old.folder)).toBe(false);
  expect((await readdir(project.folder)).sort()).toEqual(['loops', 'project.json']);
  expect(await adoptMovedProject(home, after)).toBeNull();
});

test('an interrupted move is completed', async () => {
  const old = await projectOf(home, before);
  await rename(before, after);
  await writeFile(old.file, JSON.stringify({ version: 1, root: after }));
  expect(await adoptMovedProject(home, after)).toBe(after);
  expect(existsSync(loopPaths(await projectOf(home, after), LOOP).log)).toBe(true);
});

test('does nothing if the old workspace still exists, or if nothing shows that they are the same', async () => {
  await mkdir(join(after, '.jumar', 'loops', LOOP), { recursive: true });
  expect(await adoptMovedProject(home, after)).toBeNull();
  await rm(before, { recursive: true });
  await rm(join(after, '.jumar'), { recursive: true });
  expect(await adoptMovedProject(home, after)).toBeNull();
  await mkdir(join(after, '.jumar', 'loops', 'another-loop'), { recursive: true });
  expect(await adoptMovedProject(home, after)).toBeNull();
  expect(existsSync(join(home, 'projects'))).toBe(true);
});

test('nothing moves while a loop runs', async () => {
  const { workspaceLock, folder: state } = await projectOf(home, before);
  const lock = await acquireLock(workspaceLock, { purpose: 'a loop' });
  await rename(before, after);
  expect(await adoptMovedProject(home, after)).toBeNull();
  await lock.release();
  expect(existsSync(state)).toBe(true);
  expect(await adoptMovedProject(home, after)).toBe(before);
});
