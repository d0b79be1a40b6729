import type { TreeComparison } from '../align/compare.ts';
import { settingBefore, settingNow } from '../config/delta.ts';
import { type ConfigFact, ofKind } from '../config/fact.ts';
import { lossOf } from '../finding/loss.ts';
import type { Reason } from '../finding/reasons.ts';
import type { Loss } from '../finding/types.ts';
import { newExclusions } from './exclusions.ts';
import { newDirectives } from './new-directives.ts';
import { everyLanguage, type Pattern } from './pattern.ts';

export const coverage: Pattern[] = [
  {
    id: 'coverage-pragma',
    most: 20,
    name: 'Code hidden from coverage',
    type: 'coverage_regression',
    severity: 'high',
    confidence: 0.8,
    languages: everyLanguage,
    catches:
      'istanbul/c8/v8 ignore, pragma: no cover, tarpaulin and coverage attributes, @Generated for JaCoCo, newly added to existing code.',
    ignores: 'Pragmas that moved with their code, and pragmas on new code (shown as low).',
    fix: 'Test the code, or give the reason next to the pragma.',
    example: { before: 'function f() {', after: '/* istanbul ignore next */\nfunction f() {' },
    find: (comparison) => newDirectives(comparison, 'coverage', 'any'),
  },
  {
    id: 'coverage-threshold-lowered',
    name: 'Coverage threshold lowered',
    type: 'coverage_regression',
    severity: 'high',
    confidence: 0.95,
    languages: 'config',
    catches:
      'A lower or missing threshold in nyc, c8, jest, vitest, coverage.py, codecov, JaCoCo, or --fail-under of a command.',
    ignores:
      'Raised thresholds and thresholds that moved to another file. In a review it only warns if the threshold is gone rather than lower.',
    fix: 'Restore the threshold and cover the code.',
    example: { before: '"lines": 90', after: '"lines": 60' },
    find: loweredThresholds,
  },
  {
    id: 'coverage-excluded',
    name: 'Files excluded from coverage',
    type: 'coverage_regression',
    severity: 'high',
    confidence: 0.8,
    languages: 'config',
    catches: 'New exclusions of source from coverage.',
    ignores:
      'Exclusions of tests, types, generated or built files. Only warns if the files were added in the same change, if it excludes lines rather than files, and if it replaces another one.',
    fix: 'Remove the exclusion and cover the code.',
    example: { before: 'omit = []', after: 'omit = ["src/billing.py"]' },
    find: (comparison) => newExclusions(comparison, 'coverage'),
  },
];

const limit =
  /--(?:cov-)?(?:fail-under|fail_under|lines|branches|functions|statements|min-?coverage|fail-under-lines)[= ](\d+(?:\.\d+)?)/g;

function loweredThresholds({ config }: TreeComparison): Loss[] {
  const now = config.flatMap((one) => ofKind(one.after, 'threshold'));
  return config.flatMap((delta) => {
    const { path, before, after, change } = delta;
    const losses: Loss[] = [];
    const lower = (name: string, from: number, to: number | null): void => {
      const key = name.split('.').at(-1)!;
      const now = settingNow(delta, to === null ? '' : `${name}: ${to}`, key);
      const reason: Reason = to === null ? ['threshold-gone', name, from] : ['threshold-lower', name, from, to];
      losses.push(lossOf(settingBefore(delta, `${name}: ${from}`, key), now, reason, [name, path]));
    };
    for (const fact of ofKind(before, 'threshold')) {
      const same = ofKind(after, 'threshold').filter(({ name }) => name === fact.name);
      if (same.length === 1 && same[0]!.value < fact.value) lower(fact.name, fact.value, same[0]!.value);
      else if (
        same.length === 0 &&
        change.after !== null &&
        fact.value > 0 &&
        !now.some(({ value }) => value >= fact.value)
      )
        lower(fact.name, fact.value, null);
    }
    const limits = (facts: ConfigFact[]): number[] =>
      ofKind(facts, 'command')
        .flatMap(({ text }) => [...text.matchAll(limit)])
        .map(([, value]) => Number(value));
    const [from, to] = [limits(before), limits(after)];
    if (from.length === to.length) {
      for (const [i, value] of from.entries()) if (to[i]! < value) lower('fail-under', value, to[i]!);
    } else if (from.length > to.length && change.after !== null) {
      const most = Math.max(...from);
      const currentLimits = [...config.flatMap((one) => limits(one.after)), ...now.map(({ value }) => value)];
      if (most > 0 && !currentLimits.some((value) => value >= most)) lower('fail-under', most, null);
    }
    return losses;
  });
}
