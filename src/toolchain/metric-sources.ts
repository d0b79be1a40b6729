import { linters } from '../collectors/lint/index.ts';
import { type Area, areas, type Linter } from '../collectors/lint/linter.ts';
import { notSetUp } from '../core/criteria/criterion-value.ts';
import type { Criterion } from '../core/criterion.ts';
import { customMetric, thresholdOf } from '../core/custom-metric.ts';
import type { Settings } from '../core/settings.ts';
import type { Toolchain } from '../core/toolchain.ts';

/** Where a metric would come from: a command with why it is run, or why it would be unknown. */
export interface MetricSource {
  metric: string;
  source: string;
  /** It would be known: somebody can be asked, and nobody who should be is missing. */
  known: boolean;
}

/** What would be measured by which command, in the order in which metrics are shown. */
export function metricSources(
  { metrics, verify }: Settings,
  toolchain: Toolchain,
  test: Pick<Extract<Criterion, { kind: 'exit' }>, 'command'> | null,
): MetricSource[] {
  const tests = metrics.tests?.command ?? (verify.criteria.join(', ') || test?.command);
  const sources = [
    { metric: 'tests', source: tests ?? `unknown: ${notSetUp('tests')}` },
    { metric: 'coverage', source: coverageSource(metrics.coverage) },
    ...areas.map((area) => ({ metric: area, source: areaSource(area, metrics[area], toolchain) })),
    { metric: 'build', source: buildSource(metrics.build, toolchain) },
    { metric: 'size', source: metrics.code ? 'files, lines and complexity, by syntax tree' : 'off' },
    ...Object.entries(metrics.custom).map(([name, entry]) => {
      const asked = thresholdOf(customMetric(entry));
      const threshold = asked ? `  (${asked.op} ${asked.value})` : '';
      return { metric: `custom.${name}`, source: `${customMetric(entry).command}${threshold}` };
    }),
  ];
  return sources.map((one) => ({ ...one, known: !/^unknown: |(?:^|; )missing: /.test(one.source) }));
}

function coverageSource(coverage: Settings['metrics']['coverage']): string {
  if (typeof coverage === 'object') return coverage.command;
  if (coverage === 'off') return 'off';
  return coverage === 'auto' ? 'what the checks write, else asked of their runners' : 'what the checks write';
}

function areaSource(
  area: Area,
  setting: boolean | { command: string },
  { linters: found, missing }: Toolchain,
): string {
  if (typeof setting === 'object') return setting.command;
  if (!setting) return 'off';
  const own = found.filter(({ linter }) => Object.hasOwn(linters, linter) && areasOf(linter).includes(area));
  const shown = own.map(({ command, folder, why }) => `${folder ? `${folder}: ` : ''}${command}  (${why})`);
  const absent = missing.filter((text) => areasOf(text.split(':')[0] ?? '').includes(area));
  return [...shown, ...absent.map((text) => `missing: ${text}`)].join('; ') || `unknown: ${notSetUp(area)}`;
}

function buildSource(build: Settings['metrics']['build'], toolchain: Toolchain): string {
  if (build === false) return 'off';
  if (build === true) return toolchain.build ?? `unknown: ${notSetUp('build')}`;
  return typeof build === 'string' ? build : build.command;
}

function areasOf(linter: string): readonly Area[] {
  return Object.hasOwn(linters, linter) ? (linters[linter as keyof typeof linters] as Linter).areas : [];
}
