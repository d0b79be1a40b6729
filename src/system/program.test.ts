import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/support/project.ts';
import { noteProgram } from './program.ts';

function aPackage() {
  const root = temporaryFolder();
  writeFiles(root, {
    'package.json': '{}',
    'dist/bin/jumar.js': 'a',
    'dist/bin/analyst.js': 'a',
    'dist/other.js': 'a',
  });
  return { root, program: noteProgram(root) };
}

test.each<[string, (root: string) => void]>([
  ['built again', (root) => writeFileSync(join(root, 'dist/bin/jumar.js'), 'other')],
  ['updated', (root) => renameSync(join(root, 'dist/other.js'), join(root, 'dist/bin/analyst.js'))],
  ['removed', (root) => rmSync(join(root, 'dist'), { recursive: true })],
])('a program that was %s is not the one that runs', (_, change) => {
  const { root, program } = aPackage();
  expect(() => program.check()).not.toThrow();
  change(root);
  expect(program.isReplaced()).toBe(true);
  expect(() => program.check()).toThrow('updated or rebuilt while this loop ran');
});
