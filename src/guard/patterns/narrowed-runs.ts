import picomatch from 'picomatch';
import type { TreeComparison } from '../align/compare.ts';
import { type ConfigDelta, settingBefore, settingNow } from '../config/delta.ts';
import { type ConfigFact, ofKind } from '../config/fact.ts';
import { because } from '../finding/circumstances.ts';
import { lossOf } from '../finding/loss.ts';
import type { Loss } from '../finding/types.ts';
import { changedCommands, commandLoss } from './check-commands.ts';
import { kindOf } from './check-removal.ts';

/** A test name directly after the command, its flags without a value, or the two dashes. */
const namesOfCargo =
  /(?<=\bcargo (?:test|nextest run)(?: (?:--(?:all|workspace|all-features|all-targets|release|locked|no-fail-fast|quiet|verbose)|-[qv]))*)\s(?:-- )?[A-Za-z_][\w:]*(?=\s|$)/g;

/** Runners, and the options that make them run only some of their tests. */
const selectors: [runner: RegExp, selector: RegExp][] = [
  [
    /\b(vitest|jest|(npm|pnpm|yarn|bun)( run)? test)\b/,
    /\s(-t|--testNamePattern|--testPathPatterns?|--selectProjects)[= ]\S+/g,
  ],
  [/\bnode\b.*--test\b/, /\s--test-(name-pattern[= ]\S+|only\b)/g],
  [/\b(mocha|playwright|cypress|wdio)\b/, /\s(-g|-f|--grep|--fgrep|--spec)[= ](?!.*--invert)\S+/g],
  [/\bava\b/, /\s(-m|--match)[= ]\S+/g],
  [/\b(py\.?test|tox|nox)\b/, /(?<=py\.?test\b.*|-- .*)\s-[km][= ]?["']?(?!["']?not\b)\S+/g],
  [/\bgo test\b/, /\s-run[= ]\S+/g],
  [/\bcargo (test|nextest run)\b/, namesOfCargo],
  [/\bcargo (test|nextest)\b/, /\s(--(lib|bins|doc|examples|benches)\b|(-p|--package|--test|--bin)[= ]\S+)/g],
  [/\b(mvnw?|gradlew?)\b/, /\s(-D(it\.)?test=(?!!)\S+|--tests[= ]\S+)/g],
];

const testFile = /(\.(test|spec)\.[cm]?[jt]sx?|(^|\/)test_\w+\.py|_test\.(py|go)|(Test|IT)\.java)(::\S*)?$/;

/** Runs that now take only part of the tests: by name or by place. */
export const narrowedRuns = ({ config }: TreeComparison): Loss[] => {
  const isSplit = isSplitUp(config);
  return config.flatMap((delta) => [
    ...changedCommands(delta).flatMap(({ name, from, to }) => {
      if (kindOf(from) !== 'tests' && !/^test/.test(name)) return [];
      const fewer = newSelector(from, to) ?? narrowerPlace(from, to);
      if (fewer === null) return [];
      return [because(commandLoss(delta, from, to, ['runs-only', name, fewer]), isSplit && 'run-divided')];
    }),
    ...narrowedPlaces(delta, 'tests'),
  ]);
};

/** Another command that runs tests was added too: the run may just be split. */
function isSplitUp(config: ConfigDelta[]): boolean {
  const runs = (facts: ConfigFact[]): number =>
    ofKind(facts, 'command').filter(({ text }) => kindOf(text) === 'tests').length;
  const times = (side: 'before' | 'after'): number => config.reduce((sum, one) => sum + runs(one[side]), 0);
  return times('after') > times('before');
}

function newSelector(from: string, to: string): string | null {
  const found = (text: string): string[] =>
    selectors.flatMap(([runner, selector]) => (runner.test(text) ? (text.match(selector) ?? []) : []));
  const [selectorsBefore, selectorsNow] = [found(from), found(to)];
  const files = (text: string): string[] => argumentsOf(text).filter((word) => testFile.test(word));
  const fresh = selectorsBefore.length > 0 ? [] : selectorsNow.filter((one) => !isVariable(one));
  if (files(from).length === 0 && argumentsOf(from).every((word) => argumentsOf(to).includes(word)))
    fresh.push(...files(to).filter((one) => !isVariable(one) && !/[*{]/.test(one)));
  return fresh[0]?.trim() ?? null;
}

/** Chosen by the caller of the command, for example a matrix over all of them. */
const isVariable = (text: string): boolean => /\$[{(\w]|%\w+%|\{\w*\}|<\w+>/.test(text);

const argumentsOf = (text: string): string[] => text.split(/\s+/).map((word) => word.replace(/^["']|["']$/g, ''));

/** One word of the command changed, from a folder to a part of it. */
function narrowerPlace(from: string, to: string): string | null {
  const [old, now] = [argumentsOf(from), argumentsOf(to)];
  const at = old.findIndex((word, i) => word !== now[i]);
  if (at < 0 || old.length !== now.length || old.some((word, i) => i !== at && word !== now[i])) return null;
  const [whole, part] = [old[at]!, now[at]!];
  const root = whole.replace(/(^|\/)\.{3}$|\/$/, '');
  const isPart = /^\.?$/.test(root) ? /^\.?\/?\w[\w./-]*$/.test(part) : part.startsWith(`${root}/`);
  return isPart && !isVariable(part) && part.replace(/(\/\.{3}|\/)$/, '') !== root ? part : null;
}

/** Type checkers that now look at only a part of what they looked at. */
export const narrowedTypes = ({ config }: TreeComparison): Loss[] =>
  config.flatMap((delta) => narrowedPlaces(delta, 'types'));

/** The settings of a runner or checker now name only a part of the places where it looked. */
function narrowedPlaces(delta: ConfigDelta, what: 'tests' | 'types'): Loss[] {
  const { path, before, after, change } = delta;
  if (change.before === null || change.after === null) return [];
  const [old, now] = [placesIn(before, what), placesIn(after, what)];
  const fresh = now.filter((one) => !old.includes(one));
  const removedPlaces = old.filter((one) => !now.includes(one));
  const isNarrower = (one: string): boolean =>
    old.length === 0
      ? what === 'tests' && testFile.test(one) && !/[*{]/.test(one)
      : removedPlaces.some((whole) => includesPlace(whole, one));
  const isRenamed = what === 'tests' && matchesNoTestName(now) && !matchesNoTestName(old);
  if (fresh.length === 0 || removedPlaces.length > fresh.length || !(fresh.every(isNarrower) || isRenamed)) return [];
  const [first] = fresh as [string];
  const places = [
    settingBefore(delta, removedPlaces.join('\n'), removedPlaces[0] ?? ''),
    settingNow(delta, fresh.join('\n'), first),
  ] as const;
  return [lossOf(...places, ['looks-only', what, first], [first, path])];
}

/** Python: the file name patterns match no conventional test name. */
function matchesNoTestName(places: string[]): boolean {
  const names = places.filter((one) => /^[^/]*\.py$/.test(one));
  return names.length > 0 && !names.some((one) => picomatch(one)('test_x.py') || picomatch(one)('x_test.py'));
}

const placesIn = (facts: ConfigFact[], what: string): string[] =>
  ofKind(facts, 'check').flatMap(({ name }) =>
    name.startsWith(`${what} in `) ? [name.slice(`${what} in `.length)] : [],
  );

/** The whole includes everything that the part does. */
function includesPlace(whole: string, part: string): boolean {
  const bare = (glob: string): string => glob.replace(/^(<rootDir>\/|\.\/)/, '').replace(/\/$/, '');
  const [wide, narrow] = [bare(whole), bare(part)];
  return wide !== narrow && (narrow.startsWith(`${wide}/`) || picomatch.isMatch(narrow, wide, { dot: true }));
}
