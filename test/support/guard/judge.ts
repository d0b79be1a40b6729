import { expect, test } from 'vitest';
import { isBlocking } from '../../../src/core/findings/blocking.ts';
import type { Change, Finding } from '../../../src/guard/finding/types.ts';
import { guard } from '../../../src/guard/guard.ts';

/** `[what, path, before, after]`; null on a side where the file is not there. */
export type Case = [what: string, path: string, before: string | null, after: string | null];

async function judged(path: string, before: string | null, after: string | null): Promise<Finding[]> {
  const report = await guard({ changes: [{ path, before, after }] });
  return report.findings;
}

/** The pattern must be among the findings of every case, with at least medium severity. */
export function fires(pattern: string, cases: Case[]): void {
  test.each(cases)(`${pattern} fires: %s (%s)`, async (_, path, before, after) => {
    const found = (await judged(path, before, after)).filter((finding) => finding.severity !== 'low');
    expect(found.map((finding) => finding.pattern)).toContain(pattern);
  });
}

/** Nothing at all of medium severity or graver may be found: what is honest is honest to every pattern. */
export function quiet(about: string, cases: Case[]): void {
  test.each(cases)(`${about} is quiet: %s (%s)`, async (_, path, before, after) => {
    const found = (await judged(path, before, after)).filter((finding) => finding.severity !== 'low');
    expect(found.map((finding) => `${finding.pattern}: ${finding.why}`)).toEqual([]);
  });
}

/** Several files at once. */
export async function changed(
  files: [path: string, before: string | null, after: string | null][],
  task?: string,
): Promise<string[]> {
  const report = await guard({
    changes: files.map(([path, before, after]) => ({ path, before, after })),
    ...(task === undefined ? {} : { task }),
  });
  return report.findings
    .filter((finding) => finding.severity !== 'low' && !finding.expectedByTask)
    .map((finding) => finding.pattern);
}

/** The patterns of what blocks. */
export async function blocking(...changes: Change[]): Promise<string[]> {
  const { findings } = await guard({ changes });
  return findings.filter(isBlocking).map((finding) => finding.pattern);
}

/** One file before and after. */
export const edit = (path: string, before: string | null, after: string | null): Change => ({ path, before, after });

/** How grave a pattern is taken in both stances, `none` where it finds nothing. */
export async function inBothStances(pattern: string, ...changes: Change[]): Promise<{ agent: string; review: string }> {
  const of = async (stance: 'agent' | 'review') =>
    (await guard({ changes, stance })).findings.find((finding) => finding.pattern === pattern)?.severity ?? 'none';
  return { agent: await of('agent'), review: await of('review') };
}

/**
 * What blocks when a test that calls everything in these files is deleted beside them: a loss in the source has the tests' word then.
 * The deleted test itself is left out.
 */
export async function blockingBesideLostTest(...changes: Change[]): Promise<string[]> {
  const { findings } = await guard({ changes: [...changes, lostTest(changes)] });
  return findings
    .filter((finding) => isBlocking(finding) && finding.pattern !== 'test-file-deleted')
    .map((finding) => finding.pattern);
}

function lostTest(changes: Change[]): Change {
  const text = changes.map((one) => one.before ?? '').join('\n');
  const called = text.matchAll(/(?:(?:class |struct |impl |enum |type |\*)([A-Z]\w+)|\b([A-Za-z]\w{2,})(?=\())/g);
  const keywords = /^(if|for|while|return|switch|catch|function|throw|assert|match|func|def|pub|fn)$/;
  const names = [...new Set([...called].map((match) => match[1] ?? match[2]!))].filter((name) => !keywords.test(name));
  const extension = changes[0]!.path.split('.').at(-1)!;
  const lines = (end: string): string => names.map((name) => `  ${name}(1)${end}\n`).join('');
  const written: Record<string, [path: string, text: string]> = {
    py: ['tests/test_lost.py', `def test_lost():\n${lines('')}  assert held() == 2\n`],
    go: ['lost_test.go', `package a\n\nfunc TestLost(t *testing.T) {\n${lines('')}  assert.Equal(t, 2, held())\n}\n`],
    rs: ['tests/lost.rs', `#[test]\nfn lost() {\n${lines(';')}  assert_eq!(held(), 2);\n}\n`],
    java: [
      'src/test/java/LostTest.java',
      `class LostTest {\n  @Test\n  void lost() {\n${lines(';')}  assertEquals(2, held());\n  }\n}\n`,
    ],
    js: ['test/lost.test.js', `test('lost', () => {\n${lines(';')}  expect(held()).toBe(2);\n});\n`],
  };
  const [path, before] = written[extension] ?? written.js!;
  return { path, before, after: null };
}
