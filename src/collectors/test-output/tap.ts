import { numberIn, type Summary, summaries, type TestRunner, toCounts } from './runner.ts';

/** TAP from tape, node-tap, bats, prove and others. Counts assertions, like tape. */
export const tap: TestRunner = {
  name: 'tap',
  readSummaries(text, complete) {
    const results = [
      ...summaries(text, /^1\.\.\d+\n# tests +(\d+)\n# pass +(\d+)\n(?:# fail +(\d+)$)?/gm, ([, , passed, failed]) => ({
        counts: toCounts(Number(passed), Number(failed ?? 0), 0),
      })),
      ...summaries(text, /^# \{ (total: \d+.*) \}$/gm, ([, counts = '']) => ({
        counts: toCounts(
          numberIn(counts, /pass: (\d+)/),
          numberIn(counts, /fail: (\d+)/),
          numberIn(counts, /skip: (\d+)/) + numberIn(counts, /todo: (\d+)/),
        ),
      })),
      ...summaries(text, /^No test files found$/gm, () => ({ counts: toCounts(0, 0, 0) })),
    ];
    return results.length > 0 || /^(?:#|ℹ) tests +\d+$/m.test(text) ? results : countPoints(text, complete);
  },
};

/** Only for a flat stream with a plan and exactly the planned points, all or none of them numbered. A nested one may count files or groups. */
function countPoints(text: string, complete: boolean): Summary[] {
  const plans = [...text.matchAll(/^1\.\.(\d+)(?: #.*)?$/gm)];
  const points = [...text.matchAll(/^(not )?ok(?: (\d+)\b|(?= |$))(.*)$/gm)];
  if (!complete || plans.length !== 1 || Number(plans[0]?.[1]) !== points.length) return [];
  const hasNumbers = points.some(([, , id]) => id !== undefined);
  if (hasNumbers && points.some(([, , id], n) => Number(id) !== n + 1)) return [];
  if (/^[ \t]+(?:not )?ok \d+/m.test(text)) return [];
  const skipped = points.filter(([, , , rest = '']) => /# (?:skip|todo)/i.test(rest));
  const failed = points.filter((point) => point[1] && !skipped.includes(point));
  const passed = points.length - failed.length - skipped.length;
  return [{ start: plans[0]?.index ?? 0, end: text.length, counts: toCounts(passed, failed.length, skipped.length) }];
}
