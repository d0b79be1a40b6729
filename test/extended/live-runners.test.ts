import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureModule, ensureProgram, mavenRepository, npmFolder } from '../support/live-runners.ts';
import { type MeasuredRun, plainEnvironment, runMeasured, runPlain, statuses, write } from '../support/measured.ts';

/** A little project, the plain command of its user, and what must be known afterwards. */
interface Story {
  files: Record<string, string>;
  command: string;
  outcome: string;
  /** `passed adds`, without the file. */
  tests?: string[];
  env?: Record<string, string>;
}

let base: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'jumar-live-'));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

let projects = 0;

/** Runs a story plainly and measured; both must end and, but for durations, print alike. */
async function tell(story: Story, parent = base, isQuiet = true): Promise<MeasuredRun> {
  projects += 1;
  const root = join(parent, `project-${projects}`);
  await write(root, story.files);
  const plain = await runPlain(root, story.command, { ...plainEnvironment(), ...story.env });
  const measured = await runMeasured(root, story.command, story.env);
  expect(measured.measurement).toMatchObject({ outcome: story.outcome });
  if (story.tests)
    expect(Object.entries(statuses(measured)).map(([id, status]) => `${status} ${id}`)).toEqual(story.tests);
  expect(measured.code).toBe(plain.code);
  if (isQuiet) expect(sorted(measured.stdout)).toEqual(sorted(plain.stdout));
  return measured;
}

/** Lines without what differs from run to run, in no order: tests run beside each other. */
function sorted(output: string): string[] {
  return output
    .replace(/\x1b\[[\d;]*m/g, '')
    .split('\n')
    .map((line) =>
      line
        .replace(/\(?\b\d+(?:\.\d+)? ?m?s\b\)?|\(cached\)|\d+:\d\d:\d\d|\d+\.\d+|\(\d+\) panicked|seed \d+/g, '')
        .trim(),
    )
    .filter(
      (line) => line !== '' && !/^Duration|^Start at|^Time|^Ran \d+ test|^Finished in|^npm |RUST_BACKTRACE/.test(line),
    )
    .sort();
}

describe('JavaScript', () => {
  let root: string;
  let remove: () => void;
  beforeAll(() => {
    ({ root, remove } = npmFolder([
      'vitest@4.1.12',
      'jest@30',
      'mocha@11',
      'ava@6',
      'jasmine@5',
      'tape@5',
      '@playwright/test@1',
    ]));
  });
  afterAll(() => remove?.());
  const inside = (story: Story) => tell(story, root);

  const vitestTests = `import { describe, expect, it } from 'vitest';
let tries = 0;
describe('math', () => {
  it('adds', () => expect(1 + 2).toBe(3)); it('wrong', () => expect(1).toBe(2)); it.skip('skipped', () => {});
  it.todo('later'); it('twice', () => {}); it('twice', () => {}); it.each([1, 2])('each %i', () => {});
  it('flaky', { retry: 2 }, () => { tries += 1; expect(tries).toBe(2); });
});`;
  const vitestResults = [
    'passed a.test.js › math › adds',
    'passed a.test.js › math › each 1',
    'passed a.test.js › math › each 2',
    'passed a.test.js › math › flaky',
    'todo a.test.js › math › later',
    'skipped a.test.js › math › skipped',
    'passed a.test.js › math › twice',
    'passed a.test.js › math › twice #2',
    'failed a.test.js › math › wrong',
  ];

  it('vitest', async () => {
    const run = await inside({
      files: {
        'a.test.js': vitestTests,
        'package.json': '{"scripts":{"test":"vitest run"}}',
        'vitest.config.mjs': 'export default {}',
      },
      command: 'npm test --silent',
      outcome: 'tests',
      tests: vitestResults,
    });
    expect(run.measurement.run?.tests?.find(({ name }) => name === 'flaky')).toMatchObject({
      status: 'passed',
      retries: 1,
    });
  });

  it('vitest, with reporters of its own', async () => {
    const config = `export default { test: { reporters: ['verbose', ['junit', { outputFile: 'mine.xml' }]] } }`;
    const files = { 'a.test.js': vitestTests, 'vitest.config.mjs': config };
    const run = await inside({
      files,
      command: 'npx vitest run && true; code=$?; cat mine.xml | head -2; exit $code',
      outcome: 'tests',
      tests: vitestResults,
    });
    expect(run.stdout).toContain('<testsuites name="vitest tests"');
  });

  it('vitest, where a file cannot be loaded, and where there is none', async () => {
    const broken = {
      'a.test.js': vitestTests,
      'b.test.js': `throw new Error('module level');`,
      'vitest.config.mjs': 'export default {}',
    };
    const run = await inside({
      files: broken,
      command: 'npx vitest run',
      outcome: 'collection-error',
      tests: vitestResults,
    });
    expect(run.measurement.reason).toBe('b.test.js: module level');
    await inside({
      files: { 'vitest.config.mjs': 'export default {}' },
      command: 'npx vitest run',
      outcome: 'no-tests',
    });
  });

  const jestTests = `describe('math', () => {
  it('adds', () => expect(1 + 2).toBe(3)); it('wrong', () => expect(1).toBe(2)); it.skip('skipped', () => {});
  it.todo('later'); it('twice', () => {}); it('twice', () => {}); it.each([1, 2])('each %i', () => {});
});`;
  const jestResults = vitestResults.filter((test) => !test.includes('flaky'));

  it('jest, also with NODE_OPTIONS and reporters of its own', async () => {
    const config =
      '{"scripts":{"test":"NODE_OPTIONS=--experimental-vm-modules jest"},"jest":{"reporters":["summary"]}}';
    await inside({
      files: { 'a.test.js': jestTests, 'package.json': '{}' },
      command: 'npx jest',
      outcome: 'tests',
      tests: jestResults,
    });
    const run = await inside({
      files: { 'a.test.js': jestTests, 'package.json': config },
      command: 'npm test',
      outcome: 'tests',
      tests: jestResults,
    });
    expect(run.stderr).toContain('Tests:       1 failed, 1 skipped, 1 todo, 5 passed, 8 total');
  });

  it('jest, when something goes wrong', async () => {
    const cheat = `test('a', () => {}); test('b', () => process.exit(0)); test('c', () => { throw new Error(); });`;
    await inside({
      files: { 'a.test.js': cheat, 'package.json': '{}' },
      command: 'npx jest',
      outcome: 'exit0-before-end',
    });
    await inside({
      files: { 'a.test.js': cheat.replace('(0)', '(7)'), 'package.json': '{}' },
      command: 'npx jest',
      outcome: 'crashed',
    });
    await inside({
      files: { 'a.test.js': `require('./nope');`, 'package.json': '{}' },
      command: 'npx jest',
      outcome: 'collection-error',
    });
    await inside({ files: { 'package.json': '{}' }, command: 'npx jest', outcome: 'no-tests' });
  });

  const mochaTests = `const assert = require('node:assert');
let tries = 0;
describe('math', () => {
  it('adds', () => {}); it('wrong', () => assert.equal(1, 2)); it.skip('skipped', () => {}); it('later');
  it('twice', () => {}); it('twice', () => {});
  it('flaky', function () { this.retries(2); tries += 1; assert.equal(tries, 2); });
  describe('hook', () => { before(() => { throw new Error('hook'); }); it('never', () => {}); });
});`;
  const mochaResults = [
    'passed test/a.js › math › adds',
    'passed test/a.js › math › flaky',
    'failed test/a.js › math › hook › "before all" hook for "never"',
    'skipped test/a.js › math › later',
    'skipped test/a.js › math › skipped',
    'passed test/a.js › math › twice',
    'passed test/a.js › math › twice #2',
    'failed test/a.js › math › wrong',
  ];

  it.each(['npx mocha', 'npx mocha --reporter dot', 'npx mocha --parallel', 'npx mocha --max-old-space-size=500'])(
    '%s',
    async (command) => {
      await inside({ files: { 'test/a.js': mochaTests }, command, outcome: 'tests', tests: mochaResults });
    },
  );

  it('mocha, when something goes wrong', async () => {
    const cheat = `it('a', () => {}); it('b', () => process.exit(0)); it('c', () => { throw new Error(); });`;
    await inside({
      files: { 'test/a.js': cheat },
      command: 'npx mocha',
      outcome: 'exit0-before-end',
      tests: ['passed test/a.js › a'],
    });
    await inside({ files: { 'test/a.js': cheat.replace('(0)', '(7)') }, command: 'npx mocha', outcome: 'crashed' });
    await inside({ files: { 'test/a.js': `require('./nope');` }, command: 'npx mocha', outcome: 'collection-error' });
    await inside({ files: { 'test/a.js': '' }, command: 'npx mocha', outcome: 'no-tests' });
  });

  const avaStory: Story = {
    files: {
      'a.test.js': `const test = require('ava');
test('adds', (t) => t.is(3, 3)); test('wrong', (t) => t.is(1, 2)); test.skip('skipped', (t) => t.pass()); test.todo('later');`,
      'package.json': '{}',
    },
    command: 'npx ava',
    outcome: 'tests',
    tests: [
      'passed a.test.js › adds',
      'todo a.test.js › later',
      'skipped a.test.js › skipped',
      'failed a.test.js › wrong',
    ],
  };

  it('ava', async () => {
    await inside(avaStory);
  });

  it('ava 3', async () => {
    const older = npmFolder(['ava@3']);
    try {
      await tell(avaStory, older.root);
    } finally {
      older.remove();
    }
  });

  it('jasmine', async () => {
    const tests = `describe('math', () => { it('adds', () => expect(1).toBe(1)); it('wrong', () => expect(1).toBe(2)); xit('skipped', () => {}); });`;
    const config = '{"spec_dir":"spec","spec_files":["**/*.js"],"env":{"random":false}}';
    const files = { 'spec/a.js': tests, 'spec/support/jasmine.json': config };
    const results = [
      'passed spec/a.js › math › adds',
      'skipped spec/a.js › math › skipped',
      'failed spec/a.js › math › wrong',
    ];
    await inside({ files, command: 'npx jasmine', outcome: 'tests', tests: results });
  });

  it('tape, by what it prints', async () => {
    const tests = `const test = require('tape'); test('adds', (t) => { t.equal(3, 3, 'sum'); t.end(); }); test('wrong', (t) => { t.ok(false, 'no'); t.end(); });`;
    await inside({
      files: { 'a.js': tests },
      command: 'node a.js',
      outcome: 'tests',
      tests: ['passed adds › sum', 'failed wrong › no'],
    });
  });

  it('playwright, beside the reporter of its configuration', async () => {
    const tests = `const { expect, test } = require('@playwright/test');
test.describe('m', () => { test('a', () => {}); test('b', () => { expect(1).toBe(2); }); test.skip('c', () => {}); test('d', ({}, info) => { expect(info.retry).toBe(1); }); });`;
    const run = await inside({
      files: { 'a.spec.js': tests, 'playwright.config.js': `module.exports = { retries: 1, reporter: 'line' };` },
      command: 'npx playwright test',
      outcome: 'tests',
      tests: [
        'passed a.spec.js › m › a',
        'failed a.spec.js › m › b',
        'skipped a.spec.js › m › c',
        'passed a.spec.js › m › d',
      ],
    });
    expect(run.measurement.run?.tests?.map(({ retries }) => retries)).toEqual([0, 1, 0, 1]);
  });

  it('a script that calls three runners', async () => {
    const script = '#!/bin/sh\nnpx mocha; npx jest a.test.js; node --test c.test.cjs\nexit 3\n';
    const files = {
      'check.sh': script,
      'package.json': '{}',
      'test/m.js': `it('m', () => {});`,
      'a.test.js': `test('j', () => {});`,
      'c.test.cjs': `require('node:test').test('n', () => {});`,
    };
    const run = await inside({
      files,
      command: './check.sh',
      outcome: 'tests',
      tests: ['passed a.test.js › j', 'passed c.test.cjs › n', 'passed test/m.js › m'],
    });
    expect(run.measurement.run?.runner.split(' + ').sort()).toEqual(['jest', 'mocha', 'node:test']);
    expect(run.measurement).toMatchObject({ succeeded: false, reason: '3 tests passed, but exit 3' });
  });
});

const hasPytest = ensureProgram('python3', ['python3']) && ensureModule('pytest', ['python3-pytest']);

describe.skipIf(!hasPytest)('pytest', () => {
  const tests = `import pytest
def test_adds(): assert 1 + 2 == 3
def test_wrong(): assert 1 == 2, "sum & <b>"
@pytest.mark.skip
def test_skipped(): pass
@pytest.mark.xfail
def test_known(): assert 0
@pytest.mark.parametrize("a", [1, "x::y"])
def test_each(a): pass
class TestInner:
    def test_in(self): pass
@pytest.fixture
def bad(): raise RuntimeError("fixture")
def test_fixture(bad): pass
`;
  const results = [
    'passed test_a.py › TestInner › test_in',
    'passed test_a.py › test_adds',
    'passed test_a.py › test_each[1]',
    'passed test_a.py › test_each[x::y]',
    'failed test_a.py › test_fixture',
    'skipped test_a.py › test_known',
    'skipped test_a.py › test_skipped',
    'failed test_a.py › test_wrong',
  ];

  it.each(['pytest -q', 'python3 -m pytest', 'PYTHONPATH=. pytest -q', 'make check'])('%s', async (command) => {
    await tell({
      files: { 'test_a.py': tests, Makefile: 'check:\n\tpython3 -m pytest -q\n' },
      command,
      outcome: 'tests',
      tests: results,
    });
  });

  it('keeps options and reports of its own', async () => {
    const files = { 'test_a.py': tests, 'pytest.ini': '[pytest]\naddopts = --junitxml=mine.xml -q\n' };
    const command = 'pytest; code=$?; head -c 60 mine.xml; exit $code';
    const run = await tell({ files, command, outcome: 'tests', env: { PYTEST_ADDOPTS: '-x' } });
    expect(run.stdout).toContain('<?xml version');
    expect(run.measurement.run?.counts).toEqual({ total: 2, passed: 1, failed: 1, skipped: 0 });
  });

  it('when something goes wrong', async () => {
    const cheat = 'import os\ndef test_a(): pass\ndef test_b(): os._exit(0)\ndef test_c(): assert 0\n';
    await tell({
      files: { 'test_a.py': cheat },
      command: 'pytest -q',
      outcome: 'exit0-before-end',
      tests: ['passed test_a.py › test_a'],
    });
    await tell({ files: { 'test_a.py': cheat.replace('(0)', '(7)') }, command: 'pytest -q', outcome: 'crashed' });
    const polite = 'import pytest\ndef test_a(): pass\ndef test_b(): pytest.exit("bye", 0)\ndef test_c(): assert 0\n';
    await tell({ files: { 'test_a.py': polite }, command: 'pytest -q', outcome: 'exit0-before-end' });
    await tell({ files: { 'test_a.py': 'import nope\n' }, command: 'pytest -q', outcome: 'collection-error' });
    await tell({ files: { 'a.txt': '' }, command: 'pytest -q', outcome: 'no-tests' });
  });
});

describe.skipIf(!ensureProgram('python3', ['python3']))('unittest', () => {
  const tests = `import unittest
class T(unittest.TestCase):
    def test_a(self): pass
    def test_b(self): self.assertEqual(1, 2)
    @unittest.skip("later")
    def test_s(self): pass
    def test_sub(self):
        for i in range(3):
            with self.subTest(i=i): self.assertEqual(i, 1)
if __name__ == "__main__": unittest.main()
`;
  it.each(['python3 -m unittest', 'python3 test_a.py'])('%s', async (command) => {
    await tell({
      files: { 'test_a.py': tests },
      command,
      outcome: 'tests',
      tests: [
        'passed test_a.py › T › test_a',
        'failed test_a.py › T › test_b',
        'skipped test_a.py › T › test_s',
        'failed test_a.py › T › test_sub',
      ],
    });
  });

  it('when something goes wrong', async () => {
    const cheat =
      'import os, unittest\nclass T(unittest.TestCase):\n  def test_a(self): pass\n  def test_b(self): os._exit(0)\n';
    await tell({ files: { 'test_a.py': cheat }, command: 'python3 -m unittest', outcome: 'exit0-before-end' });
    await tell({
      files: { 'test_a.py': 'import nope\n' },
      command: 'python3 -m unittest',
      outcome: 'collection-error',
    });
    await tell({ files: { 'a.txt': '' }, command: 'python3 -m unittest', outcome: 'no-tests' });
  });

  it('hands over to the sitecustomize that it hides', async () => {
    const files = { 'lib/sitecustomize.py': 'print("mine")\n', 'test_a.py': tests };
    const run = await tell({ files, command: 'python3 -m unittest', outcome: 'tests', env: { PYTHONPATH: 'lib' } });
    expect(run.stdout).toBe('mine\n');
  });
});

describe.skipIf(!ensureProgram('go', ['golang-go']))('go', () => {
  const module = { 'go.mod': 'module example.com/calc\n\ngo 1.19\n', 'calc.go': 'package calc\n' };
  const tests = `package calc
import ("fmt"; "testing")
func TestAdd(t *testing.T) { t.Log("hidden"); fmt.Println("printed") }
func TestWrong(t *testing.T) { t.Errorf("want %d\\nsecond line", 4) }
func TestSkip(t *testing.T) { t.Skip("later") }
func TestSub(t *testing.T) { t.Log("log"); t.Run("a b", func(t *testing.T) { t.Error("x") }); t.Run("ok", func(t *testing.T) { t.Log("hidden") }) }
func TestSide(t *testing.T) { t.Parallel(); t.Log("side"); t.Fail() }
`;
  const files = {
    ...module,
    'calc_test.go': tests,
    'sub/s_test.go': 'package sub\nimport "testing"\nfunc TestS(t *testing.T) {}\n',
    'none/n.go': 'package none\n',
  };
  const results = [
    'passed example.com/calc › TestAdd',
    'failed example.com/calc › TestSide',
    'skipped example.com/calc › TestSkip',
    'failed example.com/calc › TestSub',
    'failed example.com/calc › TestSub › a_b',
    'passed example.com/calc › TestSub › ok',
    'failed example.com/calc › TestWrong',
    'passed example.com/calc/sub › TestS',
  ];
  it.each(['go test ./...', 'go test -v ./...', 'go test $(go list ./...)'])('%s', async (command) => {
    await tell({ files, command, outcome: 'tests', tests: results });
  });

  it('when something goes wrong', async () => {
    const test = (body: string, rest = '') => ({
      ...module,
      'a_test.go': `package calc\nimport ("os"; "testing")\nfunc TestA(t *testing.T) {}\nfunc TestB(t *testing.T) { ${body} }\nvar _ = os.Exit\n${rest}`,
    });
    await tell({
      files: test('os.Exit(3)'),
      command: 'go test',
      outcome: 'crashed',
      tests: ['passed example.com/calc › TestA'],
    });
    await tell({ files: test('panic("x")'), command: 'go test', outcome: 'crashed' }, base, false);
    await tell({ files: test('var x int = "s"'), command: 'go test ./...', outcome: 'collection-error' });
    await tell({ files: module, command: 'go test ./...', outcome: 'no-tests' });
    const cheat = await tell({
      files: test('t.Error("x")', 'func TestMain(m *testing.M) { m.Run(); os.Exit(0) }\n'),
      command: 'go test',
      outcome: 'tests',
    });
    expect(cheat.measurement).toMatchObject({ succeeded: false, reason: 'exit 0, although 1 of 2 tests failed' });
    await tell({
      files: test('', 'func TestMain(m *testing.M) { os.Exit(0) }\n'),
      command: 'go test',
      outcome: 'exit0-before-end',
    });
  });
});

describe.skipIf(!ensureProgram('cargo', ['cargo']))('cargo', () => {
  const crate = { 'Cargo.toml': '[package]\nname = "calc"\nversion = "0.1.0"\nedition = "2021"\n' };
  const library = `/// \`\`\`
/// assert_eq!(calc::add(1, 2), 3);
/// \`\`\`
pub fn add(a: i32, b: i32) -> i32 { a + b }
#[cfg(test)] mod tests {
  #[test] fn adds() { println!("hidden"); assert_eq!(super::add(1, 2), 3) }
  #[test] fn wrong() { assert_eq!(super::add(1, 2), 4) }
  #[test] #[ignore = "later"] fn later() {}
  #[test] #[should_panic] fn panics() { panic!("x") }
  mod inner { #[test] fn nested() {} }
}
`;
  it('cargo test', async () => {
    await tell({
      files: { ...crate, 'src/lib.rs': library, 'tests/it.rs': '#[test] fn integration() {}\n' },
      command: 'cargo test --offline --no-fail-fast',
      outcome: 'tests',
      tests: [
        'passed calc › tests › adds',
        'passed calc › tests › inner › nested',
        'skipped calc › tests › later',
        'passed calc › tests › panics',
        'failed calc › tests › wrong',
        'passed it › integration',
        'passed src/lib.rs - add (line 1)',
      ],
    });
  });

  it('when something goes wrong', async () => {
    const body = (text: string) => ({ ...crate, 'src/lib.rs': `#[test] fn a() {}\n#[test] fn b() { ${text} }\n` });
    await tell(
      { files: body('std::process::exit(0)'), command: 'cargo test --offline', outcome: 'exit0-before-end' },
      base,
      false,
    );
    await tell(
      { files: body('std::process::abort()'), command: 'cargo test --offline', outcome: 'crashed' },
      base,
      false,
    );
    await tell({ files: body('let x: i32 = "s";'), command: 'cargo test --offline', outcome: 'collection-error' });
    await tell({ files: { ...crate, 'src/lib.rs': '' }, command: 'cargo test --offline', outcome: 'no-tests' });
  });
});

const repository = mavenRepository();
afterAll(() => repository?.remove());

describe.skipIf(!repository)('maven', () => {
  const dependency = (artifact: string) =>
    `<dependency><groupId>org.junit.jupiter</groupId><artifactId>${artifact}</artifactId><version>5.9.2</version><scope>test</scope></dependency>`;
  const plugin = (name: string, version: string) =>
    `<plugin><artifactId>maven-${name}-plugin</artifactId><version>${version}</version></plugin>`;
  const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>ex</groupId><artifactId>calc</artifactId><version>1</version>
<properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
<dependencies>${dependency('junit-jupiter-api')}${dependency('junit-jupiter-engine')}</dependencies>
<build><plugins>${plugin('resources', '3.3.0')}${plugin('compiler', '3.10.1')}${plugin('surefire', '2.22.3')}</plugins></build></project>`;
  const tests = `package ex; import org.junit.jupiter.api.*;
class CalcTest { @Test void adds() {} @Test void wrong() { Assertions.assertEquals(4, 3); } @Test @Disabled("later") void skipped() {} @Nested class Inner { @Test void deep() {} } }`;
  const command = () => `mvn -o -B -Dmaven.repo.local=${repository?.root} test`;

  it('mvn test', async () => {
    const files = { 'pom.xml': pom, 'src/test/java/ex/CalcTest.java': tests };
    const run = await tell({ files, command: command(), outcome: 'tests' }, base, false);
    expect(run.measurement.run).toMatchObject({
      runner: 'maven',
      counts: { total: 4, passed: 2, failed: 1, skipped: 1 },
    });
    expect(statuses(run)).toMatchObject({ 'ex.CalcTest › wrong': 'failed', 'ex.CalcTest › adds': 'passed' });
  });

  it('when something goes wrong', async () => {
    const files = (body: string) => ({
      'pom.xml': pom,
      'src/test/java/ex/CalcTest.java': `package ex; import org.junit.jupiter.api.*; class CalcTest { @Test void a() { ${body} } }`,
    });
    await tell({ files: files('System.exit(0);'), command: command(), outcome: 'crashed' }, base, false);
    await tell({ files: files('int x = "s";'), command: command(), outcome: 'collection-error' }, base, false);
    await tell({ files: { 'pom.xml': pom }, command: command(), outcome: 'no-tests' }, base, false);
  });
});

describe.skipIf(!ensureProgram('rspec', ['ruby-rspec']))('rspec', () => {
  it('with formatters of its own', async () => {
    const tests = `describe 'math' do\n it('adds') { expect(1 + 2).to eq 3 }\n it('wrong') { expect(1).to eq 2 }\n xit('skipped') { }\nend\n`;
    const run = await tell({
      files: { 'spec/a_spec.rb': tests, '.rspec': '--format documentation\n' },
      command: 'rspec',
      outcome: 'tests',
      tests: [
        'passed spec/a_spec.rb › math › adds',
        'skipped spec/a_spec.rb › math › skipped',
        'failed spec/a_spec.rb › math › wrong',
      ],
    });
    expect(run.stdout).toContain('wrong (FAILED - 1)');
    const cheat = `describe 'm' do\n it('a') {}\n it('b') { exit!(0) }\nend\n`;
    await tell({ files: { 'spec/a_spec.rb': cheat }, command: 'rspec', outcome: 'exit0-before-end' });
  });
});

describe.skipIf(!ensureProgram('phpunit', ['phpunit']))('phpunit', () => {
  it('phpunit', async () => {
    const tests = `<?php class ATest extends PHPUnit\\Framework\\TestCase {
function testAdds() { $this->assertSame(3, 1 + 2); } function testWrong() { $this->assertSame(1, 2); } function testSkip() { $this->markTestSkipped(); } }`;
    const config =
      '<phpunit><testsuites><testsuite name="u"><directory>tests</directory></testsuite></testsuites></phpunit>';
    await tell({
      files: { 'tests/ATest.php': tests, 'phpunit.xml': config },
      command: 'phpunit',
      outcome: 'tests',
      tests: [
        'passed tests/ATest.php › ATest › testAdds',
        'skipped tests/ATest.php › ATest › testSkip',
        'failed tests/ATest.php › ATest › testWrong',
      ],
    });
  });
});
