import type { TreeComparison } from '../align/compare.ts';
import { type ConfigDelta, settingNow } from '../config/delta.ts';
import { type ConfigFact, type FactOf, ofKind } from '../config/fact.ts';
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

function reasonOf({ name, step, value }: FactOf<'lenient'>): Reason {
  const what = isOfStep({ name, step }) ? `${name}: ${step}` : name;
  if (/skip\w*$/i.test(what)) return ['tests-off', what.split('.').at(-1)!, value];
  return [/if: false|when: never/.test(value) ? 'step-off' : 'step-lenient', what, value];
}

/** Not of a whole job. */
const isOfStep = ({ name, step = '' }: { name: string; step?: string | undefined }): boolean =>
  step !== '' && step !== name;

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
    const names = new Set(ofKind(delta.before, 'command').map(({ text }) => text.split('\n')[0]!));
    const old = new Set(ofKind(delta.before, 'lenient').map(keyOf));
    for (const fact of ofKind(delta.after, 'lenient')) {
      if (old.has(keyOf(fact)) || delta.change.before === null) continue;
      const { name, step: label = '', value } = fact;
      const isStep = label !== '' || /continue-on-error|if: false|when:/.test(value);
      if (isStep && !isCheck('', label || name) && !names.has(label) && !isCheckingJob(label, delta.after)) continue;
      if (/\.profile\b/.test(name) && profiles(delta.change.before) < profiles(delta.change.after)) continue;
      if (/upload|codecov|coveralls|publish|report|badge|comment/i.test(label)) continue;
      const place = settingNow(delta, keyOf(fact), isOfStep(fact) ? label : name.split('.').at(-1)!);
      const isNew =
        isNewJob(fact, delta.change.before) || isMoved(fact, config) || (isStep && !isCheckingStep(label, delta.after));
      losses.push(
        because(
          lossOf(null, place, reasonOf(fact), [delta.path]),
          isNew && 'came-new',
          /(^|\/)pom\.xml$/.test(delta.path) && /skip/i.test(name) && 'other-run',
          /\$\{\{/.test(value) && 'by-expression',
        ),
      );
    }
    return losses;
  });
}

const keyOf = ({ name, step, value }: FactOf<'lenient'>): string =>
  `${name}${step === undefined ? '' : `: ${step}`} ${value}`;

/** A job whose checks remain, but between a new `set +e` and a new `exit 0`. */
function alwaysSucceeding(delta: ConfigDelta): Loss[] {
  const textsOf = (facts: ConfigFact[], name: string): string[] =>
    ofKind(facts, 'command').flatMap((fact) => (fact.name === name ? [fact.text.trim()] : []));
  const names = new Set(ofKind(delta.after, 'command').map(({ name }) => name));
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
  ofKind(facts, 'command').some((fact) => fact.name === label && kindOf(fact.text) !== null);

/** As many failures were ignored in this way before, under whatever name. A loop does not accept this excuse. */
function isMoved({ value }: FactOf<'lenient'>, config: ConfigDelta[]): boolean {
  const times = (side: 'before' | 'after'): number =>
    config.flatMap((one) => ofKind(one[side], 'lenient')).filter((one) => one.value === value).length;
  return times('after') <= times('before');
}

/** A step that clearly checks something, or a job with such a step or name. */
const isCheckingStep = (label: string, facts: ConfigFact[]): boolean =>
  isRun(label) ||
  /^jobs\.([\w-]+[_-])?(tests?|checks?|lint|types?|verify|e2e|coverage)\b/.test(label) ||
  ofKind(facts, 'command').some((fact) => fact.name === label && isRun(fact.text));

/** A job or step added by the change never had to succeed. */
const isNewJob = ({ name, step = '' }: FactOf<'lenient'>, before: string): boolean =>
  [/^jobs\.([\w-]+)/.exec(name)?.[1], step.startsWith('jobs.') ? '' : step].some(
    (one) => one && !before.includes(one.split('\n')[0]!),
  );

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
