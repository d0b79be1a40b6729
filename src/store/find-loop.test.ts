import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLogForAppend } from './append-log.ts';
import { findLoop, listLoops, listProjects } from './find-loop.ts';
import { ensureProject, type LoopPaths, loopPaths, type Project } from './layout.ts';
import { readLog } from './read-log.ts';

let folder: string;
let home: string;
let app: Project;
let other: Project;
let empty: Project;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jumar-find-'));
  home = join(folder, 'home');
  [app, other, empty] = (await Promise.all(['app', 'other', 'empty'].map(project))) as [Project, Project, Project];
  await loop(app, 'fix-tests-bbbb0001', 300);
  await loop(app, 'fix-types-aaaa0002', 200);
  await loop(app, 'add-docs-cccc0003', 100);
  await loop(other, 'fix-tests-dddd0004', 900);
  await loop(other, 'lint-eeee0005', 901);
  await mkdir(loopPaths(app, 'cut-short-ffff0006').folder);
  await mkdir(join(app.loops, 'Not A Loop'));
  await writeFile(join(app.loops, 'stray-file'), '');
  await mkdir(join(home, 'projects', 'half-made-00000000'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function project(name: string): Promise<Project> {
  await mkdir(join(folder, name));
  return ensureProject(home, join(folder, name));
}

async function loop(owner: Project, id: string, at: number): Promise<void> {
  const paths = loopPaths(owner, id);
  const writer = await openLogForAppend({ path: paths.log, headPath: paths.head, loop: id, now: () => at });
  await writer.append({ type: 'session-started', pid: 1, resumed: false });
  await writer.close();
}

test('lists loops oldest first and skips other folders', async () => {
  expect((await listLoops(app)).map(({ id, createdAt }) => [id, createdAt])).toEqual([
    ['add-docs-cccc0003', 100],
    ['fix-types-aaaa0002', 200],
    ['fix-tests-bbbb0001', 300],
  ]);
  expect(await listLoops(empty)).toEqual([]);
});

test('projects are listed', async () => {
  const roots = (await listProjects(home)).map((one) => one.root).sort();
  expect(roots).toEqual([app.root, empty.root, other.root].sort());
  expect(await listProjects(join(folder, 'nowhere'))).toEqual([]);
});

test('a loop whose first record is damaged is still found', async () => {
  const owner = await project('damaged');
  await loop(owner, 'hurt-12345678', 100);
  await writeFile(loopPaths(owner, 'hurt-12345678').log, 'garbage');
  expect((await findLoop(home, owner, null)).id).toBe('hurt-12345678');
});

describe('a loop whose log is gone is still found, and reading it reports the problem', () => {
  const emptied = ({ log }: LoopPaths) => truncate(log, 0);
  const removed = ({ log }: LoopPaths) => rm(log);
  const iterated = ({ iterations }: LoopPaths) => mkdir(join(iterations, '0000'), { recursive: true });
  const headless = ({ head }: LoopPaths) => rm(head);
  const headEmptied = ({ head }: LoopPaths) => truncate(head, 0);
  const cases: [string, ((paths: LoopPaths) => Promise<unknown>)[]][] = [
    ['emptied', [emptied]],
    ['removed', [removed]],
    ['emptied with its head, beside iterations', [iterated, emptied, headless]],
    ['removed with its head, beside iterations', [iterated, removed, headless]],
    ['removed and its head emptied, beside iterations', [iterated, removed, headEmptied]],
  ];
  test.each(cases)('%s', async (name, deeds) => {
    const id = `${name.replace(/\W+/g, '-')}-12345678`;
    const owner = await project(id);
    await loop(owner, id, 100);
    const paths = loopPaths(owner, id);
    for (const deed of deeds) await deed(paths);
    const found = await findLoop(home, owner, null);
    expect(found).toMatchObject({ id, createdAt: (await stat(paths.folder)).birthtimeMs });
    const files = { path: paths.log, headPath: paths.head, loop: id };
    expect(await readLog(files)).toMatchObject({ records: [], damage: { seq: 1, kind: 'truncated' } });
    const refused = expect(openLogForAppend(files)).rejects;
    await refused.toMatchObject({ code: 'tampered', message: expect.stringContaining('from record 1 on') });
  });

  test('except if its creation was interrupted', async () => {
    const owner = await project('begun');
    const { log, head } = loopPaths(owner, 'begun-12345678');
    await (await openLogForAppend({ path: log, headPath: head, loop: 'begun-12345678' })).close();
    expect(await listLoops(owner)).toEqual([]);
  });

  test('and a non-file in its place neither hangs nor hides the others', async () => {
    const owner = await project('odd');
    for (const id of ['fine-12345678', 'pipe-12345678', 'folder-12345678']) await loop(owner, id, 100);
    const [pipe, inner] = [loopPaths(owner, 'pipe-12345678').log, loopPaths(owner, 'folder-12345678').log];
    await Promise.all([rm(pipe), rm(inner)]);
    execFileSync('mkfifo', [pipe]);
    await mkdir(inner);
    expect((await listLoops(owner)).map(({ id }) => id).sort()).toEqual([
      'fine-12345678',
      'folder-12345678',
      'pipe-12345678',
    ]);
  });
});

describe('findLoop', () => {
  test.each([
    [null, 'fix-tests-bbbb0001'],
    ['latest', 'fix-tests-bbbb0001'],
    ['add-docs-cccc0003', 'add-docs-cccc0003'],
    ['add', 'add-docs-cccc0003'],
    ['fix-te', 'fix-tests-bbbb0001'],
    ['lint', 'lint-eeee0005'],
    ['fix-tests-dddd0004', 'fix-tests-dddd0004'],
    ['fix-tests-d', 'fix-tests-dddd0004'],
  ])('%s is %s', async (typed, id) => {
    const found = await findLoop(home, app, typed);
    expect(found.id).toBe(id);
    expect(found.paths).toEqual(loopPaths(found.project, id));
  });

  test('finds a loop by its id from outside of any workspace', async () => {
    expect((await findLoop(home, null, 'lint')).project).toEqual(other);
  });

  test.each([
    ['fix', 'ambiguous-loop', 'fix-types-aaaa0002, fix-tests-bbbb0001', 'more characters'],
    ['ad-docs', 'no-loop', 'there is no loop ad-docs', 'did you mean add-docs-cccc0003?'],
    ['fix-tests-bbbb0010', 'no-loop', 'there is no loop', 'did you mean fix-tests-bbbb0001?'],
    ['something-else-entirely', 'no-loop', 'there is no loop', 'jumar list'],
    ['../../etc', 'bad-loop-id', 'is not a loop id', 'jumar list'],
    ['', 'bad-loop-id', 'is not a loop id', 'jumar list'],
  ])('cannot be %s', async (typed, code, message, hint) => {
    const refused = expect(findLoop(home, app, typed)).rejects;
    await refused.toMatchObject({
      code,
      message: expect.stringContaining(message),
      hint: expect.stringContaining(hint),
    });
  });

  test('rejects if there is no such loop', async () => {
    await expect(findLoop(home, empty, null)).rejects.toMatchObject({ code: 'no-loop' });
    await expect(findLoop(home, null, null)).rejects.toMatchObject({ code: 'no-loop' });
    await expect(findLoop(home, null, 'fix-tests')).rejects.toMatchObject({ code: 'ambiguous-loop' });
  });
});
