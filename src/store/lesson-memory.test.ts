import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { forgetLessons } from '../app/lessons.ts';
import type { Lesson } from '../core/state/lesson.ts';
import { projectOf } from './layout.ts';
import { lessonMemory } from './lesson-memory.ts';

const folder = mkdtempSync(join(tmpdir(), 'jumar-lessons-'));
afterAll(() => rmSync(folder, { recursive: true }));
const [home, one, other] = ['home', 'one', 'other'].map((name) => join(folder, name)) as [string, string, string];
for (const path of [one, other]) mkdirSync(path);

const concern = { task: 'the tax of an invoice is rounded down', failures: [] };
const lesson = (loop: string, project: string): Lesson => ({
  ...{ loop, project, task: concern.task, taskType: 'test-fix', kind: 'assertion', failures: [], files: [loop] },
  ...{ outcome: 'solved', lesson: 'Solved.', iterations: 1, at: 1000 },
});
const memoryOf = async (root: string, scope: 'project' | 'user' | 'off') =>
  lessonMemory(await projectOf(home, root), scope, () => 2000);
const lessonsFor = async (root: string, scope: 'project' | 'user' | 'off') =>
  (await (await memoryOf(root, scope)).recall(concern)).map(({ loop }) => loop).sort();
const clear = (loop?: string, options: { user?: boolean } = {}) =>
  forgetLessons({ cwd: one, env: { JUMAR_HOME: home } }, { loop, ...options });

test('lessons are listed in their own project, in the user’s others with the scope `user`, and until they are deleted', async () => {
  for (const loop of ['tax-a1', 'tax-b2']) await (await memoryOf(one, 'project')).keep(lesson(loop, one));
  await (await memoryOf(other, 'user')).keep(lesson('tax-c3', other));
  expect(await lessonsFor(one, 'project')).toEqual(['tax-a1', 'tax-b2']);
  expect(await lessonsFor(other, 'project')).toEqual(['tax-c3']);
  expect(await lessonsFor(other, 'user')).toEqual(['tax-a1', 'tax-b2', 'tax-c3']);
  expect(await lessonsFor(one, 'off')).toEqual([]);

  await expect(clear('tax')).rejects.toThrow(/several loops begin with tax/);
  await expect(clear('tax-c')).rejects.toThrow(/there is no lesson from tax-c/);
  expect(await clear('tax-a')).toBe(1);
  expect(await clear()).toBe(1);
  expect(await lessonsFor(one, 'user')).toEqual(['tax-c3']);
  expect(await clear(undefined, { user: true })).toBe(1);
  expect(await lessonsFor(one, 'user')).toEqual([]);
});
