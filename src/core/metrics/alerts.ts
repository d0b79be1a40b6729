import { z } from 'zod';
import { deltas } from './deltas.ts';
import { type LostTests, lostTests, type NamedTests } from './lost-tests.ts';
import { isPartial, type Metrics } from './metrics.ts';
import { type Severity, severities } from './severity.ts';

export const severitySchema = z.enum(severities);

const alertTypeSchema = z.enum([
  'test_deletion',
  'working_test_failing',
  'functionality_loss',
  'coverage_regression',
  'error_increase',
  'file_deletion',
  'complexity_explosion',
  'criterion_broken',
  'stall',
  'infinite_loop',
]);

export const metricAlertSchema = z.object({
  type: alertTypeSchema,
  severity: severitySchema,
  message: z.string(),
  /** The tests that were lost or broken, by id, if names are known; at most 100. */
  tests: z.array(z.string()),
});
export type MetricAlert = z.infer<typeof metricAlertSchema>;

export const alertSettingsSchema = z.strictObject({
  coveragePoints: z.number().nonnegative().default(2).describe('allowed fall in coverage, in points'),
  errors: z.number().nonnegative().default(5).describe('allowed rise in errors'),
  complexity: z.number().nonnegative().default(0.5).describe('allowed rise in mean complexity, as a share'),
  block: z
    .array(alertTypeSchema.exclude(['criterion_broken', 'stall', 'infinite_loop']))
    .default([])
    .describe('alerts that block completion until a person approves them, such as coverage_regression'),
});
export type AlertThresholds = Omit<z.infer<typeof alertSettingsSchema>, 'block'>;

export interface Movement {
  previous: Metrics;
  current: Metrics;
  /** Every test's status by its id, if both runs reported them. */
  named?: { before: NamedTests; after: NamedTests; renamed?: ReadonlyMap<string, string> };
  thresholds?: AlertThresholds;
  /** Of tests that are gone, those that the task asks to go. */
  testsToRemove?(tests: readonly string[]): readonly string[];
}

const MAX_NAMES = 100;
const defaults: AlertThresholds = alertSettingsSchema.parse({});

/** Every metric movement past its threshold, from the iteration whose tree this one started from to this one. */
export function metricAlerts(movement: Movement): MetricAlert[] {
  const lost = movement.named ? lostTests(movement.named) : null;
  const raised = [
    testDeletion(movement, lost),
    workingTestFailing(movement, lost),
    coverageRegression(movement),
    functionalityLoss(movement, lost),
    errorIncrease(movement),
    fileDeletion(movement),
    complexityExplosion(movement),
  ];
  return raised.filter((alert) => alert !== null);
}

/** A loop that stands still says so. */
export function stallAlert(iterations = 3): MetricAlert {
  return alert('stall', 'medium', `No meaningful progress for ${iterations} iterations`);
}

/** A loop that goes round says in which cycle. */
export function infiniteLoopAlert(cycle: string): MetricAlert {
  return alert('infinite_loop', 'critical', `Infinite loop detected: ${cycle}`);
}

/** A criterion that held on the tree this iteration started from, and does not hold now. */
export function criterionAlert(broken: readonly { text: string; reason: string }[]): MetricAlert {
  const listed = broken.slice(0, 3).map(({ text, reason }) => `"${text}" (${reason})`);
  const more = broken.length > listed.length ? ` and ${broken.length - listed.length} more` : '';
  const what =
    broken.length === 1 ? 'A criterion that held no longer does' : `${broken.length} criteria that held no longer do`;
  return alert('criterion_broken', 'high', `${what}: ${listed.join(', ')}${more}`);
}

/** What the task asks for is reported with low severity. */
function testDeletion({ previous, current, testsToRemove }: Movement, lost: LostTests | null): MetricAlert | null {
  const [before, after] = [previous.tests?.total, current.tests?.total];
  const fewer = before !== undefined && after !== undefined && after < before;
  // What could not be loaded, or was not reached, is not deleted.
  if (isPartial(current)) return null;
  const vanished = lost?.vanished ?? [];
  const isRequested = vanished.length > 0 && testsToRemove?.(vanished).length === vanished.length;
  const [severity, why] = isRequested ? (['low', ', as the task asks'] as const) : (['critical', ''] as const);
  if (fewer) {
    return alert('test_deletion', severity, `Test count decreased from ${before} to ${after}${why}`, lost?.vanished);
  }
  if (vanished.length === 0) return null;
  return alert('test_deletion', severity, `${tests(vanished)} vanished${why}`, vanished);
}

function workingTestFailing(movement: Movement, lost: LostTests | null): MetricAlert | null {
  if (isPartial(movement.current)) return notRunWhole(movement);
  if (lost) {
    if (lost.broken.length === 0) return null;
    const verb = lost.broken.length === 1 ? 'fails' : 'fail';
    const message = `${tests(lost.broken)} passed before and now ${verb}`;
    return alert('working_test_failing', 'critical', message, lost.broken);
  }
  const drop = passedDrop(movement);
  if (!drop || drop.explained) return null;
  return alert('working_test_failing', 'critical', `Previously passing tests now failing: ${drop.words}`);
}

/** Of tests that passed, some fail or were not reached: which of them would still pass is unknown. */
function notRunWhole({ previous, current, named }: Movement): MetricAlert | null {
  const passed = previous.tests?.passed ?? 0;
  const unseen = named
    ? [...named.before].flatMap(([id, was]) => (was === 'passed' && named.after.get(id) !== 'passed' ? [id] : []))
    : [];
  const count = named ? unseen.length : passed - (current.tests?.passed ?? 0);
  if (count <= 0) return null;
  const [verb, which] = count === 1 ? ['was', 'test'] : ['were', 'tests'];
  const message = `${count} ${which} that passed before ${verb} not seen to pass: the run was incomplete (${current.testsDoubt?.reason})`;
  return alert('working_test_failing', 'critical', message, unseen);
}

/** Passing tests were lost, but none is seen to fail: they were deleted or skipped. */
function functionalityLoss(movement: Movement, lost: LostTests | null): MetricAlert | null {
  if (isPartial(movement.current)) return null;
  if (lost) {
    if (lost.silenced.length === 0) return null;
    const verb = lost.silenced.length === 1 ? 'is' : 'are';
    const message = `${tests(lost.silenced)} passed before and ${verb} now skipped`;
    return alert('functionality_loss', 'high', message, lost.silenced);
  }
  const drop = passedDrop(movement);
  if (!drop?.explained) return null;
  return alert('functionality_loss', 'high', `Passing tests decreased ${drop.words}`);
}

function coverageRegression({ previous, current, thresholds = defaults }: Movement): MetricAlert | null {
  const delta = deltas(previous, current).coverage;
  const limit = thresholds.coveragePoints;
  if (delta === null || delta >= -limit) return null;
  const [before, after] = [previous.coverage?.lines.percentage, current.coverage?.lines.percentage];
  const message = `Coverage dropped ${before}%→${after}% (exceeds -${limit}% threshold)`;
  return alert('coverage_regression', 'high', message);
}

function errorIncrease({ previous, current, thresholds = defaults }: Movement): MetricAlert | null {
  const delta = deltas(previous, current).error_count;
  if (delta === null || delta <= thresholds.errors) return null;
  return alert('error_increase', 'high', `Error count increased by ${delta}`);
}

function fileDeletion({ previous, current }: Movement): MetricAlert | null {
  if (previous.files === null || current.files === null || current.files >= previous.files) return null;
  const message = `File count decreased from ${previous.files} to ${current.files} (potential code deletion)`;
  return alert('file_deletion', 'medium', message);
}

function complexityExplosion({ previous, current, thresholds = defaults }: Movement): MetricAlert | null {
  const [before, after] = [previous.complexity?.mean, current.complexity?.mean];
  if (!before || after === undefined || after <= before * (1 + thresholds.complexity)) return null;
  const share = Math.round((after / before - 1) * 100);
  return alert('complexity_explosion', 'medium', `Complexity increased by ${share} % (mean ${before} → ${after})`);
}

/** Fewer passing tests, by the counts alone; explained if as many tests were removed or skipped. */
function passedDrop({ previous, current }: Movement): { words: string; explained: boolean } | null {
  const [before, after] = [previous.tests, current.tests];
  if (!before || !after || after.passed >= before.passed) return null;
  const gone = Math.max(0, before.total - after.total) + Math.max(0, after.skipped - before.skipped);
  return {
    words: `from ${before.passed} to ${after.passed}`,
    explained: gone >= before.passed - after.passed && after.failed <= before.failed,
  };
}

function alert(type: MetricAlert['type'], severity: Severity, message: string, names: string[] = []): MetricAlert {
  return { type, severity, message, tests: names.slice(0, MAX_NAMES) };
}

const tests = (names: readonly string[]) => (names.length === 1 ? `The test "${names[0]}"` : `${names.length} tests`);
