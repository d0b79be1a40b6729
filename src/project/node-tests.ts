import { join } from 'node:path';
import type { ProjectCommand } from '../core/criteria/project.ts';
import type { Folder } from './folder.ts';

/** For a package without a test script: a runner it depends on, or node's own if its test files use that. */
export async function nodeTestCommand(
  folder: Folder,
  dependencies: ReadonlySet<string>,
): Promise<ProjectCommand | null> {
  const runner = RUNNERS.find(([name]) => dependencies.has(name));
  const files = await testFiles(folder);
  if (runner && files.length > 0) return { command: runner[1], evidence: `package.json depends on ${runner[0]}` };
  for (const file of files.slice(0, MAX_FILES)) {
    if (/['"]node:test['"]/.test(await folder.read(file)))
      return { command: 'node --test', evidence: `${file} uses node:test` };
  }
  return null;
}

const RUNNERS: [dependency: string, command: string][] = [
  ['vitest', 'npx vitest run'],
  ['jest', 'npx jest'],
  ['mocha', 'npx mocha'],
  ['ava', 'npx ava'],
  ['tap', 'npx tap'],
  ['jasmine', 'npx jasmine'],
];

const MAX_FILES = 20;
const FOLDERS = ['.', 'test', 'tests', '__tests__', 'spec', 'src', 'lib'];

async function testFiles(folder: Folder): Promise<string[]> {
  const lists = await Promise.all(
    FOLDERS.map(async (below) => (await folder.list(below)).map((name) => ({ below, name }))),
  );
  return lists
    .flat()
    .filter(
      ({ below, name }) =>
        /[.-](?:test|spec)\.[cm]?[jt]sx?$/.test(name) ||
        (/^(?:test|tests|__tests__|spec)$/.test(below) && /\.[cm]?[jt]sx?$/.test(name)),
    )
    .map(({ below, name }) => join(below, name));
}
