/**
 * Whether the task asks for this file to be changed: it names it when it asks for a change, or says that it is wrong. A file that
 * is named as what must pass is the judge of the work, not the work.
 */
export function asksToChange(task: string, path: string): boolean {
  return partsOf(task).some((part) => names(part, path) && speaksOfChange(part));
}

/** Whether it asks for something to be written into it: tests that are added leave those that were there as they are. */
export function asksToExtend(task: string, path: string): boolean {
  return partsOf(task).some(
    (part) => names(part, path) && ADDS.test(part) && !FORBIDS_CHANGE.test(part) && !JUDGES.test(part),
  );
}

/** Whether it asks for scripts or the set-up of the tests to be changed, or for the tests to be moved, which changes them too. */
export function asksForOtherSetUp(task: string): boolean {
  return partsOf(task).some((part) => (SCRIPT.test(part) && speaksOfChange(part)) || MOVES_TESTS.test(part));
}

/** Whether it asks for the tests to follow what it changes, and names none: `update its tests`. */
export function asksToUpdateTests(task: string): boolean {
  const isRequested = partsOf(task).some((part) => UPDATES_TESTS.test(part) && speaksOfChange(part));
  return isRequested && testsToChange(task).length === 0;
}

/** The test files that a task names when it asks for a change. */
export function testsToChange(task: string): string[] {
  const parts = partsOf(task).filter(speaksOfChange);
  return parts.flatMap((part) => wordsOf(part).filter((word) => TEST_FILE.test(word)));
}

/** By its path or by its name. */
function names(part: string, path: string): boolean {
  const name = path.split('/').at(-1) as string;
  return wordsOf(part).some((word) => word === name || word === path || path.endsWith(`/${word.replace(/^\.\//, '')}`));
}

export function isNamedIn(words: readonly string[], path: string): boolean {
  return words.some((word) => word === path || path.endsWith(`/${word.replace(/^\.\//, '')}`));
}

const speaksOfChange = (part: string) =>
  !FORBIDS_CHANGE.test(part) &&
  (WRONG.test(part) || (CHANGE.test(part) && (EXPECTATION.test(part) || !JUDGES.test(part))));

/** Sentences, cut where the aim of the work begins: `fix add so that test/add.test.js passes`. */
const partsOf = (task: string) =>
  task.split(/[.!?](?:\s|$)|[;\n]|\b(?:so that|such that|until|in order to|to make|and make|and get|, make)\b/i);
const wordsOf = (part: string) => part.split(/[\s"'`(),:]+/).map((word) => word.replace(/[.!?]+$/, ''));

const CHANGE =
  /\b(?:adapt|adjust|chang|clean|convert|correct|delet|drop|edit|fix|format|migrat|modif|mov|port|prun|refactor|regenerat|remov|renam|repair|replac|rewrit|simplif|split|switch|updat)\w*/i;
const ADDS = /\b(?:add|bump|configur|creat|exten[ds]|introduc|lacks?|missing|needs?|set|writ)\w*/i;
const WRONG =
  /\b(?:wrong|incorrect|mistaken|outdated|out of date|stale|obsolete|invalid|should (?:be|expect|read|say)|must (?:be|expect|say))\b/i;
const EXPECTATION = /\b(?:expect\w*|assert\w*|snapshots?|fixtures?)\b/i;
const JUDGES = /\b(?:pass(?:es|ing)?|succeeds?|green|fail(?:s|ing|ed|ures?)?|satisf\w+|holds?|according to)\b/i;
const FORBIDS_CHANGE =
  /(?:n[’']t|\b(?:not|never|without|nothing))\b\s*(?:to\s+)?(?:adapt|adjust|chang|correct|delet|edit|fix|modif|remov|rewrit|touch|updat|weaken|alter)\w*/i;
const SCRIPT =
  /\b(?:(?:npm|test|tests|lint|build|check|package|yarn|pnpm)[- ]scripts?|scripts? (?:of|in) package\.json|test (?:command|config\w*|runner|set-?up))\b/i;
const UPDATES_TESTS =
  /\b(?:adapt|adjust|updat|chang|rewrit|correct|migrat|convert)\w*(?:\s+\S+){0,3}?\s+(?:tests?|specs?|expectations?|snapshots?|assertions?|fixtures?)\b(?!\.|-| script| config| command| runner)/i;
const MOVES_TESTS = /\b(?:mov(?:e|es|ed|ing)|relocat\w+)\b(?:\s+\S+){0,4}?\s+\S*(?:tests?|specs?)\b/i;
const TEST_FILE = /[._-](?:test|tests|spec)\.\w+$|^(?:.*\/)?test_[^/]*\.py$|_test\.\w+$|(?:Test|Tests|Spec)\.\w+$/;
