import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { metricsSchema, ratio, unmeasured } from '../core/metrics/metrics.ts';
import { assembleMetrics } from './assemble.ts';
import { measureCode } from './code/measure-code.ts';
import { readCustom } from './custom.ts';
import type { LintCommand } from './lint/detect.ts';
import { type RunLinter, runLinters } from './lint/run-linters.ts';

describe('metrics', () => {
  it('are unknown if nothing was collected', () => {
    expect(assembleMetrics({})).toEqual(unmeasured);
  });

  it('say why a part is unknown', () => {
    const metrics = assembleMetrics({
      tests: 'no test ran',
      coverage: 'vitest has no coverage provider',
      build: { exitCode: null, durationMs: 5 },
      custom: [{ size: 3 }, 'custom.speed: the command failed (exit 1)'],
    });
    expect(metrics).toEqual({
      ...unmeasured,
      custom: { size: 3 },
      unknown: [
        'tests: no test ran',
        'coverage: vitest has no coverage provider',
        'custom.speed: the command failed (exit 1)',
        'build: it did not finish',
      ],
    });
  });

  it('contain only what was collected', () => {
    const coverage = { lines: ratio(1, 2)!, branches: null, tool: 'lcov', files: [], reports: [] };
    const metrics = assembleMetrics({ coverage, build: { exitCode: 2, durationMs: 7 } });
    expect(metrics.coverage).toEqual({ lines: { covered: 1, total: 2, percentage: 50 }, branches: null, tool: 'lcov' });
    expect(metrics.build).toEqual({ status: 'failure', durationMs: 7 });
    expect(metricsSchema.parse(metrics)).toEqual(metrics);
  });
});

describe('a project', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'jumar-measure-'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const run: RunLinter = ({ command, timeoutMs }) =>
    new Promise((done) => {
      execFile('sh', ['-c', command], { cwd: root, timeout: timeoutMs }, (error, stdout, stderr) => {
        const code = error ? error.code : 0;
        done({ text: stdout + stderr, exitCode: typeof code === 'number' ? code : null });
      });
    });

  it('never overwrites one custom metric with another', () => {
    const { custom, unknown } = assembleMetrics({ custom: [{ bundle_kb: 3 }, { bundle_kb: 4, other: 1 }] });
    expect(custom).toEqual({ bundle_kb: 3, other: 1 });
    expect(unknown).toEqual(['custom.bundle_kb: a second command reports it too and is ignored']);
  });

  it('is measured by its own commands, each with its own timeout', async () => {
    const linter = async (name: string, body: string): Promise<string> => {
      await writeFile(join(root, name), `#!/bin/sh\n${body}\n`);
      await chmod(join(root, name), 0o755);
      return `./${name}`;
    };
    await writeFile(join(root, 'a.js'), 'function f(a) { return a ? 1 : 2 }\n');
    const of = async (command: Pick<LintCommand, 'linter'> & { body: string; timeoutMs?: number }) => ({
      linter: command.linter,
      folder: '',
      command: await linter(`${command.linter}.sh`, command.body),
      timeoutMs: command.timeoutMs ?? 10_000,
      why: 'the test',
    });
    const commands = [
      await of({ linter: 'tsc', body: `echo "$PWD/a.js(1,1): error TS1: bad"; exit 2` }),
      await of({ linter: 'flake8', body: 'echo "a.py:1:1: W1 odd"; exit 1' }),
      await of({ linter: 'eslint', body: 'exec sleep 30', timeoutMs: 300 }),
      await of({ linter: 'ruff', body: 'echo boom >&2; exit 2' }),
    ];
    const { metrics, runs } = await runLinters(root, commands, run);
    expect(runs.map(({ linter, result }) => [linter, typeof result])).toEqual([
      ['tsc', 'object'],
      ['flake8', 'object'],
      ['eslint', 'string'],
      ['ruff', 'string'],
    ]);
    expect(runs[0]?.result).toMatchObject({ problems: [{ file: 'a.js', line: 1, rule: 'TS1' }] });
    const code = await measureCode({ root, paths: ['a.js'] });
    const custom = [readCustom('lines', { text: '12\n', exitCode: 0 })];
    expect(assembleMetrics({ lint: metrics, code, custom })).toEqual({
      ...unmeasured,
      types: { errors: 1, tools: ['tsc'] },
      files: 1,
      loc: 1,
      complexity: { mean: 2, max: 2, functions: 1 },
      custom: { lines: 12 },
      unknown: ['lint: eslint: it did not finish', 'lint: ruff: exit 2, but no report (boom)'],
    });
  });
});
