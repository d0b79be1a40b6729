import { cachedParts } from '../../app/measure-details.ts';
import { findGrownFunctions } from '../../app/measure-project.ts';
import type { MeasuredTree } from '../../app/measure-tree.ts';
import type { MutantsOfChange } from '../../app/mutants/mutants-of-change.ts';
import type { Criterion } from '../../core/criteria/criterion.ts';
import { notSetUp } from '../../core/criteria/criterion-value.ts';
import { describeCriterion } from '../../core/criteria/describe.ts';
import type { Verdict } from '../../core/criteria/verdict.ts';
import { customMetric, thresholdOf } from '../../core/metrics/custom-metric.ts';
import type { Metrics } from '../../core/metrics/metrics.ts';
import { survivorText } from '../../core/metrics/mutants.ts';
import type { Settings } from '../../core/state/settings.ts';
import { mutantsText } from '../../core/verification/mutants-text.ts';
import { padEnd } from './columns.ts';
import { duration, grownText, outcomeMark, plural } from './format.ts';

interface Context {
  criteria: readonly Criterion[];
  verdicts: readonly Verdict[];
  settings: Settings;
  remedy?: string | null;
  mutants?: MutantsOfChange | null;
}

/** What `jumar measure` prints: one line per metric, with its value at the compared commit. */
export function measureText(
  now: MeasuredTree,
  then: MeasuredTree | null,
  { criteria, verdicts, settings, remedy = null, mutants = null }: Context,
): string {
  const rows = [...Object.entries(formats), ...customRows(now.metrics, settings)];
  const cached = cachedParts(now);
  const lines = rows.map(([name, show]) => {
    const was = then ? `   (was ${show(then.metrics) ?? 'unknown'})` : '';
    const cachedNote = cached.some((part) => part === name || isFigureOf(part, name)) ? CACHED : '';
    return `${padEnd(name, 12)} ${show(now.metrics) ?? unset(now.metrics, name)}${cachedNote}${was}`;
  });
  const grown = findGrownFunctions({ now, then }, MOST_GROWN);
  lines.push(...grown.map((one) => `grew         ${grownText(one)}`));
  if (mutants) lines.push(...mutantLines(mutants));
  const checks = verdicts.flatMap((verdict) => {
    const criterion = criteria.find(({ id }) => id === verdict.criterion);
    const cachedNote = verdict.cached ? CACHED : '';
    return criterion
      ? [`check        ${outcomeMark(verdict)} ${describeCriterion(criterion)}: ${verdict.reason}${cachedNote}`]
      : [];
  });
  const cost = costLine(now.metrics);
  const advice = remedy === null ? [] : [`try          ${remedy}`];
  const unknown = now.metrics.unknown.map((reason) => `unknown      ${reason}`);
  return `${[...lines, ...checks, ...advice, ...(cost ? [cost] : []), ...unknown].join('\n')}\n`;
}

/** What measuring cost beside the checks; parts of a loop that are slower than its setting are measured at both ends only. */
function costLine({ costMs = {} }: Metrics): string | null {
  const parts = Object.entries(costMs).map(([part, ms]) => `${part} ${duration(ms ?? 0)}`);
  return parts.length > 0 ? `cost         ${parts.join(', ')}` : null;
}

const MOST_GROWN = 5;
const MOST_SURVIVORS = 20;
const CACHED = ' (cached; --no-cache runs it)';

function mutantLines(mutants: MutantsOfChange): string[] {
  if (mutants.problem !== undefined) return [];
  const shown = mutants.survivors.slice(0, MOST_SURVIVORS).map((one) => `unwatched    ${survivorText(one)}`);
  const more = mutants.survivors.length - shown.length;
  const text = mutantsText(mutants).replace(/^mutants: /, '');
  return [`mutants      ${text}`, ...shown, ...(more > 0 ? [`unwatched    and ${more} more (--json lists all)`] : [])];
}

/** A custom command may print several figures: `custom.bundle` also reports `bundle_kb`. */
const isFigureOf = (part: string, name: string) => part === `custom.${name}` || `custom.${name}`.startsWith(`${part}_`);

/** The hint on how to set up a metric that has no tool. */
function unset({ unknown }: Metrics, name: string): string {
  const hasReason = unknown.some((reason) => reason.startsWith(`${name}:`));
  const hint = hasReason ? null : notSetUp(name);
  return hint ? `unknown: ${hint}` : 'unknown';
}

type Show = (metrics: Metrics) => string | null;

const formats: Record<string, Show> = {
  tests: ({ tests, testsDoubt }) => {
    if (!tests) return null;
    if (tests.total === 0) return 'none counted';
    const doubt = testsDoubt && testsDoubt.kind !== 'command-failed' ? ' (incomplete run)' : '';
    return `${tests.passed}/${tests.total} passed, ${tests.failed} failed, ${tests.skipped} skipped${doubt}`;
  },
  coverage: ({ coverage }) => {
    if (!coverage) return null;
    const branches = coverage.branches ? `, branches ${coverage.branches.percentage} %` : '';
    return `${coverage.lines.percentage} %${branches} (${[coverage.tool, ...costOf(coverage)].join('; ')})`;
  },
  lint: ({ lint }) => lint && `${lint.errors} errors, ${lint.warnings} warnings${by(lint.tools)}`,
  types: ({ types }) => types && `${types.errors} errors${by(types.tools)}`,
  build: ({ build }) => build && `${build.status}, ${duration(build.durationMs)}`,
  files: ({ files }) => files?.toString() ?? null,
  lines: ({ loc }) => loc?.toString() ?? null,
  complexity: ({ complexity }) =>
    complexity && `mean ${complexity.mean}, max ${complexity.max}, ${plural(complexity.functions, 'function')}`,
};

/** The cost of collecting coverage, if known: a run only shows its time with coverage. */
function costOf({ costMs, collecting }: NonNullable<Metrics['coverage']>): string[] {
  const reading = costMs === undefined ? [] : [`reading it took ${duration(costMs)}`];
  if (!collecting) return reading;
  const { runMs, plainMs } = collecting;
  if (plainMs === null) return [`collection cost unknown until the command has run without it`, ...reading];
  const share =
    plainMs > 0 ? ` (${runMs >= plainMs ? '+' : '−'}${Math.abs(Math.round((runMs / plainMs - 1) * 100))} %)` : '';
  return [`the run took ${duration(runMs)}, last time without ${duration(plainMs)}${share}`, ...reading];
}

function customRows({ custom }: Metrics, { metrics }: Settings): [string, Show][] {
  const configured = Object.keys(metrics.custom).filter(
    (name) => !Object.keys(custom).some((key) => key.startsWith(name)),
  );
  return [...Object.keys(custom), ...configured].map((name) => {
    const entry = metrics.custom[name];
    const threshold = entry === undefined ? null : thresholdOf(customMetric(entry));
    return [
      name,
      ({ custom: all }) => {
        const value = all[name];
        if (value === undefined) return null;
        if (!threshold) return String(value);
        const holds = threshold.op === '<=' ? value <= threshold.value : value >= threshold.value;
        return `${value} ${holds ? '✓' : '✗'} ${threshold.op} ${threshold.value}`;
      },
    ];
  });
}

function by(tools: readonly string[] | undefined): string {
  return tools && tools.length > 0 ? ` (${tools.join(', ')})` : '';
}
