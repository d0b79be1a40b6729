import { expect, test } from 'vitest';
import { judgingPart } from './judge-files.ts';

test.each<[string, ReturnType<typeof judgingPart>]>([
  ['src/a.test.ts', 'whole'],
  ['src/a.spec.js', 'whole'],
  ['tests/helpers.py', 'whole'],
  ['pkg/test_a.py', 'whole'],
  ['pkg/a_test.go', 'whole'],
  ['spec/a_spec.rb', 'whole'],
  ['src/FooTest.java', 'whole'],
  ['src/__snapshots__/a.snap', 'whole'],
  ['vitest.config.ts', 'whole'],
  ['conftest.py', 'whole'],
  ['.mocharc.json', 'whole'],
  ['Makefile', 'whole'],
  ['.npmrc', 'whole'],
  ['.cargo/config.toml', 'whole'],
  ['sitecustomize.py', 'whole'],
  ['unittest/__init__.py', null],
  ['pkg/coverage.py', null],
  ['vite.config.ts', null],
  ['.env', null],
  ['package.json', 'package-json'],
  ['sub/pyproject.toml', 'sections'],
  ['src/a.ts', null],
  ['src/contest.py', null],
  ['src/latest.js', null],
  ['src/attest/index.ts', null],
  ['README.md', null],
])('%s: %s', (path, part) => {
  expect(judgingPart(path)).toBe(part);
});
