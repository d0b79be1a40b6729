import picomatch from 'picomatch';
import type { Comparison } from '../compare.ts';
import { lineHolding } from '../config/delta.ts';
import type { Fact } from '../config/facts.ts';
import { isTestPath } from '../languages/index.ts';
import type { Change, Hit } from '../types.ts';

export function newExclusions({ config, input }: Comparison, area: 'tests' | 'coverage' | 'lint'): Hit[] {
  const allBefore = new Set(
    config.flatMap((one) =>
      one.before.filter((fact) => fact.kind === 'exclusion').map((fact) => (fact as { value: string }).value),
    ),
  );
  return config.flatMap(({ path, before, after, change }) => {
    if (change.before === null && area !== 'tests') return [];
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
      change.before === null
        ? isStandingTest(fact.value, input.changes)
        : area === 'tests'
          ? !/node_modules|dist\b|build\b|\.git\b|fixtures?\b|examples?\b|(^|[/_-])(utils?|helpers?|support|mocks?)([/.]|$)|\.venv|\.cache|coverage\b|e2e\b|\.tox/.test(
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
    const isMild = ({ value, idiom }: Fact & { kind: 'exclusion' }): boolean =>
      idiom === true ||
      (area === 'coverage' && telling.length <= gone) ||
      (area === 'tests' && isRunByAnother(value, config)) ||
      isOfNewFiles(value, input.changes);
    return telling.slice(0, 3).map((fact) => ({
      before: { path: change.oldPath ?? path, line: 1 },
      after: { path, line: lineHolding(change.after, fact.value) },
      excerptBefore: '',
      excerptAfter: fact.value,
      why: `${fact.value} is newly excluded from ${area === 'tests' ? 'the test run' : area === 'lint' ? 'the checks' : 'coverage'}.`,
      names: [fact.value, path],
      ...(isMild(fact) ? { severity: 'medium' as const, confidence: 0.6 } : {}),
    }));
  });
}

const harmless =
  /(^|\/)types(\/|\.|$)|TYPE_CHECKING|NotImplemented|abstract(method|property)|@overload|assert_never|__name__|pragma: ?no ?cover|__repr__|def __dir__|\\\.(\{3\}|\\\.\\\.)|^\.\.\.$|\bpass|node_modules|\.d\.ts|dist\b|build\b|coverage\b|(^|[/*])(\w*[_-])?(tests?|specs?|mocks?|fixtures?|examples?|docs?|benchmarks?)(__)?([/*]|$)|\b(tests?|spec)[_-]?(utils?|helpers?|support|setup)\b|\.(test|spec|stories|bench)\b|\.config\b|generated|vendor|third_party|migrations|\.venv|site-packages|__main__|setup\.py|\.git\b|\.tox|\.nox|\.eggs|\.(json|md|ya?ml|toml|lock|txt|html|css|svg|snap)$|(^|\/)\.\w|rc\.[cm]?js$/i;

/** A new file of settings leaves out much that no test stands in; one test by its name is meant. */
export const isStandingTest = (path: string, changes: Change[]): boolean =>
  isTestPath(path) && /\.\w+$/.test(path) && !/[*?{[]/.test(path) && !isOfNewFiles(path, changes);

/** What it leaves out came with the same change: nothing that was measured is measured no more. */
function isOfNewFiles(value: string, changes: Change[]): boolean {
  const glob = value.replace(/^\.?\//, '');
  const isNamed = picomatch([glob, `**/${glob}`, `${glob.replace(/\/$/, '')}/**`], { dot: true });
  const named = changes.filter(({ path }) => isNamed(path));
  return named.length > 0 && named.every((one) => one.before === null);
}

/** Another task, newly told to, runs what this one leaves out: `includeTags("slow")` beside `excludeTags("slow")`. */
function isRunByAnother(value: string, config: Comparison['config']): boolean {
  const told = new RegExp(
    `(?<![a-zA-Z])(?:include\\w*|groups|tags|only|--grep|--tests|-[km])["']?\\s*[(=:]?\\s*\\[?["']?${value.replace(/[^\w]/g, '\\$&')}\\b`,
    'gi',
  );
  const times = (text: string | null): number => text?.match(told)?.length ?? 0;
  return config.some(({ change }) => times(change.after) > times(change.before));
}
