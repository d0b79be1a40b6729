import { numberIn, type Summary, summaries, type TestRunner, tally } from './runner.ts';

/** TAP as tape, node-tap, bats, prove and others print it. Tape counts assertions, and so does this. */
export const tap: TestRunner = {
  name: 'tap',
  human(text, complete) {
    const found = [
      ...summaries(text, /^1\.\.\d+\n# tests +(\d+)\n# pass +(\d+)\n(?:# fail +(\d+)$)?/gm, ([, , passed, failed]) => ({
        counts: tally(Number(passed), Number(failed ?? 0), 0),
      })),
      ...summaries(text, /^# \{ (total: \d+.*) \}$/gm, ([, counts = '']) => ({
        counts: tally(
          numberIn(counts, /pass: (\d+)/),
          numberIn(counts, /fail: (\d+)/),
          numberIn(counts, /skip: (\d+)/) + numberIn(counts, /todo: (\d+)/),
        ),
      })),
      ...summaries(text, /^No test files found$/gm, () => ({ counts: tally(0, 0, 0) })),
    ];
    return found.length > 0 || /^(?:#|ℹ) tests +\d+$/m.test(text) ? found : counted(text, complete);
  },
};

/** A flat stream with a plan and exactly the planned points, all of them numbered or none. A nested one counts files or groups: unsure. */
function counted(text: string, complete: boolean): Summary[] {
  const plans = [...text.matchAll(/^1\.\.(\d+)(?: #.*)?$/gm)];
  const points = [...text.matchAll(/^(not )?ok(?: (\d+)\b|(?= |$))(.*)$/gm)];
  if (!complete || plans.length !== 1 || Number(plans[0]?.[1]) !== points.length) return [];
  const numbered = points.some(([, , id]) => id !== undefined);
  if (numbered && points.some(([, , id], n) => Number(id) !== n + 1)) return [];
  if (/^[ \t]+(?:not )?ok \d+/m.test(text)) return [];
  const skipped = points.filter(([, , , rest = '']) => /# (?:skip|todo)/i.test(rest));
  const failed = points.filter((point) => point[1] && !skipped.includes(point));
  const passed = points.length - failed.length - skipped.length;
  return [{ start: plans[0]?.index ?? 0, end: text.length, counts: tally(passed, failed.length, skipped.length) }];
}
