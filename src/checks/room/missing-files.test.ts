import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/support/project.ts';
import { missingFiles } from './missing-files.ts';

const room = {
  'src/a.js': '',
  'package.json': '',
  'node_modules/vitest/package.json': '',
  'node_modules/@types/node/x.d.ts': '',
  '.venv/lib/python3.11/site-packages/pytest/x.py': '',
};
const left = {
  'dist/index.js': '',
  'src/generated/client.ts': '',
  build: '',
  'node_modules/left-pad/package.json': '',
  'node_modules/@scope/lib/package.json': '',
  'node_modules/vitest/extra.js': '',
  '.venv/lib/python3.11/site-packages/yaml/x.py': '',
};

test.each([
  ["Error: Cannot find module '/w/dist/index.js'", ['dist']],
  ["Error: Cannot find module '../dist/index.js'", ['dist']],
  ["Cannot find package 'left-pad' imported from /w/src/a.js", ['node_modules/left-pad']],
  ['Failed to resolve import "@scope/lib/sub" from src/a.js. Does the file exist?', ['node_modules/@scope']],
  ["ModuleNotFoundError: No module named 'yaml'", ['.venv/lib/python3.11/site-packages/yaml']],
  ["src/a.ts(1,8): error TS2307: Cannot find module './generated/client'", ['src/generated']],
  ["ENOENT: no such file or directory, open 'src/generated/client.ts'", ['src/generated']],
  ['the build failed: expected 1, got 2', []],
  ["Cannot find name 'total' in the build", []],
  ["Cannot find module './nowhere.js'", []],
])('%s', (output, expected) => {
  const base = temporaryFolder();
  writeFiles(join(base, 'room'), room);
  writeFiles(join(base, 'w'), { ...room, ...left });
  const text = output.replaceAll('/w/', `${base}/w/`);
  expect(missingFiles(text, join(base, 'w'), join(base, 'room'))).toEqual(expected);
});
