import type { Comparison } from '../compare.ts';
import { type ConfigDelta, lineHolding } from '../config/delta.ts';
import type { Fact } from '../config/facts.ts';
import type { Change, Hit } from '../types.ts';
import { changedCommands, commandHit, isCheck, isNothing, isRun } from './check-commands.ts';
import { kindOf } from './check-removal.ts';

/** Runs the other scripts too before it fails; the failure still counts. */
const gathers = /\b(run-[ps]|npm-run-all\d?|lerna|turbo|nx)\b.*--continue(-on-error)?\b/;

const anotherRun = 'But another run may take them.';

/** Those that a review doubts come last: beside another they are the smaller matter. */
const forgiving: [form: RegExp, how: string, doubt?: string][] = [
  [/\|\|\s*(true|:|exit 0|echo\b|\/bin\/true|printf\b)/, 'its failure is forgiven by `||`'],
  [/(;|&)\s*(exit 0|true)\s*$/, 'it always ends with success'],
  [/--pass-?[wW]ith-?[nN]o-?[tT]ests/, 'it passes when no test is found'],
  [
    /--exit-zero|--no-fail\b|--no-error-on|--suppress-errors|--no-exit-code|-k\s*\|\||--force-exit|--ignore-errors|--continue-on-error/,
    'it reports success whatever it finds',
  ],
  [/(^|\s)set \+e\b/, 'failures no longer end the script'],
  [/-A ?warnings|--cap-lints[= ]allow/, 'its warnings are allowed'],
  [/--no-verify\b/, 'the hooks are skipped'],
  [/--collect-only\b|--listTests\b|\bvitest list\b|--no-run\b/, 'it only lists or builds the tests'],
  [/-Dmaven\.test\.failure\.ignore/, 'tests that fail are ignored', 'But what reads their results may fail instead.'],
  [
    /-DskipTests|-Dmaven\.test\.skip|--skip-tests|-x test\b|--no-tests\b|SKIP_TESTS=|--skip-test/,
    'it skips the tests',
    anotherRun,
  ],
  [/2>\s*\/dev\/null|&>\s*\/dev\/null/, 'its errors are not shown', 'But it still fails.'],
  [/--no-warnings\b(?!=)/, 'its warnings are not shown', 'But it still fails.'],
];

const ofMake: (typeof forgiving)[number] = [/(^|\n)[@+]*-[@+]*\s*[^\s-]/, 'make ignores its failure'];

/** `jobs.test: npm test`, or a job without a step. */
function told(name: string, value: string): string {
  const [job = '', step = ''] = name.split(/: (.*)/s);
  const what = step === '' || step === job ? job : name;
  if (/skip\w*$/i.test(what)) return `The tests do not run any more: ${what.split('.').at(-1)} ${value}.`;
  return /if: false|when: never/.test(value)
    ? `${what} does not run any more (${value}).`
    : `${what} may now fail without consequence (${value}).`;
}

/** Its own command, or the last part of its name. */
function sought(name: string): string {
  const [job = '', step = ''] = name.split(/: (.*)/s);
  return step !== '' && step !== job ? step : job.split('.').at(-1)!;
}

export function ignoredFailures({ config }: Comparison): Hit[] {
  return config.flatMap((delta) => {
    const hits: Hit[] = changedCommands(delta).flatMap(({ name, from, to }) => {
      if (isNothing(to)) return [];
      const forms = /(^|\/)(GNU)?[Mm]akefile|\.mk$/.test(delta.path) ? [...forgiving, ofMake] : forgiving;
      const plain = withoutKept(to.replace(gathers, ''), delta.change.after ?? '');
      const found = forms.find(([form]) => form.test(plain) && !form.test(from));
      if (found) {
        const [, how, doubt] = found;
        const hit = commandHit(delta, from, to, `"${name}" still runs, but ${how}.`);
        return [{ ...hit, ...(isRun(from) ? {} : { isNew: true }), ...(doubt ? { doubt } : {}) }];
      }
      if (
        /-D ?warnings|--deny[- ]warnings|-Werror|--strict\b|--max-warnings/.test(from) &&
        !/-D ?warnings|--deny[- ]warnings|-Werror|--strict\b|--max-warnings/.test(to) &&
        to.length < from.length + 6 &&
        !deniesAnew(delta.change) &&
        !/\b(run|run-[ps]|npm-run-all\d?|make|nox|tox|just|task)\b/.test(to)
      )
        return [
          {
            ...commandHit(delta, from, to, `"${name}" no longer treats warnings as errors.`),
            doubt: 'But the tool may be told so in its settings.',
          },
        ];
      const [a, b] = [from, to].map((text) => Number(/--max-warnings[= ](\d+)/.exec(text)?.[1] ?? Number.NaN));
      if (b! > a!) return [commandHit(delta, from, to, `"${name}" allows more warnings than before.`)];
      return [];
    });
    hits.push(...quietened(delta));
    const had = new Set(
      delta.before
        .filter((fact) => fact.kind === 'lenient')
        .map((fact) => `${fact.name}|${(fact as { value: string }).value}`),
    );
    const names = new Set(delta.before.flatMap((fact) => (fact.kind === 'command' ? [fact.text.split('\n')[0]!] : [])));
    for (const fact of delta.after) {
      if (fact.kind !== 'lenient' || had.has(`${fact.name}|${fact.value}`) || delta.change.before === null) continue;
      const label = fact.name.split(': ').slice(1).join(': ');
      const step = label !== '' || /continue-on-error|if: false|when:/.test(fact.value);
      if (step && !isCheck('', label || fact.name) && !names.has(label) && !isOfJudge(label, delta.after)) continue;
      if (/\.profile\b/.test(fact.name) && profiles(delta.change.before) < profiles(delta.change.after)) continue;
      if (/upload|codecov|coveralls|publish|report|badge|comment/i.test(label)) continue;
      hits.push({
        before: null,
        after: { path: delta.path, line: lineHolding(delta.change.after, sought(fact.name)) },
        excerptBefore: '',
        excerptAfter: `${fact.name} ${fact.value}`,
        why: told(fact.name, fact.value),
        names: [delta.path],
        ...(isOfNewJob(fact.name, delta.change.before) ||
        isMoved(fact, config) ||
        times(delta.after, fact.value) <= times(delta.before, fact.value) ||
        (step && !isJudging(label, delta.after))
          ? { isNew: true }
          : {}),
        ...(/(^|\/)pom\.xml$/.test(delta.path) && /skip/i.test(fact.name) ? { doubt: anotherRun } : {}),
        ...(/\$\{\{/.test(fact.value) ? { severity: 'medium' as const, confidence: 0.6 } : {}),
      });
    }
    return hits;
  });
}

const times = (facts: Fact[], value: string): number =>
  facts.filter((one) => one.kind === 'lenient' && one.value === value).length;

/** A job whose checks stayed, between a `set +e` and an `exit 0` that are new. */
function quietened(delta: ConfigDelta): Hit[] {
  const textsOf = (facts: Fact[], name: string): string[] =>
    facts.flatMap((fact) => (fact.kind === 'command' && fact.name === name ? [fact.text.trim()] : []));
  const names = new Set(delta.after.flatMap((fact) => (fact.kind === 'command' ? [fact.name] : [])));
  return [...names].flatMap((name) => {
    const old = textsOf(delta.before, name);
    const now = textsOf(delta.after, name);
    const kept = now.find((text) => old.includes(text) && kindOf(text) !== null);
    const fresh = now.filter((text) => !old.includes(text));
    return kept && fresh.includes('set +e') && fresh.includes('exit 0')
      ? [commandHit(delta, kept, 'exit 0', `"${name}" still runs, but it always ends with success.`)]
      : [];
  });
}

/** Another line says it now: a variable of the job, a setting of the tool. */
function deniesAnew({ before, after }: Change): boolean {
  const had = new Set(before?.split('\n'));
  return after?.split('\n').some((line) => !had.has(line) && /\bdeny\b|-D ?warnings|-Werror/i.test(line)) ?? false;
}

/** A whole job may fail that runs checks, whatever it is called. */
const isOfJudge = (label: string, facts: Fact[]): boolean =>
  /^jobs\.[\w-]+$/.test(label) &&
  facts.some((fact) => fact.kind === 'command' && fact.name === label && kindOf(fact.text) !== null);

/** As much was forgiven before, under another name of its job or section; a loop does not take that for the same. */
function isMoved({ name, value }: Fact & { kind: 'lenient' }, config: ConfigDelta[]): boolean {
  const last = (text: string): string => text.split(': ').slice(1).join(': ') || text.split('.').at(-1)!;
  const times = (side: 'before' | 'after'): number =>
    config
      .flatMap((one) => one[side])
      .filter((one) => one.kind === 'lenient' && one.value === value && last(one.name) === last(name)).length;
  return times('after') <= times('before');
}

/** A step that plainly judges, or a job with one or with a name that says so. */
const isJudging = (label: string, facts: Fact[]): boolean =>
  isRun(label) ||
  /^jobs\.([\w-]+[_-])?(tests?|checks?|lint|types?|verify|e2e|coverage)\b/.test(label) ||
  facts.some((fact) => fact.kind === 'command' && fact.name === label && isRun(fact.text));

/** What came with the change was never asked to succeed. */
function isOfNewJob(name: string, before: string): boolean {
  const [job, label] = [
    /^jobs\.([\w-]+)/.exec(name)?.[1],
    name
      .split(': ')
      .slice(1)
      .join(': ')
      .replace(/^jobs\..*/, ''),
  ];
  return [job, label].some((one) => one && !before.includes(one.split('\n')[0]!));
}

/** Maven: what a new profile leaves out, only those leave out who ask for it. */
const profiles = (text: string | null): number => text?.match(/<profile>/g)?.length ?? 0;

/** Without what keeps the failure for later: `|| echo $? > file`, where the file is asked afterwards. */
function withoutKept(command: string, whole: string): string {
  return command.replace(/\|\|\s*echo\b[^|;&\n]*?>>?\s*([\w./-]+)/g, (all, file: string) => {
    const asked = whole
      .split('\n')
      .some((line) => !line.includes(all) && line.includes(file) && /\b(exit|cat|test|if|grep)\b|\[/.test(line));
    return asked && !file.startsWith('/dev/') ? '' : all;
  });
}
