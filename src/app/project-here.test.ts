import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectFor } from '../store/layout.ts';
import { projectHere } from './project-here.ts';

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'jumar-here-')));
  mkdirSync(join(base, 'project', 'pkg', 'deep'), { recursive: true });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const home = () => join(base, 'home');
const folderFor = (path: string) => projectFor(home(), join(base, path)).folder;
function keepRepository(path: string) {
  mkdirSync(join(folderFor(path), 'spare-git'), { recursive: true });
  writeFileSync(join(folderFor(path), 'spare-git', 'kept.json'), '{}');
}
const rootFrom = async (folder: string) =>
  (await projectHere({ env: process.env, cwd: join(base, 'project', folder) }, home())).root;

test('in a folder of a workspace whose repository was deleted it is still that workspace', async () => {
  keepRepository('project');
  expect(await rootFrom('pkg/deep')).toBe(join(base, 'project'));
});

test('a folder around it that never had one is another workspace', async () => {
  mkdirSync(join(folderFor('project'), 'spare-git'), { recursive: true });
  expect(await rootFrom('pkg')).toBe(join(base, 'project', 'pkg'));
});

test('a folder with loops of its own is its own workspace', async () => {
  keepRepository('project');
  mkdirSync(join(folderFor('project/pkg'), 'loops'), { recursive: true });
  expect(await rootFrom('pkg')).toBe(join(base, 'project', 'pkg'));
});
