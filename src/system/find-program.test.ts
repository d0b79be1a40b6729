import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findProgram, findProgramIn, joinSearchPath, splitSearchPath } from './find-program.ts';

const root = mkdtempSync(join(tmpdir(), 'jumar-find-program-'));
const [first, second] = [join(root, 'first'), join(root, 'second')];

beforeAll(() => {
  for (const folder of [first, second]) mkdirSync(folder);
  for (const path of [join(first, 'plain'), join(second, 'plain'), join(second, 'tool')]) writeFileSync(path, '');
  for (const path of [join(second, 'plain'), join(second, 'tool')]) chmodSync(path, 0o755);
  mkdirSync(join(first, 'tool'));
  symlinkSync(join(second, 'tool'), join(second, 'link'));
  symlinkSync(join(second, 'nothing'), join(second, 'dangling'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const env = { PATH: [first, '', second].join(delimiter) };

it.each([
  ['plain', 'a file that cannot be executed is passed over'],
  ['tool', 'so is a folder'],
  ['link', 'a link counts as what it leads to'],
])('finds %s: %s', (name) => expect(findProgram(name, env)).toBe(join(second, name)));

it.each(['dangling', 'absent', join(first, 'plain'), join(second, 'absent')])('finds no %s', (name) =>
  expect(findProgram(name, env)).toBeNull(),
);

it('treats a name with a slash as a path', () => {
  expect(findProgram(join(second, 'tool'), {})).toBe(join(second, 'tool'));
  expect(findProgramIn([first], 'second/tool', root)).toBe(join(second, 'tool'));
  expect(findProgramIn([root], 'second/tool', first)).toBeNull();
});

it('splits and joins search paths without empty entries', () => {
  expect(splitSearchPath(env.PATH)).toEqual([first, second]);
  expect(splitSearchPath(undefined)).toEqual([]);
  expect(joinSearchPath(first, undefined, '', second)).toBe([first, second].join(delimiter));
});
