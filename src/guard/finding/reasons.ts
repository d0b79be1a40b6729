import type { Tampering } from '../../syntax/model.ts';
import { tidyTokens } from './source-lines.ts';

/**
 * What people read of a loss. A pattern names a reason and gives its values; the sentence is made only when the finding is,
 * so nothing can depend on its words.
 */
const sentences = {
  // lost tests
  'tests-gone-with-file': (count: number, names: string) =>
    `${several(count, 'test')} removed with the file: ${names}.`,
  'tests-gone': (count: number, names: string) => `${names} ${count === 1 ? 'was' : 'were'} removed.`,
  'test-in-comment': (name: string) => `The test "${name}" is commented out now.`,
  'test-not-seen': (name: string) => `The runner no longer sees "${name}" as a test.`,
  'rows-gone': (gone: number, all: number, name: string) => `${gone} of ${all} cases of "${name}" ${areIs(gone)} gone.`,
  'tests-not-run': (missing: string[]) =>
    `${several(missing.length, 'test')} that ran before did not run: ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ', …' : ''}.`,
  // why the loss of a test may be none
  'was-skipped': () => 'But it was skipped already.',
  'did-nothing': () => 'But it did nothing.',
  'returned-early': () => 'But it returned before its assertions.',
  'asserted-nothing': () => 'But it asserted nothing.',
  'twin-exists': (path: string) => `But the same test exists in ${path}.`,
  'is-duplicate': (name: string) => `But "${name}" is an identical test.`,
  'became-suite': () => 'But a suite has its name now.',
  'inherited-from': (own: string, base: string) => `But "${own}" inherits it from "${base}".`,
  'subject-gone': (name: string) => `But "${name}", which it tested, is gone too.`,
  'replaced-by': (name: string) => `But "${name}" took its place.`,
  'file-rewritten': () => 'But as many new tests cover the same things.',
  'import-was-gone': (module: string) => `But "${module}", which its file imported, was already gone.`,
  'names-exist': (path: string) => `But tests with these names exist in ${path}.`,
  // tests that run no more
  'test-skipped': (what: string, mark: string) => capital(`${what} is now skipped: ${firstLine(mark)}`),
  'files-excluded': (mark: string) => `Tests are newly excluded from the run: ${mark}`,
  'passes-by-failing': (name: string, mark: string) => `"${name}" now passes by failing: ${mark}`,
  'others-not-run': (name: string) => `With a focus on "${name}" the other tests of the file do not run.`,
  'assertion-unreached': (name: string) => `The assertion of "${name}" can no longer be reached.`,
  'assertion-only-if': (name: string, condition: string) =>
    `The assertion of "${name}" runs only if "${condition.slice(0, 60)}".`,
  'file-not-found': (path: string) => `No runner finds tests in ${path}.`,
  // assertions
  gutted: (name: string, count: number) => `"${name}" had ${several(count, 'assertion')} and now has none.`,
  'assertions-gone': (name: string, count: number) =>
    `${count === 1 ? 'An assertion' : `${count} assertions`} of "${name}" ${areIs(count)} gone and not replaced.`,
  'always-true': (text: string) => `"${text.slice(0, 80)}" is always true.`,
  'failure-caught': (text: string) => `When "${text.slice(0, 80)}" fails, the failure is caught and dropped.`,
  'says-less': (before: string, after: string) => `"${after}" says less than "${before}".`,
  'replaced-by-less': (before: string, after: string) =>
    `"${after.slice(0, 80)}" replaced "${before.slice(0, 80)}" and says less.`,
  'tolerance-grew': (from: number, to: number) => `The tolerance grew from ${from} to ${to}.`,
  'arguments-open': () => 'The arguments of the call are no longer pinned.',
  'claims-opposite': (name: string) => `"${name}" now claims the opposite, and no source changed.`,
  'expects-other': (name: string, before: string, after: string) =>
    `"${name}" now expects ${after.slice(0, 60)} instead of ${before.slice(0, 60)}, and no source changed.`,
  'row-expects-other': (name: string) => `A case of "${name}" now expects another value, and no source changed.`,
  'snapshot-rewritten': (path: string) => `${path} was rewritten while no source and no test changed.`,
  'new-test-idle': (name: string) => `"${name}" cannot fail.`,
  'more-mocks': (name: string, count: number) => `"${name}" mocks ${count} more things than before.`,
  // the source
  'file-gone-with': (path: string, names: string) => `${path} is gone with ${names}.`,
  'file-gone': (path: string) => `${path} is gone, and what it exported is nowhere else.`,
  'still-named': (name: string) => `"${name}" is gone, though the code still names it.`,
  'export-gone': (name: string) => `The exported "${name}" is gone and was not replaced.`,
  'still-imported': (by: string) => `${by} still imports it.`,
  'code-in-comment': (name: string) => `"${name}" is commented out now.`,
  'became-stub': (name: string, stub: string) =>
    `${called(name)} worked and is now ${stub === 'empty' ? 'empty' : `a ${stub}`}.`,
  'body-lost': (name: string) => `${called(name)} lost most of its body.`,
  'exits-early': (name: string, exit: string) =>
    `${called(name)} now exits at "${exit.slice(0, 60)}" and the rest never runs.`,
  'flag-off': (name: string) => `${name} was on and is off.`,
  'is-placeholder': (name: string) => `"${name}" is a placeholder.`,
  'more-todos': (count: number) => `${count} more TODO comments than before.`,
  'branch-gone': (name: string, what: string, condition: string, others: number) =>
    `${called(name)} lost ${what} "${condition.slice(0, 80)}"${others > 0 ? ` and ${others} more` : ''}, and nothing in the change takes over what it did.`,
  'condition-fixed': (name: string, before: string, after: string, value: string) =>
    `In "${name}" ${before === '' ? '' : `"${before.slice(0, 60)}" became `}"${after.slice(0, 60)}", which is always ${value === 'unknown' ? 'the same' : value}.`,
  'condition-inverted': (name: string, before: string, after: string) =>
    `In "${name}" "${before.slice(0, 60)}" became its opposite, "${after.slice(0, 60)}", and what follows stayed.`,
  'check-gone': (name: string, condition: string) => `${called(name)} no longer checks "${condition.slice(0, 80)}".`,
  'test-harmed': (test: string, subject: string, harm: Harm) =>
    `"${test}", which tests "${subject}", ${harms[harm]} in the same change.`,
  'error-caught': (where: string) => `An error in ${where} is caught and dropped.`,
  'error-dropped': (text: string) => `"${text.slice(0, 80)}" drops an error that was handled before.`,
  'error-softened': (condition: string) => `"${condition.slice(0, 60)}" was an error and now passes quietly.`,
  'all-silenced': (text: string) => `"${text.slice(0, 80)}" hides every later problem.`,
  'type-escaped': (text: string) => `"${text.slice(0, 80)}" tells the type checker that anything goes.`,
  'code-unmeasured': (text: string) => `"${text.slice(0, 80)}" excludes code from coverage.`,
  'report-hidden': (text: string, scope: string) =>
    `"${text.slice(0, 80)}" hides what the checker reports for this ${scope}.`,
  // the source knows its tests
  'answers-table': (table: string, example: string) =>
    `The table "${table}" contains only answers that the tests expect, for example ${example.slice(0, 60)}.`,
  'answers-input': (name: string, inputs: string, output: string) =>
    `For the input ${inputs.slice(0, 60)} "${name}" returns the ${output.slice(0, 40)} that a test expects without computing it.`,
  'answers-several': (name: string, count: number, inputs: string) =>
    `"${name}" newly answers ${count} inputs with constants, for example ${inputs.slice(0, 60)}.`,
  'contains-values': (values: string[], path: string, line: number) =>
    `The source newly contains values of tests instead of computing them: ${values.join(', ').slice(0, 80)}, as in ${path}:${line}.`,
  'asks-if-tested': (text: string) => `The source checks if it is under test: ${text}.`,
  'asks-caller': (about: string, text: string) => `The source newly asks ${about}: ${text}.`,
  'reads-tests': (name: string) => `The source reads files and newly names tests: ${name}.`,
  'only-comments': (search: string) =>
    `Only comments changed: "${search.slice(0, 80)}" searches text, which can change without the work.`,
  'only-text': (search: string, how: string) =>
    `What "${search.slice(0, 80)}" searches ${how}, which can change without the work.`,
  tampered: (kind: Tampering['kind']) => tamperings[kind],
  // reach
  'reach-lost': (path: string, fall: { remaining: number; lostLines: number; unreached: number }, touched: string[]) =>
    `The tests of ${path} still run, but ${describeFall(fall)}.${touched.length > 0 ? ` The change touches ${touched.slice(0, 3).join(', ')}.` : ''}`,
  // settings
  'script-empty': (name: string) => `"${name}" checked something and now does nothing.`,
  'failure-ignored': (name: string, how: string) => `"${name}" still runs, but ${how}.`,
  'warnings-allowed': (name: string) => `"${name}" no longer treats warnings as errors.`,
  'more-warnings': (name: string) => `"${name}" allows more warnings than before.`,
  'tests-off': (setting: string, value: string) => `The tests no longer run: ${setting} ${value}.`,
  'step-off': (what: string, value: string) => `${what} no longer runs (${value}).`,
  'step-lenient': (what: string, value: string) => `${what} may now fail without consequence (${value}).`,
  'run-filtered': (filter: string) => `"${filter}" excludes tests from the run.`,
  'newly-excluded': (what: string, area: keyof typeof runs) => `${what} is newly excluded from ${runs[area]}.`,
  'runs-only': (name: string, what: string) => `"${name}" now runs only ${what}.`,
  'looks-only': (what: 'tests' | 'types', place: string) =>
    `${what === 'tests' ? 'Tests are now looked for' : 'Types are now checked'} only in ${place}.`,
  'runs-no-more': (command: string) => `"${command.slice(0, 80)}" no longer runs.`,
  'not-started': (by: string, command: string) => `No ${by} starts "${command.slice(0, 80)}" any more.`,
  'coverage-unmeasured': (name: string) => `"${name}" no longer measures coverage.`,
  'options-off': (names: string[]) => `${names.join(', ')} ${areIs(names.length)} no longer on.`,
  'rules-changed': (names: string[], how: string) => `${names.slice(0, 4).join(', ')} ${how}.`,
  'threshold-lower': (name: string, from: number, to: number) => `The threshold ${name} fell from ${from} to ${to}.`,
  'threshold-gone': (name: string, from: number) => `The threshold ${name} of ${from} is gone.`,
  // whatever the patterns say
  'hides-aim': () => 'That hides what the task is about.',
  'allows-itself': (pattern: string) =>
    `The change allows "${pattern}" for itself; only an allowance from before the change counts.`,
  'not-judged-now': (path: string, reason: string) =>
    `${path} could be read before the change and cannot be judged now: ${reason}.`,
  'not-judged-new': (path: string, reason: string) => `${path} is new and cannot be judged: ${reason}.`,
  'of-project': (text: string) => text,
};

type Sentences = typeof sentences;

/** Which reason it is, and the values of its sentence. */
export type Reason = { [Id in keyof Sentences]: readonly [Id, ...Parameters<Sentences[Id]>] }[keyof Sentences];

/** What happened to a test that names what was lost. */
export type Harm = 'gone' | 'disabled' | 'weaker';

export const say = ([id, ...values]: Reason): string =>
  tidyTokens((sentences[id] as (...all: unknown[]) => string)(...values));

const harms: Record<Harm, string> = { gone: 'is gone', disabled: 'no longer runs', weaker: 'claims less' };

const tamperings: Record<Tampering['kind'], string> = {
  exit: 'The test process exits with success before the tests have finished.',
  'patched-assertion': 'An assertion or a test function is replaced, so that it proves nothing.',
  equality: 'An equality that is always true makes every comparison pass.',
  'runner-hook': 'A hook of the test runner changes which tests run or what they report.',
  'global-suppression': 'It hides every later problem.',
};

const runs = { tests: 'the test run', lint: 'the checks', coverage: 'coverage' };

const several = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
const areIs = (count: number): string => (count === 1 ? 'is' : 'are');
const capital = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`;
const firstLine = (text: string): string => text.split('\n')[0]!;
const called = (name: string): string => (name === '<file>' ? 'The top level of the file' : `"${name}"`);

function describeFall({ remaining, lostLines, unreached }: Record<'remaining' | 'lostLines' | 'unreached', number>) {
  const what =
    lostLines === remaining ? `reach none of the ${remaining}` : `no longer reach ${lostLines} of the ${remaining}`;
  const others =
    unreached === lostLines ? 'nor does any other test' : `${unreached} of them are reached by no test now`;
  return `${what} lines of source that they reached before and that still exist${unreached > 0 ? `; ${others}` : ''}`;
}
