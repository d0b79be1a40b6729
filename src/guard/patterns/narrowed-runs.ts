import picomatch from 'picomatch';
import type { Comparison } from '../compare.ts';
import { type ConfigDelta, lineHolding } from '../config/delta.ts';
import type { Fact } from '../config/facts.ts';
import type { Hit } from '../types.ts';
import { changedCommands, commandHit } from './check-commands.ts';
import { kindOf } from './check-removal.ts';

/** A name stands right behind the command, its flags without a value, or the two dashes. */
const namesOfCargo =
  /(?<=\bcargo (?:test|nextest run)(?: (?:--(?:all|workspace|all-features|all-targets|release|locked|no-fail-fast|quiet|verbose)|-[qv]))*)\s(?:-- )?[A-Za-z_][\w:]*(?=\s|$)/g;

/** Runners, and what makes them run only some of their tests. */
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

/** Runs that take only a part of the tests which they took: by name, by place, or because nothing starts them any more. */
export const narrowedRuns = ({ config }: Comparison): Hit[] => {
  const isSplit = isSplitUp(config);
  return config.flatMap((delta) => [
    ...changedCommands(delta).flatMap(({ name, from, to }) => {
      if (kindOf(from) !== 'tests' && !/^test/.test(name)) return [];
      const fewer = newSelector(from, to) ?? narrowerPlace(from, to);
      if (fewer === null) return [];
      return [{ ...commandHit(delta, from, to, `"${name}" now runs only ${fewer}.`), ...(isSplit ? mild : {}) }];
    }),
    ...narrowedPlaces(delta),
  ]);
};

const mild = { severity: 'medium' as const, confidence: 0.5 };

/** Another command that runs tests came too: the run may only be divided. */
function isSplitUp(config: ConfigDelta[]): boolean {
  const runs = (facts: Fact[]): number =>
    facts.filter((fact) => fact.kind === 'command' && kindOf(fact.text) === 'tests').length;
  const times = (side: 'before' | 'after'): number => config.reduce((sum, one) => sum + runs(one[side]), 0);
  return times('after') > times('before');
}

function newSelector(from: string, to: string): string | null {
  const found = (text: string): string[] =>
    selectors.flatMap(([runner, selector]) => (runner.test(text) ? (text.match(selector) ?? []) : []));
  const [had, has] = [found(from), found(to)];
  const files = (text: string): string[] => argumentsOf(text).filter((word) => testFile.test(word));
  const fresh = had.length > 0 ? [] : has.filter((one) => !isVariable(one));
  if (files(from).length === 0 && argumentsOf(from).every((word) => argumentsOf(to).includes(word)))
    fresh.push(...files(to).filter((one) => !isVariable(one) && !/[*{]/.test(one)));
  return fresh[0]?.trim() ?? null;
}

/** Named by what calls the command: a matrix that goes through all of them. */
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

/** The settings of a runner name a part of where they looked for tests. */
function narrowedPlaces({ path, before, after, change }: ConfigDelta): Hit[] {
  if (change.before === null || change.after === null) return [];
  const [old, now] = [placesIn(before), placesIn(after)];
  const fresh = now.filter((one) => !old.includes(one));
  const gone = old.filter((one) => !now.includes(one));
  const isNarrower = (one: string): boolean =>
    old.length === 0 ? testFile.test(one) && !/[*{]/.test(one) : gone.some((whole) => holds(whole, one));
  const isRenamed = isOfOtherNames(now) && !isOfOtherNames(old);
  if (fresh.length === 0 || gone.length > fresh.length || !(fresh.every(isNarrower) || isRenamed)) return [];
  return [
    {
      before: { path: change.oldPath ?? path, line: lineHolding(change.before, gone[0] ?? '') },
      after: { path, line: lineHolding(change.after, fresh[0]!) },
      excerptBefore: gone.join('\n'),
      excerptAfter: fresh.join('\n'),
      why: `Tests are now looked for only in ${fresh[0]}.`,
      names: [fresh[0]!, path],
    },
  ];
}

/** Python: names of files are asked for that no test has by custom. */
function isOfOtherNames(places: string[]): boolean {
  const names = places.filter((one) => /^[^/]*\.py$/.test(one));
  return names.length > 0 && !names.some((one) => picomatch(one)('test_x.py') || picomatch(one)('x_test.py'));
}

const placesIn = (facts: Fact[]): string[] =>
  facts.flatMap((fact) =>
    fact.kind === 'check' && fact.name.startsWith('tests in ') ? [fact.name.slice('tests in '.length)] : [],
  );

/** Whatever the part names, the whole names too. */
function holds(whole: string, part: string): boolean {
  const bare = (glob: string): string => glob.replace(/^(<rootDir>\/|\.\/)/, '').replace(/\/$/, '');
  const [wide, narrow] = [bare(whole), bare(part)];
  return wide !== narrow && (narrow.startsWith(`${wide}/`) || picomatch.isMatch(narrow, wide, { dot: true }));
}
