import { describeCriterion } from '../core/criteria/describe.ts';
import type { Criterion } from '../core/criterion.ts';
import { customMetric, thresholdOf } from '../core/custom-metric.ts';
import type { Metrics } from '../core/metrics.ts';
import type { Settings } from '../core/settings.ts';
import type { Verdict } from '../core/verdict.ts';
import { duration, outcomeMark } from './format.ts';

interface Context {
  criteria: readonly Criterion[];
  verdicts: readonly Verdict[];
  settings: Settings;
}

/** What `jumar measure` prints: a line a metric, with what it was at the commit it is compared with. */
export function measureText(now: Metrics, then: Metrics | null, { criteria, verdicts, settings }: Context): string {
  const rows = [...Object.entries(shown), ...customRows(now, settings)];
  const lines = rows.map(([name, show]) => {
    const was = then ? `   (was ${show(then) ?? 'unknown'})` : '';
    return `${name.padEnd(12)} ${show(now) ?? 'unknown'}${was}`;
  });
  const checks = verdicts.flatMap((verdict) => {
    const criterion = criteria.find(({ id }) => id === verdict.criterion);
    const known = verdict.cached ? ' (known for this tree; --no-cache runs it)' : '';
    return criterion
      ? [`check        ${outcomeMark(verdict)} ${describeCriterion(criterion)}: ${verdict.reason}${known}`]
      : [];
  });
  return `${[...lines, ...checks, ...now.unknown.map((reason) => `unknown      ${reason}`)].join('\n')}\n`;
}

type Show = (metrics: Metrics) => string | null;

const shown: Record<string, Show> = {
  tests: ({ tests, testsDoubt }) => {
    if (!tests) return null;
    const whole = testsDoubt && testsDoubt.kind !== 'command-failed' ? ' (not a whole run)' : '';
    return `${tests.passed}/${tests.total} passed, ${tests.failed} failed, ${tests.skipped} skipped${whole}`;
  },
  coverage: ({ coverage }) => {
    if (!coverage) return null;
    const branches = coverage.branches ? `, branches ${coverage.branches.percentage} %` : '';
    const cost = coverage.costMs === undefined ? '' : `; asking for it took ${duration(coverage.costMs)}`;
    return `${coverage.lines.percentage} %${branches} (${coverage.tool}${cost})`;
  },
  lint: ({ lint }) => lint && `${lint.errors} errors, ${lint.warnings} warnings${by(lint.tools)}`,
  types: ({ types }) => types && `${types.errors} errors${by(types.tools)}`,
  build: ({ build }) => build && `${build.status}, ${duration(build.durationMs)}`,
  files: ({ files }) => files?.toString() ?? null,
  lines: ({ loc }) => loc?.toString() ?? null,
  complexity: ({ complexity }) =>
    complexity && `mean ${complexity.mean}, max ${complexity.max}, ${complexity.functions} functions`,
};

function customRows({ custom }: Metrics, { metrics }: Settings): [string, Show][] {
  const configured = Object.keys(metrics.custom).filter(
    (name) => !Object.keys(custom).some((key) => key.startsWith(name)),
  );
  return [...Object.keys(custom), ...configured].map((name) => {
    const entry = metrics.custom[name];
    const asked = entry === undefined ? null : thresholdOf(customMetric(entry));
    return [
      name,
      ({ custom: all }) => {
        const value = all[name];
        if (value === undefined) return null;
        if (!asked) return String(value);
        const holds = asked.op === '<=' ? value <= asked.value : value >= asked.value;
        return `${value} ${holds ? '✓' : '✗'} ${asked.op} ${asked.value}`;
      },
    ];
  });
}

function by(tools: readonly string[] | undefined): string {
  return tools && tools.length > 0 ? ` (${tools.join(', ')})` : '';
}
