import picomatch from 'picomatch';
import type { Comparison } from '../compare.ts';
import { lineHolding } from '../config/delta.ts';
import type { Fact } from '../config/facts.ts';
import type { Change, Hit } from '../types.ts';
import { newDirectives } from './new-directives.ts';
import { everyLanguage, type Pattern } from './pattern.ts';

export const coverage: Pattern[] = [
  {
    id: 'coverage-pragma',
    name: 'Code hidden from coverage',
    type: 'coverage_regression',
    severity: 'high',
    confidence: 0.8,
    languages: everyLanguage,
    catches:
      'istanbul/c8/v8 ignore, pragma: no cover, tarpaulin and coverage attributes, @Generated for JaCoCo, newly put on existing code.',
    ignores:
      'Pragmas that moved with their code, and pragmas on new code (shown as low). Only warns where it stands on a line or branch rather than on a whole function or class.',
    fix: 'Test the code, or give the reason beside the pragma.',
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
    ignores: 'Raised thresholds and thresholds that moved to another file.',
    fix: 'Restore the threshold and cover the code.',
    example: { before: '"lines": 90', after: '"lines": 60' },
    find: lowered,
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
      'Exclusions of tests, types, generated or built files. Only warns where the files that it names came with the same change.',
    fix: 'Remove the exclusion and cover the code.',
    example: { before: 'omit = []', after: 'omit = ["src/billing.py"]' },
    find: (comparison) => newExclusions(comparison, 'coverage'),
  },
];

const harmless =
  /(^|\/)types(\/|\.|$)|TYPE_CHECKING|NotImplemented|abstract(method|property)|@overload|assert_never|__name__|pragma: no cover|__repr__|def __dir__|\\\.(\{3\}|\\\.\\\.)|^\.\.\.$|\bpass|node_modules|\.d\.ts|dist\b|build\b|coverage\b|(^|[/*])(tests?|specs?|__tests__|__mocks__|fixtures?|examples?|docs?|benchmarks?)([/*]|$)|\.(test|spec|stories|bench)\b|\.config\b|generated|vendor|third_party|migrations|\.venv|site-packages|__main__|setup\.py|\.git\b|\.tox|\.nox|\.eggs|\.(json|md|ya?ml|toml|lock|txt|html|css|svg|snap)$|(^|\/)\.\w|rc\.[cm]?js$/i;

export function newExclusions({ config, input }: Comparison, area: 'tests' | 'coverage' | 'lint'): Hit[] {
  const allBefore = new Set(
    config.flatMap((one) =>
      one.before.filter((fact) => fact.kind === 'exclusion').map((fact) => (fact as { value: string }).value),
    ),
  );
  return config.flatMap(({ path, before, after, change }) => {
    if (change.before === null) return [];
    const had = new Set(
      before
        .filter((fact) => fact.kind === 'exclusion' && fact.area === area)
        .map((fact) => (fact as { value: string }).value),
    );
    const fresh = after.filter(
      (fact): fact is Fact & { kind: 'exclusion' } =>
        fact.kind === 'exclusion' && fact.area === area && !had.has(fact.value) && !allBefore.has(fact.value),
    );
    const telling = fresh.filter((fact) =>
      area === 'tests'
        ? !/node_modules|dist\b|build\b|\.git\b|fixtures?\b|examples?\b|\.venv|\.cache|coverage\b|e2e\b|\.tox/.test(
            fact.value,
          )
        : !harmless.test(fact.value),
    );
    const now = new Set(
      after
        .filter((fact) => fact.kind === 'exclusion' && fact.area === area)
        .map((fact) => (fact as { value: string }).value),
    );
    const gone = [...had].filter((value) => !now.has(value)).length;
    if (gone >= fresh.length) return [];
    return telling.slice(0, 3).map((fact) => ({
      before: { path: change.oldPath ?? path, line: 1 },
      after: { path, line: lineHolding(change.after, fact.value) },
      excerptBefore: '',
      excerptAfter: fact.value,
      why: `${fact.value} is newly excluded from ${area === 'tests' ? 'the test run' : area === 'lint' ? 'the checks' : 'coverage'}.`,
      names: [fact.value, path],
      ...(isOfNewFiles(fact.value, input.changes) ? { severity: 'medium' as const, confidence: 0.6 } : {}),
    }));
  });
}

/** What it leaves out came with the same change: nothing that was measured is measured no more. */
function isOfNewFiles(value: string, changes: Change[]): boolean {
  const glob = value.replace(/^\.?\//, '');
  const isNamed = picomatch([glob, `**/${glob}`, `${glob.replace(/\/$/, '')}/**`], { dot: true });
  const named = changes.filter(({ path }) => isNamed(path));
  return named.length > 0 && named.every((one) => one.before === null);
}

function lowered({ config }: Comparison): Hit[] {
  const now = config.flatMap((one) => one.after.filter((fact) => fact.kind === 'threshold'));
  return config.flatMap(({ path, before, after, change }) => {
    const hits: Hit[] = [];
    const lower = (name: string, from: number, to: number | null): void => {
      hits.push({
        before: { path: change.oldPath ?? path, line: lineHolding(change.before, name.split('.').at(-1)!) },
        after: { path, line: lineHolding(change.after, name.split('.').at(-1)!) },
        excerptBefore: `${name}: ${from}`,
        excerptAfter: to === null ? '' : `${name}: ${to}`,
        why:
          to === null
            ? `The threshold ${name} of ${from} is gone.`
            : `The threshold ${name} fell from ${from} to ${to}.`,
        names: [name, path],
        ...(to === null ? { severity: 'medium' as const, confidence: 0.6 } : {}),
      });
    };
    for (const fact of before) {
      if (fact.kind !== 'threshold') continue;
      const same = after.filter((one) => one.kind === 'threshold' && one.name === fact.name) as (Fact & {
        kind: 'threshold';
      })[];
      if (same.length === 1 && same[0]!.value < fact.value) lower(fact.name, fact.value, same[0]!.value);
      else if (
        same.length === 0 &&
        change.after !== null &&
        fact.value > 0 &&
        !now.some((one) => (one as { value: number }).value >= fact.value)
      )
        lower(fact.name, fact.value, null);
    }
    const limits = (facts: Fact[]): number[] =>
      facts.flatMap((fact) =>
        fact.kind === 'command'
          ? [
              ...fact.text.matchAll(
                /--(?:cov-)?(?:fail-under|fail_under|lines|branches|functions|statements|min-?coverage|fail-under-lines)[= ](\d+(?:\.\d+)?)/g,
              ),
            ].map((match) => Number(match[1]))
          : [],
      );
    const [from, to] = [limits(before), limits(after)];
    if (from.length === to.length) {
      for (const [i, value] of from.entries()) if (to[i]! < value) lower('fail-under', value, to[i]!);
    }
    return hits;
  });
}
