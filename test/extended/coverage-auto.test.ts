import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jumar } from '../support/cli.ts';
import { ensureModule, ensureProgram, npmFolder } from '../support/live-runners.ts';
import { write } from '../support/measured.ts';

const COMMON =
  'function used() {\n  return 1;\n}\nfunction unused() {\n  return 2;\n}\nmodule.exports = { used, unused };\n';
const MODULE = 'export function used() {\n  return 1;\n}\nexport function unused() {\n  return 2;\n}\n';
const TEST = "const { used } = require('./src/half.js');\nit('x', () => { if (used() !== 1) throw new Error(); });\n";

let base: string;
let npm: ReturnType<typeof npmFolder>;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'jumar-coverage-'));
  npm = npmFolder(['jest@30', 'mocha@11', 'vitest@4.1.12', '@vitest/coverage-v8@4.1.12']);
});
afterAll(() => {
  rmSync(base, { recursive: true, force: true });
  npm?.remove();
});

let projects = 0;
async function covered(parent: string, files: Record<string, string>, ...args: string[]) {
  projects += 1;
  const root = join(parent, `covered-${projects}`);
  await write(root, files);
  const before = readdirSync(root).sort();
  const { stdout } = await jumar(['measure', '--json', '--coverage', 'auto', ...args], {
    cwd: root,
    home: join(base, 'home'),
  });
  const after = readdirSync(root).filter((name) => !/cache|^\.benchmarks$|^node_modules$|^coverage$/.test(name));
  expect(after.sort()).toEqual(before);
  return JSON.parse(stdout) as { metrics: { coverage: unknown; unknown: string[] }; checks: { outcome: string }[] };
}

describe('--coverage auto', () => {
  it('node:test, by V8, with its cost', async () => {
    const { metrics } = await covered(npm.root, {
      'package.json': '{"scripts":{"test":"node --test"}}',
      'src/half.js': COMMON,
      'half.test.js': `const { it } = require('node:test');\n${TEST}`,
    });
    expect(metrics.coverage).toMatchObject({
      tool: 'v8',
      lines: { covered: 4, total: 7 },
      costMs: expect.any(Number),
    });
  });

  it('mocha, by V8', async () => {
    const { metrics } = await covered(npm.root, {
      'package.json': '{"scripts":{"test":"mocha *.test.js"}}',
      'src/half.js': COMMON,
      'half.test.js': TEST,
    });
    expect(metrics.coverage).toMatchObject({ tool: 'v8', lines: { covered: 4, total: 7 } });
  });

  it("jest, by jest; a threshold of the project's does not decide", async () => {
    const { metrics, checks } = await covered(npm.root, {
      'package.json': '{"scripts":{"test":"jest"},"jest":{"coverageThreshold":{"global":{"lines":99}}}}',
      'src/half.js': COMMON,
      'half.test.js': TEST,
    });
    expect(metrics.coverage).toMatchObject({ tool: 'istanbul', lines: { covered: 2, total: 3 } });
    expect(checks).toMatchObject([{ outcome: 'pass' }]);
  });

  it("vitest, by its own provider; a threshold of the project's does not decide", async () => {
    const { metrics, checks } = await covered(npm.root, {
      'package.json': '{"type":"module","scripts":{"test":"vitest run"}}',
      'vitest.config.js': 'export default { test: { coverage: { thresholds: { lines: 99 } } } };\n',
      'src/half.js': MODULE,
      'half.test.js':
        "import { expect, it } from 'vitest';\nimport { used } from './src/half.js';\nit('x', () => expect(used()).toBe(1));\n",
    });
    expect(metrics.coverage).toMatchObject({ lines: { covered: 1, total: 2 } });
    expect(checks).toMatchObject([{ outcome: 'pass' }]);
  });

  it('leaves a project alone that measures coverage itself, thresholds and all', async () => {
    const jest = { collectCoverage: true, coverageReporters: ['lcov'], coverageThreshold: { global: { lines: 99 } } };
    const { metrics, checks } = await covered(npm.root, {
      'package.json': JSON.stringify({ scripts: { test: 'jest' }, jest }),
      'src/half.js': COMMON,
      'half.test.js': TEST,
    });
    expect(checks).toMatchObject([{ outcome: 'fail' }]);
    expect(metrics.coverage).toMatchObject({ tool: 'lcov', lines: { covered: 2, total: 3 } });
    expect(metrics.coverage).not.toHaveProperty('costMs');
  });

  it.skipIf(!ensureProgram('go', ['golang-go']))('go, by its profile', async () => {
    const { metrics } = await covered(
      base,
      {
        'go.mod': 'module example.com/calc\n\ngo 1.19\n',
        'a.go': 'package calc\n\nfunc Used() int {\n\treturn 1\n}\n\nfunc Unused() int {\n\treturn 2\n}\n',
        'a_test.go': 'package calc\n\nimport "testing"\n\nfunc TestUsed(t *testing.T) { Used() }\n',
      },
      '--until',
      'go test ./...',
    );
    expect(metrics.coverage).toMatchObject({ tool: 'go', lines: { covered: 1, total: 2 } });
  });

  const hasPlugin = () =>
    ensureModule('pytest', ['python3-pytest']) && spawnSync('python3', ['-c', 'import pytest_cov']).status === 0;
  it.skipIf(!hasPlugin())('pytest, by pytest-cov', async () => {
    const { metrics } = await covered(
      base,
      {
        'half.py': 'def used():\n    return 1\n\n\ndef unused():\n    return 2\n',
        'test_half.py': 'from half import used\n\n\ndef test_x():\n    assert used() == 1\n',
      },
      '--until',
      'python3 -m pytest -q',
    );
    expect(metrics.coverage).toMatchObject({ tool: 'coverage.py', byTestFile: { 'test_half.py': 1 } });
  });
});
