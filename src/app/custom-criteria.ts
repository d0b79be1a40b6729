import { customMetric, thresholdOf } from '../core/metrics/custom-metric.ts';
import type { Settings } from '../core/state/settings.ts';
import { UsageError } from '../system/usage-error.ts';

const NAMED = /^custom\.(\w+)(.*)$/s;

/** `custom.bundle` alone uses the configured threshold. Throws for a custom metric without a command. */
export function withThresholds(texts: readonly string[], { metrics }: Settings): string[] {
  return texts.map((text) => {
    const [, name = '', rest = ''] = NAMED.exec(text.trim()) ?? [];
    if (name === '') return text;
    const names = Object.keys(metrics.custom);
    if (!names.some((metric) => name === metric || name.startsWith(`${metric}_`))) {
      const hint = names.length > 0 ? `there are ${names.join(', ')}` : `set metrics.custom.${name}.command`;
      throw new UsageError(`no custom metric '${name}' is configured`, hint);
    }
    if (rest.trim() !== '') return text;
    const threshold = thresholdOf(customMetric(metrics.custom[name] ?? ''));
    if (threshold) return `custom.${name} ${threshold.op} ${threshold.value}`;
    throw new UsageError(
      `'custom.${name}' has no value, and the metric has no threshold`,
      `write custom.${name} <= 250, or set metrics.custom.${name}.direction and .threshold`,
    );
  });
}
