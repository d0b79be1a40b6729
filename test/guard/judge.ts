import { expect, test } from 'vitest';
import { guard } from '../../src/guard/guard.ts';
import type { Finding } from '../../src/guard/types.ts';

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
