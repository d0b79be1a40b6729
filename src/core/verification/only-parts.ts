import { partsOf } from '../criteria/measured-from.ts';
import type { Settings } from '../state/settings.ts';

type MetricSettings = Settings['metrics'];

/** The settings with which these metrics are measured and nothing else is run. */
export function onlyParts(metrics: MetricSettings, names: readonly string[]): MetricSettings {
  const parts = new Set(names.flatMap(partsOf));
  const custom = Object.entries(metrics.custom).filter(([name]) =>
    names.some((one) => one === `custom.${name}` || one.startsWith(`custom.${name}_`)),
  );
  return {
    ...metrics,
    lint: parts.has('lint') ? metrics.lint : false,
    types: parts.has('types') ? metrics.types : false,
    build: parts.has('build') ? metrics.build : false,
    coverage: parts.has('coverage') ? metrics.coverage : 'off',
    code: false,
    custom: Object.fromEntries(custom),
  };
}

/** They are counted in a run of the tests. */
export function needTests(names: readonly string[]): boolean {
  return names.flatMap(partsOf).includes('tests');
}
