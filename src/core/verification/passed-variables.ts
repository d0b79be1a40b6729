import { type Criterion, commandOf } from '../criteria/criterion.ts';
import type { Settings } from '../state/settings.ts';

const NAMED = /\$\{?([A-Za-z_]\w*)/g;

/** Variables that a person passes to checks: by `checks.env`, or because a command that they gave names one. */
export function passedVariables({ checks, verify, metrics }: Settings, criteria: readonly Criterion[]): string[] {
  const own = [metrics.tests, metrics.lint, metrics.types, metrics.build, metrics.coverage].map((one) =>
    typeof one === 'object' ? one.command : typeof one === 'string' ? one : '',
  );
  const text = [...criteria.map((criterion) => commandOf(criterion) ?? ''), verify.setup ?? '', ...own].join('\n');
  return [...new Set([...checks.env, ...[...text.matchAll(NAMED)].flatMap(([, name]) => name ?? [])])];
}
