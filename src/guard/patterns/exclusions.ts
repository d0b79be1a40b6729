import picomatch from 'picomatch';
import { isTestPath } from '../../syntax/languages/index.ts';
import type { TreeComparison } from '../align/compare.ts';
import { settingNow } from '../config/delta.ts';
import { type ConfigFact, type FactOf, ofKind } from '../config/fact.ts';
import { because } from '../finding/circumstances.ts';
import { atFile, lossOf } from '../finding/loss.ts';
import type { Change, Loss } from '../finding/types.ts';

export function newExclusions({ config, input }: TreeComparison, area: 'tests' | 'coverage' | 'lint'): Loss[] {
  const allBefore = new Set(config.flatMap((one) => ofKind(one.before, 'exclusion').map(({ value }) => value)));
  const of = (facts: ConfigFact[]): FactOf<'exclusion'>[] =>
    ofKind(facts, 'exclusion').filter((fact) => fact.area === area);
  return config.flatMap((delta) => {
    const { path, before, after, change } = delta;
    if (change.before === null && area !== 'tests' && !isNewIgnoreFile(path, input.changes)) return [];
    const oldValues = new Set(of(before).map(({ value }) => value));
    const fresh = of(after).filter(({ value }) => !allBefore.has(value));
    const significant = fresh.filter((fact) =>
      change.before === null && area === 'tests'
        ? isExistingTest(fact.value, input.changes)
        : area === 'tests'
          ? !/node_modules|dist\b|build\b|\.git\b|fixtures?\b|examples?\b|(^|[/_-])(utils?|helpers?|support|mocks?)([/.]|$)|\.venv|\.cache|coverage\b|e2e\b|\.tox/.test(
              fact.value,
            )
          : !harmless.test(fact.value),
    );
    const now = new Set(of(after).map(({ value }) => value));
    const removedCount = [...oldValues].filter((value) => !now.has(value)).length;
    if (removedCount >= fresh.length) return [];
    const isMild = ({ value, idiom }: FactOf<'exclusion'>): boolean =>
      idiom === true ||
      (area === 'coverage' && significant.length <= removedCount) ||
      isOfNewFiles(value, input.changes);
    return significant.slice(0, 3).map((fact) => {
      const old = atFile(change.oldPath ?? path);
      const loss = lossOf(old, settingNow(delta, fact.value), ['newly-excluded', fact.value, area], [fact.value, path]);
      return because(loss, isMild(fact) && 'excludes-little');
    });
  });
}

const harmless =
  /(^|\/)types(\/|\.|$)|TYPE_CHECKING|NotImplemented|abstract(method|property)|@overload|assert_never|__name__|pragma: ?no ?cover|__repr__|def __dir__|\\\.(\{3\}|\\\.\\\.)|^\.\.\.$|\bpass|node_modules|\.d\.ts|dist\b|build\b|coverage\b|(^|[/*])(\w*[_-])?(tests?|specs?|mocks?|fixtures?|examples?|docs?|benchmarks?)(__)?([/*]|$)|\b(tests?|spec)[_-]?(utils?|helpers?|support|setup)\b|\.(test|spec|stories|bench)\b|\.config\b|generated|vendor|third_party|migrations|\.venv|site-packages|__main__|setup\.py|\.git\b|\.tox|\.nox|\.eggs|\.(json|md|ya?ml|toml|lock|txt|html|css|svg|snap)$|(^|\/)\.\w|rc\.[cm]?js$/i;

/** Its tool was there before: settings that come with a tool take nothing from it. */
const isNewIgnoreFile = (path: string, changes: Change[]): boolean =>
  /ignore$/.test(path) &&
  !changes.some((one) => one.before === null && /eslint|coverage|nyc/.test(one.path) && one.path !== path);

/** A new configuration file excludes many things that are not tests; naming a single existing test is on purpose. */
export const isExistingTest = (path: string, changes: Change[]): boolean =>
  isTestPath(path) && /\.\w+$/.test(path) && !/[*?{[]/.test(path) && !isOfNewFiles(path, changes);

/** The excluded files came with the same change: nothing that was measured before is excluded. */
function isOfNewFiles(value: string, changes: Change[]): boolean {
  const glob = value.replace(/^\.?\//, '');
  const isNamed = picomatch([glob, `**/${glob}`, `${glob.replace(/\/$/, '')}/**`], { dot: true });
  const named = changes.filter(({ path }) => isNamed(path));
  return named.length > 0 && named.every((one) => one.before === null);
}
