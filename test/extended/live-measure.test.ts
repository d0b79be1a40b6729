import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jumar } from '../support/cli.ts';
import { ensureModule, ensureProgram, mavenRepository, npmFolder } from '../support/live-runners.ts';
import { write } from '../support/measured.ts';

/** One test passes, one fails, one is skipped, in a real project of each runner; the command line measures it. */
const COUNTS = { total: 3, passed: 1, failed: 1, skipped: 1 };
const jest =
  "it('adds', () => expect(3).toBe(3));\nit('wrong', () => expect(1).toBe(2));\nit.skip('skipped', () => {});\n";
const npmTest = (script: string) => JSON.stringify({ type: 'commonjs', scripts: { test: script } });

const javascript: Record<string, Record<string, string>> = {
  vitest: {
    'package.json': npmTest('vitest run'),
    'a.test.mjs': `import { expect, it } from 'vitest';\n${jest}`,
    'vitest.config.mjs': 'export default {};\n',
  },
  jest: { 'package.json': npmTest('jest'), 'a.test.js': jest },
  mocha: {
    'package.json': npmTest('mocha'),
    'test/a.js': "it('adds', () => {});\nit('wrong', () => { throw new Error(); });\nit.skip('skipped', () => {});\n",
  },
  'node:test': {
    'package.json': npmTest('node --test'),
    'a.test.js':
      "const { it } = require('node:test');\nit('adds', () => {});\nit('wrong', () => { throw new Error(); });\nit.skip('skipped', () => {});\n",
  },
};

let base: string;
let npm: ReturnType<typeof npmFolder>;
const repository = mavenRepository();
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'jumar-live-measure-'));
  npm = npmFolder(['vitest@4.1.12', 'jest@30', 'mocha@11']);
});
afterAll(() => {
  rmSync(base, { recursive: true, force: true });
  npm?.remove();
  repository?.remove();
});

async function measured(parent: string, name: string, files: Record<string, string>, ...args: string[]) {
  const root = join(parent, name.replace(/\W/g, '-'));
  await write(root, files);
  const { stdout, stderr } = await jumar(['measure', '--json', ...args], { cwd: root, home: join(base, 'home') });
  expect(stderr).toBe('');
  const shown = JSON.parse(stdout);
  const told = shown.details.tests.map(({ status, name: title }: { status: string; name: string }) => [
    status,
    /adds|wrong|skipped/i.exec(title)?.[0].toLowerCase(),
  ]);
  expect(told.sort()).toEqual([
    ['failed', 'wrong'],
    ['passed', 'adds'],
    ['skipped', 'skipped'],
  ]);
  return shown;
}

it.each(Object.keys(javascript))('%s, found by its package', async (name) => {
  const { metrics, checks } = await measured(npm.root, name, javascript[name] ?? {});
  expect(metrics.tests).toEqual(COUNTS);
  expect(checks).toMatchObject([{ outcome: 'fail', reason: 'exit 1, 1 of 3 tests failed' }]);
});

it.skipIf(!ensureModule('pytest', ['python3-pytest']))('pytest', async () => {
  const tests =
    'import pytest\n\ndef test_adds():\n    pass\n\ndef test_wrong():\n    assert 1 == 2\n\n@pytest.mark.skip\ndef test_skipped():\n    pass\n';
  const { metrics } = await measured(base, 'pytest', { 'test_a.py': tests }, '--until', 'python3 -m pytest -q');
  expect(metrics.tests).toEqual(COUNTS);
});

it.skipIf(!ensureProgram('go', ['golang-go']))('go test', async () => {
  const tests =
    'package calc\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) {}\nfunc TestWrong(t *testing.T) { t.Fail() }\nfunc TestSkipped(t *testing.T) { t.Skip() }\n';
  const files = { 'go.mod': 'module example.com/calc\n\ngo 1.19\n', 'a.go': 'package calc\n', 'a_test.go': tests };
  const { metrics } = await measured(base, 'go', files);
  expect(metrics).toMatchObject({ tests: COUNTS, build: { status: 'success' }, types: { errors: 0 } });
});

it.skipIf(!ensureProgram('cargo', ['cargo']))('cargo test', async () => {
  const tests =
    '#[test]\nfn adds() {}\n#[test]\nfn wrong() { assert_eq!(1, 2) }\n#[test]\n#[ignore]\nfn skipped() {}\n';
  const files = {
    'Cargo.toml': '[package]\nname = "calc"\nversion = "0.1.0"\nedition = "2021"\n',
    'src/lib.rs': '',
    'tests/a.rs': tests,
  };
  const { metrics } = await measured(base, 'cargo', files);
  expect(metrics).toMatchObject({ tests: COUNTS, build: { status: 'success' } });
});

it.skipIf(!repository)('mvn test', async () => {
  const dependency = (artifact: string) =>
    `<dependency><groupId>org.junit.jupiter</groupId><artifactId>${artifact}</artifactId><version>5.9.2</version><scope>test</scope></dependency>`;
  const plugin = (name: string, version: string) =>
    `<plugin><artifactId>maven-${name}-plugin</artifactId><version>${version}</version></plugin>`;
  const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>ex</groupId><artifactId>calc</artifactId><version>1</version>
<properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
<dependencies>${dependency('junit-jupiter-api')}${dependency('junit-jupiter-engine')}</dependencies>
<build><plugins>${plugin('resources', '3.3.0')}${plugin('compiler', '3.10.1')}${plugin('surefire', '2.22.3')}</plugins></build></project>`;
  const tests = `package ex; import org.junit.jupiter.api.*;
class CalcTest { @Test void adds() {} @Test void wrong() { Assertions.assertEquals(4, 3); } @Test @Disabled("later") void skipped() {} }`;
  const files = {
    'pom.xml': pom,
    'src/test/java/ex/CalcTest.java': tests,
    '.jumar/config.yaml': 'metrics: { build: false }\n',
  };
  const command = `mvn -o -B -Dmaven.repo.local=${repository?.root} test`;
  const { metrics } = await measured(base, 'maven', files, '--until', command);
  expect(metrics.tests).toEqual(COUNTS);
});
