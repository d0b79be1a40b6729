import type { TreeComparison } from '../align/compare.ts';
import { type ConfigDelta, settingNow } from '../config/delta.ts';
import type { ConfigFact } from '../config/fact.ts';
import { because, type Circumstance } from '../finding/circumstances.ts';
import { lossOf } from '../finding/loss.ts';
import type { Reason } from '../finding/reasons.ts';
import type { Change, Loss } from '../finding/types.ts';
import { changedCommands, commandLoss, doesNothing, isCheck, isRun } from './check-commands.ts';
import { kindOf } from './check-removal.ts';

/** Runs the other scripts too before it fails; the failure still counts. */
const continuesOnError = /\b(run-[ps]|npm-run-all\d?|lerna|turbo|nx)\b.*--continue(-on-error)?\b/;

/** Entries with a circumstance come last: any other match takes precedence. */
const ignoringForms: [form: RegExp, how: string, circumstance?: Circumstance][] = [
  [/\|\|\s*(true|:|exit 0|echo\b|\/bin\/true|printf\b)/, 'its failure is ignored by `||`'],
  [/(;|&)\s*(exit 0|true)\s*$/, 'it always exits with success'],
  [/--pass-?[wW]ith-?[nN]o-?[tT]ests/, 'it passes when no test is found'],
  [
    /--exit-zero|--no-fail\b|--no-error-on|--suppress-errors|--no-exit-code|-k\s*\|\||--force-exit|--ignore-errors|--continue-on-error/,
    'it reports success whatever it finds',
  ],
  [/(^|\s)set \+e\b/, 'failures no longer end the script'],
  [/-A ?warnings|--cap-lints[= ]allow/, 'its warnings are allowed'],
  [/--no-verify\b/, 'the hooks are skipped'],
  [/--collect-only\b|--listTests\b|\bvitest list\b|--no-run\b/, 'it only lists or builds the tests'],
  [/-Dmaven\.test\.failure\.ignore/, 'tests that fail are ignored', 'read-elsewhere'],
  [
    /-DskipTests|-Dmaven\.test\.skip|--skip-tests|-x test\b|--no-tests\b|SKIP_TESTS=|--skip-test/,
    'it skips the tests',
    'other-run',
  ],
  [/2>\s*\/dev\/null|&>\s*\/dev\/null/, 'its errors are not shown', 'still-fails'],
  [/--no-warnings\b(?!=)/, 'its warnings are not shown', 'still-fails'],
];

const makeForm: (typeof ignoringForms)[number] = [/(^|\n)[@+]*-[@+]*\s*[^\s-]/, 'make ignores its failure'];

/** The name is `jobs.test: npm test`, or a job without a step. */
function reasonOf(name: string, value: string): Reason {
  const [job = '', step = ''] = name.split(/: (.*)/s);
  const what = step === '' || step === job ? job : name;
  if (/skip\w*$/i.test(what)) return ['tests-off', what.split('.').at(-1)!, value];
  return [/if: false|when: never/.test(value) ? 'step-off' : 'step-lenient', what, value];
}

/** The step's command, or the last part of its name. */
function searchText(name: string): string {
  const [job = '', step = ''] = name.split(/: (.*)/s);
  return step !== '' && step !== job ? step : job.split('.').at(-1)!;
}

export function ignoredFailures({ config }: TreeComparison): Loss[] {
  return config.flatMap((delta) => {
    const losses: Loss[] = changedCommands(delta).flatMap(({ name, from, to }) => {
      if (doesNothing(to)) return [];
      const forms = /(^|\/)(GNU)?[Mm]akefile|\.mk$/.test(delta.path) ? [...ignoringForms, makeForm] : ignoringForms;
      const plain = withoutSavedFailures(to.replace(continuesOnError, ''), delta.change.after ?? '');
      const found = forms.find(([form]) => form.test(plain) && !form.test(from));
      if (found) {
        const [, how, circumstance] = found;
        const loss = commandLoss(delta, from, to, ['failure-ignored', name, how]);
        return [because(loss, !isRun(from) && 'came-new', circumstance)];
      }
      if (
        /-D ?warnings|--deny[- ]warnings|-Werror|--strict\b|--max-warnings/.test(from) &&
        !/-D ?warnings|--deny[- ]warnings|-Werror|--strict\b|--max-warnings/.test(to) &&
        to.length < from.length + 6 &&
        !deniesWarningsElsewhere(delta.change) &&
        !/\b(run|run-[ps]|npm-run-all\d?|make|nox|tox|just|task)\b/.test(to)
      )
        return [because(commandLoss(delta, from, to, ['warnings-allowed', name]), 'tool-settings')];
      const [a, b] = [from, to].map((text) => Number(/--max-warnings[= ](\d+)/.exec(text)?.[1] ?? Number.NaN));
      if (b! > a!) return [commandLoss(delta, from, to, ['more-warnings', name])];
      return [];
    });
    losses.push(...alwaysSucceeding(delta));
    const oldLeniencies = new Set(
      delta.before
        .filter((fact) => fact.kind === 'lenient')
        .map((fact) => `${fact.name}|${(fact as { value: string }).value}`),
    );
    const names = new Set(delta.before.flatMap((fact) => (fact.kind === 'command' ? [fact.text.split('\n')[0]!] : [])));
    for (const fact of delta.after) {
      if (fact.kind !== 'lenient' || oldLeniencies.has(`${fact.name}|${fact.value}`) || delta.change.before === null)
        continue;
      const label = fact.name.split(': ').slice(1).join(': ');
      const step = label !== '' || /continue-on-error|if: false|when:/.test(fact.value);
      if (step && !isCheck('', label || fact.name) && !names.has(label) && !isCheckingJob(label, delta.after)) continue;
      if (/\.profile\b/.test(fact.name) && profiles(delta.change.before) < profiles(delta.change.after)) continue;
      if (/upload|codecov|coveralls|publish|report|badge|comment/i.test(label)) continue;
      const place = settingNow(delta, `${fact.name} ${fact.value}`, searchText(fact.name));
      const loss = lossOf(null, place, reasonOf(fact.name, fact.value), [delta.path]);
      const isNew =
        isNewJob(fact.name, delta.change.before) ||
        isMoved(fact, config) ||
        times(delta.after, fact.value) <= times(delta.before, fact.value) ||
        (step && !isCheckingStep(label, delta.after));
      losses.push(
        because(
          loss,
          isNew && 'came-new',
          /(^|\/)pom\.xml$/.test(delta.path) && /skip/i.test(fact.name) && 'other-run',
          /\$\{\{/.test(fact.value) && 'by-expression',
        ),
      );
    }
    return losses;
  });
}

const times = (facts: ConfigFact[], value: string): number =>
  facts.filter((one) => one.kind === 'lenient' && one.value === value).length;

/** A job whose checks remain, but between a new `set +e` and a new `exit 0`. */
function alwaysSucceeding(delta: ConfigDelta): Loss[] {
  const textsOf = (facts: ConfigFact[], name: string): string[] =>
    facts.flatMap((fact) => (fact.kind === 'command' && fact.name === name ? [fact.text.trim()] : []));
  const names = new Set(delta.after.flatMap((fact) => (fact.kind === 'command' ? [fact.name] : [])));
  return [...names].flatMap((name) => {
    const old = textsOf(delta.before, name);
    const now = textsOf(delta.after, name);
    const remainingCheck = now.find((text) => old.includes(text) && kindOf(text) !== null);
    const fresh = now.filter((text) => !old.includes(text));
    return remainingCheck && fresh.includes('set +e') && fresh.includes('exit 0')
      ? [commandLoss(delta, remainingCheck, 'exit 0', ['failure-ignored', name, 'it always exits with success'])]
      : [];
  });
}

/** A new line denies warnings instead: a variable of the job, a setting of the tool. */
function deniesWarningsElsewhere({ before, after }: Change): boolean {
  const oldLines = new Set(before?.split('\n'));
  return after?.split('\n').some((line) => !oldLines.has(line) && /\bdeny\b|-D ?warnings|-Werror/i.test(line)) ?? false;
}

/** The whole job may fail, and it runs checks, regardless of its name. */
const isCheckingJob = (label: string, facts: ConfigFact[]): boolean =>
  /^jobs\.[\w-]+$/.test(label) &&
  facts.some((fact) => fact.kind === 'command' && fact.name === label && kindOf(fact.text) !== null);

/** The same failure was already ignored under another job or section name. A loop does not accept this excuse. */
function isMoved({ name, value }: ConfigFact & { kind: 'lenient' }, config: ConfigDelta[]): boolean {
  const last = (text: string): string => text.split(': ').slice(1).join(': ') || text.split('.').at(-1)!;
  const times = (side: 'before' | 'after'): number =>
    config
      .flatMap((one) => one[side])
      .filter((one) => one.kind === 'lenient' && one.value === value && last(one.name) === last(name)).length;
  return times('after') <= times('before');
}

/** A step that clearly checks something, or a job with such a step or name. */
const isCheckingStep = (label: string, facts: ConfigFact[]): boolean =>
  isRun(label) ||
  /^jobs\.([\w-]+[_-])?(tests?|checks?|lint|types?|verify|e2e|coverage)\b/.test(label) ||
  facts.some((fact) => fact.kind === 'command' && fact.name === label && isRun(fact.text));

/** A job or step added by the change never had to succeed. */
function isNewJob(name: string, before: string): boolean {
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

/** Maven: a new profile skips things only for those who activate it. */
const profiles = (text: string | null): number => text?.match(/<profile>/g)?.length ?? 0;

/** Without parts that save the failure for later: `|| echo $? > file`, if another line reads that file. */
function withoutSavedFailures(command: string, whole: string): string {
  return command.replace(/\|\|\s*echo\b[^|;&\n]*?>>?\s*([\w./-]+)/g, (all, file: string) => {
    const isRead = whole
      .split('\n')
      .some((line) => !line.includes(all) && line.includes(file) && /\b(exit|cat|test|if|grep)\b|\[/.test(line));
    return isRead && !file.startsWith('/dev/') ? '' : all;
  });
}
