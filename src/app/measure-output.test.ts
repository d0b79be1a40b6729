import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { unmeasured } from '../core/metrics/metrics.ts';
import { identify, type ReportedTest } from '../core/metrics/tests.ts';
import { defaultScoreSettings } from '../core/state/score-settings.ts';
import { aVerdict } from '../testing/builders.ts';
import { measureJsonSchema, measureOutput } from './measure-output.ts';
import type { MeasuredTree } from './measure-tree.ts';

const published = readFileSync(new URL('../../schemas/measure.schema.json', import.meta.url), 'utf8');
const valid = new Ajv2020({ allErrors: true, strict: true }).compile(JSON.parse(published));

const tree = (over: Partial<MeasuredTree> = {}): MeasuredTree => ({
  metrics: unmeasured,
  verdicts: [],
  sources: [],
  tests: null,
  covered: null,
  functions: new Map(),
  ...over,
});
const reported = (over: Partial<ReportedTest>): ReportedTest => ({
  file: 'a.test.ts',
  suite: ['s'],
  name: 'one',
  status: 'passed',
  durationMs: 1.5,
  message: null,
  retries: 0,
  ...over,
});
const files = (covered: number) => [{ file: 'a.ts', lines: { covered, total: 10 }, branches: null }];
const criterion = { id: 'c1', text: 'npm test passes', kind: 'exit', command: 'npm test' } as const;

const show = (now: MeasuredTree, then: MeasuredTree | null = null) => {
  const output = measureOutput(now, then, {
    criteria: [criterion],
    verdicts: [aVerdict({ criterion: 'c1' })],
    score: defaultScoreSettings,
  });
  valid(JSON.parse(JSON.stringify(output)));
  expect(valid.errors).toBeNull();
  return output;
};

describe('what measure --json prints', () => {
  it('has the schema that is published', () => {
    expect(published, 'run node scripts/schemas.mjs').toBe(measureJsonSchema());
  });

  it('is valid if nothing was measured, and unknown lists are null', () => {
    expect(show(tree()).details).toMatchObject({ tests: null, coverage: null, problems: [], complexityGrew: null });
  });

  it('scores by both profiles', () => {
    const { score, scores } = show(tree());
    expect([score.profile, scores.dimensions.profile, scores.analytics.profile]).toEqual([
      'dimensions',
      'dimensions',
      'analytics',
    ]);
  });

  it('names the criterion in its own words', () => {
    expect(show(tree()).checks).toMatchObject([
      { criterion: 'c1', kind: 'exit', text: expect.stringContaining('npm test') },
    ]);
  });

  it('lists tests, those that failed first, with messages that are cut', () => {
    const tests = identify([reported({}), reported({ name: 'two', status: 'failed', message: 'x'.repeat(5000) })]);
    const listed = show(tree({ tests })).details.tests;
    expect(listed?.map(({ id, status }) => [id, status])).toEqual([
      ['a.test.ts › s › two', 'failed'],
      ['a.test.ts › s › one', 'passed'],
    ]);
    expect(listed?.[0]?.message).toHaveLength(1000);
  });

  it('says how many entries it leaves out', () => {
    const tests = identify(Array.from({ length: 20_003 }, (_, n) => reported({ name: `t${n}` })));
    const { details } = show(tree({ tests }));
    expect([details.tests?.length, details.leftOut.tests]).toEqual([20_000, 3]);
  });

  it('lists problems with place, rule and severity, errors first', () => {
    const problem = (severity: 'error' | 'warning', line: number) => ({
      severity,
      name: 'no-eval',
      message: 'eval',
      location: `a.js:${line}`,
      file: 'a.js',
      line,
    });
    const from = { command: 'eslint', exitCode: 1, durationMs: 1, outputFile: null, output: '' };
    const problems = [problem('warning', 1), problem('error', 2)];
    const { details } = show(tree({ sources: [{ ...from, part: 'lint', tool: 'eslint', problems }] }));
    expect(details.problems).toEqual([
      { area: 'lint', tool: 'eslint', severity: 'error', rule: 'no-eval', file: 'a.js', line: 2, message: 'eval' },
      { area: 'lint', tool: 'eslint', severity: 'warning', rule: 'no-eval', file: 'a.js', line: 1, message: 'eval' },
    ]);
  });

  it('names what was cached and not run', () => {
    const from = { command: 'x', exitCode: 0, durationMs: 1, outputFile: null, output: '' };
    const sources = [
      { ...from, part: 'custom.kb', cached: true },
      { ...from, part: 'lint', cached: true },
      { ...from, part: 'lint' },
    ];
    expect(show(tree({ sources })).details.cached).toEqual(['custom.kb']);
  });

  it('reports coverage per file, and changes of coverage and complexity since the other tree', () => {
    const at = (covered: number, complexity: number) =>
      tree({ covered: files(covered), functions: new Map([['a.ts', [{ name: 'f', line: 3, complexity }]]]) });
    const { details } = show(at(5, 9), at(8, 4));
    expect(details.coverage).toEqual([
      { file: 'a.ts', lines: { covered: 5, total: 10, percentage: 50 }, branches: null },
    ]);
    expect(details.coverageLost).toEqual([{ file: 'a.ts', from: 80, to: 50, lines: 3 }]);
    expect(details.complexFunctions).toEqual([{ file: 'a.ts', name: 'f', line: 3, complexity: 9 }]);
    expect(details.complexityGrew).toEqual([{ file: 'a.ts', name: 'f', line: 3, from: 4, to: 9 }]);
  });
});
