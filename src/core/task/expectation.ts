import type { Expectation, RegressionType } from '../findings/regression-types.ts';
import { isNamedIn, testsToChange } from './requested-change.ts';

const removal =
  /\b(remov(e|es|ed|ing|al)|delet(e|es|ed|ing)|drop(s|ped|ping)?|get rid of|retire[sd]?|retiring|strip(ped|ping)?|kill(ed)?|no longer (support|need)s?|deprecat(e|ed|ing)|eliminat(e|ed|ing)|clean(ing)? ?up|replac(e|es|ed|ing)|renam(e|es|ed|ing)|simplif(y|ied|ies)|unused|obsolete|legacy)\b/i;

/** Words that switch off a feature that stays in the code. */
const switchedOff =
  /\b(disabl(e|es|ed|ing)|deactivat(e|es|ed|ing)|(turn|switch)(s|es|ed|ing)? off|bypass(es|ed|ing)?)\b/i;

/** Words by which a task asks for less checking, per regression type. */
const reductions: Record<RegressionType, RegExp> = {
  test_deletion:
    /\b(remov\w+|delet\w+|drop\w*|clean\w*|prun\w+|get rid of)\b(?:(?!\. ).)*\b(test|tests|spec|specs|case|cases|suite)\b|\b(test|tests)\b(?:(?!\. ).)*\b(remov|delet|drop|obsolete|duplicate)/i,
  test_skipping:
    /\b(skip\w*|disabl\w+|ignor\w+|xfail\w*|quarantin\w+|pending|mark\w* .*fail|only run|exclud\w+|todo|flaky|bring back skip)\b/i,
  feature_removal: removal,
  // To raise it is what most tasks about it ask for.
  coverage_regression:
    /\b(ignor\w+|exclud\w+|omit\w*|lower\w*|reduc\w+|relax\w*|drop\w*|skip\w*|remov\w+|disabl\w+)\b[^.]*\b(coverage|threshold)|\b(coverage|threshold)\w*\b[^.]*\b(ignor\w+|exclud\w+|omit\w*|lower\w*|reduc\w+|relax\w*|skip\w*|remov\w+|disabl\w+)\b|\bno[- ]?cover\b/i,
  validation_bypass:
    /\b(remov\w+|drop\w*|disabl\w+|relax\w*|loosen\w*|lower\w*|turn\w* off|switch\w* off|allow\w*|permit\w*)\b[^.]*\b(check\w*|validation\w*|lint\w*|rule\w*|strict\w*|throw\w*|error\w*|guard\w*|restriction\w*|limit\w*|ci|step|job)\b/i,
  assertion_weakening:
    /\b(relax\w*|loosen\w*|weaken\w*|less strict|replac\w+|updat\w+|adjust\w*|fix\w*|correct\w*)\b[^.]*\b(assert\w*|expect\w*|matcher\w*|test|tests|snapshot\w*|to\w*equal)\b/i,
  error_suppression:
    /\b(ignor\w+|suppress\w*|silenc\w+|noqa|nolint|type: ?ignore|ts-ignore|ts-expect-error|eslint-disable|swallow\w*|allow)\b/i,
};

/** Whether the task plainly asks for what a finding reports; generic wishes ("make the checks pass") ask for nothing. */
export function expectationOf(
  task: string | undefined,
  type: RegressionType,
  names: string[],
  follows = false,
): Expectation | null {
  if (!task) return null;
  const taskWords = significant(task);
  const touched = new Set(names.flatMap((name) => significant(name)));
  const joined = names
    .join(' ')
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, '');
  const shared = taskWords.filter((word) => touched.has(word) || (word.length >= 6 && joined.includes(word)));
  if (/^\W*revert\b/i.test(task)) return 'removes-feature';
  // Tests that it names are the ones that it means.
  const testFiles = type === 'assertion_weakening' ? testsToChange(task) : [];
  if (testFiles.length > 0) return names.some((name) => isNamedIn(testFiles, name)) ? 'reduces-checks' : null;
  if (type === 'assertion_weakening' && shared.length > 0 && /\breplac\w+|\brenam\w+/i.test(task))
    return 'reduces-checks';
  if (
    removal.test(task) &&
    (shared.length > 0 || follows) &&
    type !== 'error_suppression' &&
    type !== 'coverage_regression'
  ) {
    return type === 'test_deletion' && reductions.test_deletion.test(task) ? 'reduces-checks' : 'removes-feature';
  }
  if (type === 'feature_removal' && shared.length > 0 && switchedOff.test(task)) return 'removes-feature';
  if (reductions[type].test(task) && type !== 'feature_removal') return 'reduces-checks';
  if (type === 'feature_removal' && /\b(unused|dead|obsolete|legacy|deprecated)\b/i.test(task) && removal.test(task))
    return 'removes-feature';
  return null;
}

const common = new Set(
  'this that with from into when then than test tests testing spec file files code make made pass passes failing checks check fail fails remove removed removing delete deleted drop dropped replace rename renamed update updated should must have been used using uses the and for not unused support function functions method methods class classes error errors value values return returns true false null none index main src lib internal name names type types data fix fixed fixes change changed changes keep refactor extend needed behaviour intact'.split(
    ' ',
  ),
);

/** Words that can name a thing: parts of identifiers count, so that isURLSameOrigin meets "same origin". */
export function significant(text: string): string[] {
  const parts = text.match(/[A-Za-z][A-Za-z0-9]*/g) ?? [];
  const found = new Set<string>();
  for (const part of parts) {
    for (const word of [part, ...part.split(/(?<=[a-z0-9])(?=[A-Z])|_/)]) {
      const plain = word.length > 4 ? word.toLowerCase().replace(/(?<!s)(es|s|ing|ed)$/, '') : word.toLowerCase();
      if (plain.length >= 3 && !common.has(word.toLowerCase()) && !common.has(plain)) found.add(plain);
    }
  }
  return [...found];
}
