import { expect, test } from 'vitest';
import { narrowCommand } from '../../project/narrow-command.ts';
import { testNarrowing } from './narrow-tests.ts';

const ALL = ['test/a.test.js', 'test/b.test.js', 'tests/test_a.py'];
const FILES = ['test/a.test.js'];

test.each<[string, string | null, string | null]>([
  ['npx vitest run', null, 'npx vitest run --bail=1 test/a.test.js'],
  ['vitest run --coverage.enabled=false', null, 'vitest run --coverage.enabled=false --bail=1 test/a.test.js'],
  ['vitest run test', null, 'vitest run --bail=1 test/a.test.js'],
  ['vitest', null, null],
  ['npx jest --ci', null, 'npx jest --ci --bail=1 --runTestsByPath test/a.test.js'],
  ['node --test', null, 'node --test test/a.test.js'],
  ['node --import tsx --test', null, 'node --import tsx --test test/a.test.js'],
  ["node --test 'test/*.test.js'", null, null],
  ['node --test test/*.test.js', null, 'node --test test/a.test.js'],
  ['node --test-reporter spec check.js', null, null],
  ['python3 -m pytest -q tests/', null, 'python3 -m pytest -q -x test/a.test.js'],
  ['pytest -k fast', null, 'pytest -k fast -x test/a.test.js'],
  ['tsc && node --test', null, 'tsc && node --test test/a.test.js'],
  ['node --test; true', null, null],
  ['node --test | tee log', null, null],
  ['npx mocha', null, null],
  ['npm test', 'vitest run', 'npm test -- --bail=1 test/a.test.js'],
  ['npm test -- --reporter=dot', 'vitest run', 'npm test -- --reporter=dot --bail=1 test/a.test.js'],
  ['npm test', 'tsc && vitest run', 'npm test -- --bail=1 test/a.test.js'],
  ['npm test', 'vitest run && eslint .', null],
  ['npm test', 'node --test test/', null],
  ['pnpm test', 'jest', 'pnpm test --bail=1 --runTestsByPath test/a.test.js'],
  ['npm run build && npm test', 'vitest run', null],
])('%s (%s) for some files', (command, script, narrowed) => {
  expect(narrowCommand(command, script, FILES, ALL)).toBe(narrowed);
});

test.each<[string, string | null, string | null]>([
  ['npx vitest run', null, 'npx vitest run --bail=1'],
  ['pytest tests/', null, 'pytest tests/ -x'],
  ['npm test', 'jest src', 'npm test -- --bail=1'],
  ['node --test', null, null],
  ['make test', null, null],
])('%s (%s) for all files ends at the first failure', (command, script, narrowed) => {
  expect(narrowCommand(command, script, [], ALL)).toBe(narrowed);
});

test('names with spaces and quotes are quoted', () => {
  expect(narrowCommand('vitest run', null, ["test/it's a.test.js"], ALL)).toBe(
    String.raw`vitest run --bail=1 'test/it'\''s a.test.js'`,
  );
});

const TREE: Record<string, string> = {
  'package.json': JSON.stringify({ scripts: { test: 'node --test' } }),
  'src/price.js': "export { round } from './round.js';",
  'src/round.js': 'export const round = Math.round;',
  'src/other.js': '',
  'src/cli.js': '',
  'test/price.test.js': "import '../src/price.js';",
  'test/other.test.js': "import '../src/other.js';\nimport './helper.js';",
};

function narrowing(commands: string[], folder = '', files = TREE) {
  const tree = {
    paths: async () => Object.keys(files),
    texts: async (paths: readonly string[]) => new Map(paths.map((path) => [path, files[path] ?? ''])),
    files: { text: async (path: string) => files[path] ?? null, manifests: async () => [] },
  };
  return testNarrowing(tree, commands, folder).reaching;
}

test('the test files that import a file, also by way of another, are chosen', async () => {
  const narrow = narrowing(['npm test', 'npm run lint']);
  const commands = new Map([['npm test', 'npm test -- test/price.test.js']]);
  expect(await narrow('src/round.js')).toEqual({ commands, files: ['test/price.test.js'] });
});

test.each<[string, string, string, Record<string, string>]>([
  ['no test imports it', 'src/cli.js', '', TREE],
  ['all test files reach it', 'src/other.js', '', { ...TREE, 'test/price.test.js': "import '../src/other.js';" }],
  ['they lie elsewhere', 'src/other.js', 'src', TREE],
  [
    'a script has hooks',
    'src/other.js',
    '',
    { ...TREE, 'package.json': '{"scripts":{"pretest":"x","test":"node --test"}}' },
  ],
])('nothing is chosen if %s', async (_, path, folder, files) => {
  expect(await narrowing(['npm test'], folder, files)(path)).toBeNull();
});
