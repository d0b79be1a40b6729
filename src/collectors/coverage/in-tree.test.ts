import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { coverageInTree } from './in-tree.ts';

const PATHS = ['src/sum.js', 'src/other.js', 'packages/a/lib/x.js', 'fee.go', 'src/main/java/com/acme/Fee.java'];

const ROOT = '<root>';

const counted = (tool: string, ...names: string[]) => {
  const root = mkdtempSync(join(tmpdir(), 'jumar-coverage-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'dist'));
  writeFileSync(join(root, 'dist/built.js'), '');
  const files = names.map((name) => ({
    file: name.replace(ROOT, root),
    lines: { covered: 1, total: 2 },
    branches: null,
  }));
  const { report, left } = coverageInTree({ tool, files }, PATHS, root);
  return [report?.lines.total ?? null, ...left];
};

test.each<[what: string, tool: string, names: string[], expected: (number | string | null)[]]>([
  ['files of the tree', 'lcov', ['src/sum.js', 'src/other.js'], [4]],
  ['a file that does not exist', 'lcov', ['src/sum.js', 'ghost.js'], [2, 'ghost.js']],
  ['one that exists in no snapshot', 'lcov', ['src/sum.js', 'dist/built.js'], [2, 'dist/built.js']],
  ['built code alone, as far as it exists', 'lcov', ['dist/built.js', 'dist/ghost.js'], [2, 'dist/ghost.js']],
  ['nothing that exists', 'lcov', ['ghost.js'], [null, 'ghost.js']],
  ['files named from the root of the disk', 'istanbul', [`${ROOT}/src/sum.js`, '/another/copy/src/other.js'], [4]],
  [
    'a file of the disk that is none of the tree',
    'istanbul',
    ['/elsewhere/ghost.js', 'src/sum.js'],
    [2, '/elsewhere/ghost.js'],
  ],
  ['a file named from its package', 'istanbul', ['lib/x.js'], [2]],
  ['the same file under two names', 'lcov', ['src/sum.js', 'sum.js'], [2, 'sum.js']],
  ['an import path', 'go', ['example.org/post/fee.go', 'example.org/post/ghost.go'], [2, 'example.org/post/ghost.go']],
  ['a package', 'jacoco', ['com/acme/Fee.java'], [2]],
])('%s', (_, tool, names, expected) => {
  expect(counted(tool, ...names)).toEqual(expected);
});
