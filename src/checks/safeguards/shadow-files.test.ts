import { expect, test } from 'vitest';
import { baselineFiles, shadowPart } from './shadow-files.ts';

const baseline = baselineFiles([
  'package.json',
  'tsconfig.json',
  'src/a.ts',
  'test/a.test.ts',
  'pkg/lib/x.py',
  'Makefile',
]);

test.each<[string, ReturnType<typeof shadowPart>]>([
  ['.npmrc', 'away'],
  ['GNUmakefile', 'away'],
  ['makefile', 'away'],
  ['conftest.py', 'away'],
  ['test/conftest.py', 'away'],
  ['pytest.ini', 'away'],
  ['sitecustomize.py', 'away'],
  ['src/usercustomize.py', 'away'],
  ['pytest.py', 'away'],
  ['unittest/__init__.py', 'away'],
  ['new/unittest/__init__.py', null],
  ['coverage.py', 'away'],
  ['pkg/lib/coverage.py', null],
  ['pkg/lib/pytest/__init__.py', 'away'],
  ['vite.config.ts', 'away'],
  ['vitest.config.ts', 'away'],
  ['jest.config.cjs', 'away'],
  ['.mocharc.json', 'away'],
  ['babel.config.js', 'away'],
  ['.babelrc', 'away'],
  ['.env', 'away'],
  ['.env.test', 'away'],
  ['.cargo/config.toml', 'away'],
  ['test/tsconfig.json', 'away'],
  ['tsconfig.build.json', 'away'],
  ['eslint.config.js', null],
  ['pkg/package.json', 'away'],
  ['packages/new/package.json', null],
  ['packages/new/vitest.config.ts', null],
  ['pyproject.toml', 'sections'],
  ['src/b.ts', null],
  ['test/b.test.ts', null],
  ['test/helpers.ts', null],
])('%s: %s', (path, part) => {
  expect(shadowPart(path, baseline)).toBe(part);
});

test('the first file of its kind is ordinary work', () => {
  const bare = baselineFiles(['src/a.js', '.eslintrc.json']);
  expect(shadowPart('package.json', bare)).toBe('package-json');
  expect(shadowPart('tsconfig.json', bare)).toBe(null);
  expect(shadowPart('eslint.config.js', bare)).toBe('away');
  expect(shadowPart('src/eslint.config.js', bare)).toBe('away');
});
