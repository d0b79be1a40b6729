import { describe, expect, test } from 'vitest';
import { inBothStances } from '../../../test/support/guard/judge.ts';

const manifest = (run: string, more: Record<string, string> = {}): string =>
  JSON.stringify({ name: 'price', scripts: { test: run, ...more } }, null, 2);
const workflow = (...runs: string[]): string =>
  `on: push\njobs:\n  checks:\n    steps:\n${runs.map((run) => `      - run: ${run}\n`).join('')}`;
const inWorkflow = (before: string[], after: string[]) => ({
  path: '.github/workflows/ci.yml',
  before: workflow(...before),
  after: workflow(...after),
});
const inScript = (before: string, after: string, more: Record<string, string> = {}) => ({
  path: 'package.json',
  before: manifest(before),
  after: manifest(after, more),
});

describe('a run that newly takes only some of its tests', () => {
  test.each([
    ['vitest run', 'vitest run -t one'],
    ['vitest run', 'vitest run src/price.test.ts'],
    ['jest', 'jest --testNamePattern=one'],
    ['node --test', 'node --test --test-name-pattern=one'],
    ['mocha', 'mocha --grep one'],
    ['playwright test', 'playwright test -g one'],
    ['npm test', 'npm test -- -t one'],
    ['pytest', 'pytest -k fast'],
    ['pytest', 'pytest tests/test_price.py'],
    ['pytest tests', 'pytest tests/unit'],
    ['python -m pytest', 'python -m pytest -m fast'],
    ['go test ./...', 'go test -run TestOne ./...'],
    ['go test ./...', 'go test ./price'],
    ['cargo test', 'cargo test --lib'],
    ['cargo test', 'cargo test parses'],
    ['cargo test --workspace', 'cargo test --workspace -- price::parses'],
    ['cargo test', 'cargo test -p price'],
    ['mvn verify', 'mvn verify -Dtest=PriceTest'],
    ['./gradlew test', './gradlew test --tests PriceTest'],
  ])('%s → %s', async (before, after) => {
    const found = await inBothStances('tests-excluded', inWorkflow([before], [after]));
    expect(found).toEqual({ agent: 'high', review: 'medium' });
  });

  test('in a script of package.json too', async () => {
    expect((await inBothStances('tests-excluded', inScript('vitest run', 'vitest run -t one'))).agent).toBe('high');
  });

  test.each([
    ['more of them', 'vitest run src/price.test.ts', 'vitest run'],
    ['other ones by name', 'vitest run -t one', 'vitest run -t two'],
    ['all of them in another way', 'pytest', 'python -m pytest'],
    ['all of them, expressed in another way', 'vitest', 'vitest --run'],
    ['those that a matrix names', 'go test ./...', `go test -run $\{{ matrix.suite }} ./...`],
    ['those that a glob names', 'mocha', 'mocha test/**/*.test.js'],
    ['another folder', 'pytest tests', 'pytest testing'],
    ['all of them with a feature', 'cargo test', 'cargo test --features slow'],
    ['all of them one by one', 'cargo test', 'cargo test -- --test-threads 1'],
    ['something that is not a test run', 'docker build .', 'docker build -t test/price .'],
  ])('is not reported if it takes %s', async (_, before, after) => {
    expect((await inBothStances('tests-excluded', inWorkflow([before], [after]))).agent).toBe('none');
  });

  test('only warns if the run is split', async () => {
    const divided = inWorkflow(['vitest run'], ['vitest run -t unit', 'vitest run -t whole']);
    expect((await inBothStances('tests-excluded', divided)).agent).not.toBe('high');
    const script = inScript('vitest run', 'vitest run -t unit', { 'test:whole': 'vitest run -t whole' });
    expect((await inBothStances('tests-excluded', script)).agent).toBe('medium');
  });
});

describe('settings that name only a part of the test folders', () => {
  const vitest = (include: string): string => `export default { test: { ${include} } };\n`;
  test.each([
    ['vitest.config.ts', vitest("include: ['src/**/*.test.ts']"), vitest("include: ['src/price.test.ts']")],
    ['vitest.config.ts', vitest(''), vitest("include: ['src/price.test.ts']")],
    [
      'jest.config.js',
      "module.exports = { testMatch: ['**/*.test.js'] };\n",
      "module.exports = { testMatch: ['**/price.test.js'] };\n",
    ],
    ['pytest.ini', '[pytest]\ntestpaths = tests\n', '[pytest]\ntestpaths = tests/unit\n'],
    ['pytest.ini', '[pytest]\npython_files = test_*.py\n', '[pytest]\npython_files = test_price.py\n'],
    ['pytest.ini', '[pytest]\ntestpaths = tests\n', '[pytest]\ntestpaths = tests\npython_files = check_*.py\n'],
    ['setup.cfg', '[tool:pytest]\naddopts = -q\n', '[tool:pytest]\naddopts = -q --ignore=tests/test_price.py\n'],
    ['.mocharc.yml', 'spec: test/**/*.js\n', 'spec: test/price.js\n'],
  ])('%s', async (path, before, after) => {
    const found = await inBothStances('tests-excluded', { path, before, after });
    expect(found).toEqual({ agent: 'high', review: 'medium' });
  });

  test.each([
    ['more extensions', "include: ['src/**/*.test.ts']", "include: ['src/**/*.test.{ts,tsx}']"],
    ['another folder', "include: ['src/**/*.test.ts']", "include: ['test/**/*.test.ts']"],
    ['one more place', "include: ['src/**/*.test.ts']", "include: ['src/**/*.test.ts', 'test/**/*.test.ts']"],
    ['a glob for the first time', '', "include: ['src/**/*.test.ts']"],
  ])('%s is not narrower', async (_, before, after) => {
    const change = { path: 'vitest.config.ts', before: vitest(before), after: vitest(after) };
    expect((await inBothStances('tests-excluded', change)).agent).toBe('none');
  });
});

describe('a new configuration file', () => {
  const ini = (options: string): string => `[pytest]\naddopts = ${options}\n`;
  const tests = 'def test_price():\n    assert price(1) == 2\n';
  test.each([
    ['pytest.ini', ini('--ignore=tests/test_price.py'), 'high'],
    ['pytest.ini', ini('--deselect tests/test_price.py::test_price'), 'high'],
    ['jest.config.js', "module.exports = { testPathIgnorePatterns: ['test/price.test.js'] };\n", 'high'],
    ['pytest.ini', ini('--ignore=tests/data'), 'none'],
    ['jest.config.js', "module.exports = { testPathIgnorePatterns: ['/node_modules/', '/e2e/'] };\n", 'none'],
    ['pytest.ini', '[pytest]\npython_files = test_*.py check_*.py\n', 'none'],
  ])('that excludes one test by name is reported: %s, %j', async (path, after, agent) => {
    expect((await inBothStances('tests-excluded', { path, before: null, after })).agent).toBe(agent);
  });

  test('may exclude what came with it', async () => {
    const addedTest = { path: 'tests/test_price.py', before: null, after: tests };
    const settings = { path: 'pytest.ini', before: null, after: ini('--ignore=tests/test_price.py') };
    expect((await inBothStances('tests-excluded', settings, addedTest)).agent).toBe('none');
  });
});
