import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/support/project.ts';
import { staleOutput } from './stale-output.ts';

const importsDist = { 'test/a.test.js': "import { add } from '../dist/a.js';\n" };
const oldBuild = { 'dist/a.js': 'old\n' };
const newBuild = { 'dist/a.js': 'new\n' };

type Files = Record<string, string>;
test.each<[string, { before: Files; built: Files; text?: string; inRoom?: boolean }, string[]]>([
  ['tests import it', { before: { ...importsDist, ...oldBuild }, built: newBuild }, ['dist']],
  ['the command names it', { before: oldBuild, built: newBuild, text: 'node dist/a.js' }, ['dist']],
  [
    'the manifest names it',
    { before: { 'package.json': '{"main":"./dist"}', ...oldBuild }, built: newBuild },
    ['dist'],
  ],
  [
    'a generated file that tests import',
    { before: { 'src/client.ts': 'old', 'a.test.ts': "from './src/client'" }, built: { 'src/client.ts': 'newer' } },
    ['src/client.ts'],
  ],
  ['nothing uses it', { before: oldBuild, built: newBuild, text: 'npm test' }, []],
  [
    'a script of the same name',
    { before: { 'build/a.js': 'old' }, built: { 'build/a.js': 'newer' }, text: 'npm run build' },
    [],
  ],
  ['the same build again', { before: { ...importsDist, ...oldBuild }, built: oldBuild }, []],
  ['a check that builds for itself', { before: { ...importsDist, ...oldBuild }, built: newBuild, inRoom: true }, []],
  [
    'dependencies',
    { before: { 'node_modules/a/x.js': 'old' }, built: { 'node_modules/a/x.js': 'new' }, text: 'a/x.js' },
    [],
  ],
])('%s', (_, { before, built, text = 'npm test', inRoom = false }, expected) => {
  const base = temporaryFolder();
  const [workspace, room] = [join(base, 'workspace'), join(base, 'room')];
  writeFiles(workspace, { ...before, ...built });
  writeFiles(room, before);
  for (const path of Object.keys(built)) {
    utimesSync(join(workspace, path), 2000, 2000);
    utimesSync(join(room, path), inRoom ? 3000 : 1000, inRoom ? 3000 : 1000);
  }
  expect(staleOutput(text, workspace, room)).toEqual(expected);
});
