import { describe, expect, test } from 'vitest';
import * as samples from '../../../../test/support/guard/samples.ts';
import { sarifProblems } from '../../../../test/support/guard/sarif-schema.ts';
import type { Change, GuardInput } from '../../../guard/finding/types.ts';
import { guard } from '../../../guard/guard.ts';
import { reporters } from './index.ts';

interface Log {
  runs: {
    tool: { driver: { rules: { id: string }[] } };
    invocations: { toolExecutionNotifications: unknown[] }[];
    results: {
      ruleId: string;
      ruleIndex: number;
      level: string;
      locations: { physicalLocation: { artifactLocation: { uri: string } } }[];
      suppressions?: { kind: string }[];
    }[];
  }[];
}

async function written(input: GuardInput): Promise<{ text: string; run: Log['runs'][number] }> {
  const { findings, skipped, timings } = await guard(input);
  const text = reporters.sarif(
    { label: 'HEAD', findings, skipped, files: input.changes.length, ms: timings.totalMs },
    false,
  );
  return { text, run: (JSON.parse(text) as Log).runs[0]! };
}

const gone = (path: string, before: string): Change => ({ path, before, after: null });
const skipped = (allowance = ''): Change => ({
  path: 'test/price.test.ts',
  before: samples.js.replace("  it('adds", `${allowance}  it('adds`),
  after: samples.js.replace("  it('adds", `${allowance}  it.skip('adds`),
});

describe('SARIF 2.1.0', () => {
  test('is valid without findings', async () => {
    const { text, run } = await written({ changes: [] });
    expect(sarifProblems(text)).toEqual([]);
    expect(run.results).toEqual([]);
  });

  test('is valid for findings of every shape, with files that were not judged', async () => {
    const { text, run } = await written({
      changes: [
        skipped(),
        gone('tests/test_price.py', samples.py),
        { path: 'package.json', before: '{"scripts":{"test":"vitest"}}', after: '{"scripts":{"test":"true"}}' },
        { path: 'src/a.ts', before: 'export const a = 1;\n', after: '// TODO later\nexport const a = 1;\n' },
        { path: 'src/huge.ts', before: null, after: `export const a = '${'x'.repeat(1_100_000)}';\n` },
      ],
    });
    expect(sarifProblems(text)).toEqual([]);
    expect(new Set(run.results.map((one) => one.level))).toEqual(new Set(['error', 'note']));
    expect(run.invocations[0]!.toolExecutionNotifications).toHaveLength(1);
    for (const one of run.results) expect(run.tool.driver.rules[one.ruleIndex]!.id).toBe(one.ruleId);
  });

  test.each([
    ['with space/test_ä 日本.py'],
    ['c#/test_a?b.py'],
    ['100%/test_a.py'],
    ['c:/test_a.py'],
    ['a[1]/{b}/test_^`"|\\.py'],
  ])('names %s by a URI that leads back to it', async (path) => {
    const { text, run } = await written({ changes: [gone(path, samples.py)] });
    expect(sarifProblems(text)).toEqual([]);
    const { uri } = run.results[0]!.locations[0]!.physicalLocation.artifactLocation;
    const url = new URL(uri, 'file:///repository/');
    expect(decodeURIComponent(url.pathname)).toBe(`/repository/${path}`);
    expect(url.search + url.hash).toBe('');
  });

  test('an allowed finding is suppressed in source, one expected by the task externally', async () => {
    const allowed = await written({ changes: [skipped('// jumar-allow test-skipped: flaky clock\n')] });
    const asked = await written({ changes: [skipped()], task: 'Skip the test "adds tax" for now.' });
    expect([...sarifProblems(allowed.text), ...sarifProblems(asked.text)]).toEqual([]);
    expect(asked.run.results.map((one) => one.suppressions?.[0]?.kind)).toContain('external');
    expect(allowed.run.results.map((one) => one.suppressions?.[0]?.kind)).toContain('inSource');
  });

  test('the validator itself finds errors', () => {
    const at = (uri: string, startLine: number) => ({
      physicalLocation: { artifactLocation: { uri }, region: { startLine } },
    });
    const results = [
      { ruleId: 'a', level: 'fatal', message: { text: 'b' }, locations: [at('a b', 0)], colour: 'red' },
      { message: {} },
    ];
    expect(sarifProblems(JSON.stringify({ version: '2.0', runs: [{ tool: { driver: {} }, results }] }))).toEqual([
      '/version: must be equal to one of the allowed values',
      "/runs/0/tool/driver: must have required property 'name'",
      '/runs/0/results/0: must NOT have additional properties',
      '/runs/0/results/0/level: must be equal to one of the allowed values',
      '/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri: must match format "uri-reference"',
      '/runs/0/results/0/locations/0/physicalLocation/region/startLine: must be >= 1',
      "/runs/0/results/1/message: must have required property 'text'",
      "/runs/0/results/1/message: must have required property 'id'",
      '/runs/0/results/1/message: must match a schema in anyOf',
    ]);
  });
});
