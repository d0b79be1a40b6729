import { UsageError } from '../config/errors.ts';
import { customMetric, thresholdOf } from '../core/custom-metric.ts';
import type { Settings } from '../core/settings.ts';

const NAMED = /^custom\.(\w+)(.*)$/s;

/** `custom.bundle` alone means the threshold of the configuration. A custom metric that no command gives is refused. */
export function withThresholds(texts: readonly string[], { metrics }: Settings): string[] {
  return texts.map((text) => {
    const [, name = '', rest = ''] = NAMED.exec(text.trim()) ?? [];
    if (name === '') return text;
    const known = Object.keys(metrics.custom);
    if (!known.some((metric) => name === metric || name.startsWith(`${metric}_`))) {
      const hint = known.length > 0 ? `there are ${known.join(', ')}` : `set metrics.custom.${name}.command`;
      throw new UsageError(`no custom metric '${name}' is configured`, hint);
    }
    if (rest.trim() !== '') return text;
    const threshold = thresholdOf(customMetric(metrics.custom[name] ?? ''));
    if (threshold) return `custom.${name} ${threshold.op} ${threshold.value}`;
    throw new UsageError(
      `'custom.${name}' says no value, and the metric has no threshold`,
      `write custom.${name} <= 250, or set metrics.custom.${name}.direction and .threshold`,
    );
  });
}
