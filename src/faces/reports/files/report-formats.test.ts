import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { SaxesParser } from 'saxes';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sarifProblems } from '../../../../test/support/guard/sarif-schema.ts';
import { scoredLoop } from '../../../../test/support/scored-loop.ts';
import { settingsSchema } from '../../../core/state/settings.ts';
import type { IterationState } from '../../../core/state/state.ts';
import { aFinding, aVerdict } from '../../../testing/builders.ts';
import { csv } from '../csv.ts';
import { html, raw } from '../html/markup.ts';
import { type ReportFormat, reportFormats } from './report-formats.ts';

const hostile = '</script><script>alert(1)</script> & "quoted" \u0007 | a';

function state() {
  return scoredLoop({
    created: { task: hostile },
    iterations: [
      {
        score: 0.5,
        verdicts: [
          aVerdict({ reason: hostile, excerpt: hostile }),
          aVerdict({ outcome: 'unmeasured', reason: 'no such command' }),
        ],
        findings: [
          aFinding({ why: hostile, excerptBefore: hostile }),
          aFinding({ id: 'f2', severity: 'low', blocking: false }),
        ],
      },
    ],
    ended: { ending: 'stalled', reason: hostile },
  });
}

async function report(format: ReportFormat, iteration: IterationState | null = null): Promise<string> {
  const folder = await mkdtemp(`${tmpdir()}/jumar-report-`);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return reportFormats[format]({ state: state(), iteration, folder, workspace: async () => null });
}

test('JUnit is valid XML for any output, with failed, unmeasured and blocking cases', async () => {
  const text = await report('junit');
  const parser = new SaxesParser();
  const seen: string[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => seen.push(name));
  parser.write(text).close();
  const count = (tag: string) => seen.filter((name) => name === tag).length;
  expect([count('testcase'), count('failure'), count('error')]).toEqual([4, 2, 1]);
  expect(text).toContain('tests="4" failures="2" errors="1" skipped="0"');
});

test('SARIF has a result per finding', async () => {
  const { runs } = JSON.parse(await report('sarif'));
  expect(runs[0].results.map(({ level }: { level: string }) => level)).toEqual(['error', 'note']);
});

describe('metric alerts, and alerts that a person settled', () => {
  const coverage = { type: 'coverage_regression' as const, severity: 'high' as const, tests: [] };
  const settled = scoredLoop({
    created: { settings: settingsSchema.parse({ alerts: { block: ['test_deletion'] } }) },
    iterations: [
      {
        score: 0.5,
        verdicts: [aVerdict({ outcome: 'pass' })],
        findings: [aFinding(), aFinding({ id: 'f2' }), aFinding({ id: 'f3', pattern: 'kept' })],
        alerts: [
          { ...coverage, message: 'Coverage dropped 80%→70%' },
          { type: 'test_deletion', severity: 'critical', message: 'Test count decreased', tests: ['a › b'] },
        ],
      },
    ],
    later: [
      {
        type: 'gate-answered',
        answer: 'approve',
        iteration: 1,
        blockers: ['finding:f1'],
        reason: 'why',
        by: 'command',
      },
      { type: 'finding-marked', id: 'finding:f2', falsePositive: true, reason: 'moved' },
    ],
  });
  const request = { state: settled, iteration: null, folder: '/nowhere', workspace: async () => null };

  test('in JUnit', async () => {
    const text = await reportFormats.junit(request);
    expect(text).toContain('tests="6" failures="2" errors="0" skipped="2"');
    expect(text).toMatch(/\(f1\)"[^>]*><skipped message="approved by a person \(command\) on .*: why"\/>/);
    expect(text).toMatch(/<system-out>Coverage dropped/);
    expect(text).toMatch(/<failure type="test_deletion" message="Test count decreased">a › b</);
  });

  test('in SARIF', async () => {
    const text = await reportFormats.sarif(request);
    expect(sarifProblems(text)).toEqual([]);
    const results = JSON.parse(text).runs[0].results as { ruleId: string; level: string; suppressions?: unknown[] }[];
    expect(results.map(({ ruleId, level, suppressions }) => [ruleId, level, suppressions?.length ?? 0])).toEqual([
      ['test-skipped', 'note', 1],
      ['test-skipped', 'note', 1],
      ['kept', 'error', 0],
      ['coverage_regression', 'warning', 0],
      ['test_deletion', 'error', 0],
    ]);
  });
});

test('JSON is the receipt of a loop or an iteration', async () => {
  expect(JSON.parse(await report('json'))).toMatchObject({ schema: 'jumar-result/1', status: 'stopped' });
  expect(JSON.parse(await report('json', state().iterations[1] ?? null))).toMatchObject({ iteration: 1, score: 0.5 });
});

test('CSV quotes fields and escapes formulas', async () => {
  expect(
    csv(
      ['a', 'b'],
      [
        ['x,"y"', '=1+1'],
        [null, 2],
      ],
    ),
  ).toBe('a,b\r\n"x,""y""",\'=1+1\r\n,2\r\n');
  expect((await report('csv')).split('\r\n')).toHaveLength(4);
});

test('output of agents and tests never becomes markup', () => {
  expect(html`<p title="${hostile}">${[hostile, raw('<b>mine</b>'), null, 3]}</p>`.markup).toBe(
    '<p title="&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quoted&quot;  | a">&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quoted&quot;  | a<b>mine</b>3</p>',
  );
});
