import { mkdir, mkdtemp, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureProject, isLoopId, iterationFolder, loopPaths, projectAt, projectOf } from './layout.ts';

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'jumar-layout-')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function workspace(name: string): Promise<string> {
  await mkdir(join(folder, name), { recursive: true });
  return join(folder, name);
}

describe('projects', () => {
  test('are named after the workspace, and its real path makes them unique', async () => {
    const home = join(folder, 'home');
    const one = await ensureProject(home, await workspace('a/My App (new)'));
    const two = await ensureProject(home, await workspace('b/My App (new)'));
    expect(one.folder).toMatch(/\/home\/projects\/my-app-new-[0-9a-f]{8}$/);
    expect(two.folder).not.toBe(one.folder);
    expect(JSON.parse(await readFile(one.file, 'utf8'))).toEqual({ version: 1, root: one.root });
    await symlink(one.root, join(folder, 'alias'));
    expect(await ensureProject(home, join(folder, 'alias'))).toEqual(one);
    expect((await stat(one.folder)).mode & 0o777).toBe(0o700);
    expect((await stat(one.file)).mode & 0o777).toBe(0o600);
  });

  test.each(['проект', '---', '.'.repeat(3)])('have a name for any workspace name: %s', async (name) => {
    const project = await projectOf(join(folder, 'home'), await workspace(name));
    expect(project.folder).toMatch(/\/project-[0-9a-f]{8}$/);
  });

  test('are not created by looking', async () => {
    const project = await projectOf(join(folder, 'nowhere'), await workspace('looked'));
    await expect(stat(project.folder)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('keep their state out of the workspace, also through a link', async () => {
    const root = await workspace('inside');
    await symlink(join(root, 'state'), join(folder, 'state-link'));
    await mkdir(join(root, 'state'));
    for (const home of [root, join(root, 'state'), join(folder, 'state-link')]) {
      await expect(ensureProject(home, root)).rejects.toMatchObject({ code: 'home-in-workspace' });
    }
    await expect(ensureProject(join(folder, 'inside-not'), root)).resolves.toMatchObject({ root });
  });

  test('reject a folder that belongs to another workspace, and fix one that names none', async () => {
    const home = join(folder, 'home2');
    const project = await ensureProject(home, await workspace('mine'));
    await writeFile(project.file, '{"root":"/somewhere/else"}');
    await expect(ensureProject(home, project.root)).rejects.toMatchObject({ code: 'project-mismatch' });
    await writeFile(project.file, '{"roo');
    await ensureProject(home, project.root);
    expect(JSON.parse(await readFile(project.file, 'utf8')).root).toBe(project.root);
  });

  test('need a workspace that exists', async () => {
    await expect(projectOf(folder, join(folder, 'gone'))).rejects.toMatchObject({ code: 'no-workspace' });
  });
});

describe('loops', () => {
  const project = projectAt('/state/projects/app-00000000', '/app');

  test('have their files in one folder', () => {
    expect(loopPaths(project, 'fix-a1b2c3d4')).toEqual({
      folder: '/state/projects/app-00000000/loops/fix-a1b2c3d4',
      log: '/state/projects/app-00000000/loops/fix-a1b2c3d4/log.jsonl',
      head: '/state/projects/app-00000000/loops/fix-a1b2c3d4/head',
      lock: '/state/projects/app-00000000/loops/fix-a1b2c3d4/lock',
      control: '/state/projects/app-00000000/loops/fix-a1b2c3d4/control',
      key: '/state/projects/app-00000000/loops/fix-a1b2c3d4/control.key',
      iterations: '/state/projects/app-00000000/loops/fix-a1b2c3d4/iterations',
    });
  });

  test.each(['', '.', '..', '../x', 'a/b', '-rf', 'A', 'a.b', 'a\0', 'a\n', `a${'b'.repeat(61)}`])(
    'refuse the id %j',
    (id) => {
      expect(() => loopPaths(project, id)).toThrow('is not a loop id');
    },
  );

  test('never leave their project, with any id', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('.', '/', 'a', '-', '\\', '%') })), (id) => {
        if (isLoopId(id)) expect(loopPaths(project, id).folder).toBe([project.loops, id].join(sep));
        else expect(() => loopPaths(project, id)).toThrow();
      }),
    );
  });

  test.each([
    [0, '0000'],
    [7, '0007'],
    [9999, '9999'],
    [12345, '12345'],
  ])('keep iteration %i in %s', (iteration, name) => expect(iterationFolder(iteration)).toBe(name));

  test.each([-1, 1.5, Number.NaN])('have no iteration %d', (n) => expect(() => iterationFolder(n)).toThrow(RangeError));
});
