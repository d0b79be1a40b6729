import { linters } from '../collectors/lint/index.ts';
import { type Area, areas, type Linter } from '../collectors/lint/linter.ts';
import type { Criterion } from '../core/criteria/criterion.ts';
import { notSetUp } from '../core/criteria/criterion-value.ts';
import type { Toolchain } from '../core/criteria/toolchain.ts';
import { customMetric, thresholdOf } from '../core/metrics/custom-metric.ts';
import type { Settings } from '../core/state/settings.ts';

/** Where a metric comes from: a command and the reason it is used, or why the metric is unknown. */
export interface MetricSource {
  metric: string;
  source: string;
  /** There is a source, and no tool that is set up is missing. */
  isAvailable: boolean;
}

/** The source of each metric, in display order. */
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
      const threshold = thresholdOf(customMetric(entry));
      const suffix = threshold ? `  (${threshold.op} ${threshold.value})` : '';
      return { metric: `custom.${name}`, source: `${customMetric(entry).command}${suffix}` };
    }),
  ];
  return sources.map((one) => ({ ...one, isAvailable: !/^unknown: |(?:^|; )missing: /.test(one.source) }));
}

function coverageSource(coverage: Settings['metrics']['coverage']): string {
  if (typeof coverage === 'object') return coverage.command;
  if (coverage === 'off') return 'off';
  if (coverage === 'cheap') return 'what the checks write, else what their runners report, if that is cheap';
  return coverage === 'auto' ? 'what the checks write, else what their runners report' : 'what the checks write';
}

function areaSource(
  area: Area,
  setting: boolean | { command: string },
  { linters: frozenLinters, missing }: Toolchain,
): string {
  if (typeof setting === 'object') return setting.command;
  if (!setting) return 'off';
  const own = frozenLinters.filter(({ linter }) => Object.hasOwn(linters, linter) && areasOf(linter).includes(area));
  const commands = own.map(({ command, folder, why }) => `${folder ? `${folder}: ` : ''}${command}  (${why})`);
  const absent = missing.filter((text) => areasOf(text.split(':')[0] ?? '').includes(area));
  return [...commands, ...absent.map((text) => `missing: ${text}`)].join('; ') || `unknown: ${notSetUp(area)}`;
}

function buildSource(build: Settings['metrics']['build'], toolchain: Toolchain): string {
  if (build === false) return 'off';
  if (build === true) return toolchain.build ?? `unknown: ${notSetUp('build')}`;
  return typeof build === 'string' ? build : build.command;
}

function areasOf(linter: string): readonly Area[] {
  return Object.hasOwn(linters, linter) ? (linters[linter as keyof typeof linters] as Linter).areas : [];
}
