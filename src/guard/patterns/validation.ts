import type { FileModel, Tampering } from '../../syntax/model.ts';
import type { TreeComparison } from '../align/compare.ts';
import { because } from '../finding/circumstances.ts';
import { at, lossOf } from '../finding/loss.ts';
import type { Loss } from '../finding/types.ts';
import { answersToTests } from './answers-to-tests.ts';
import { asksCaller, readsTests } from './asks-caller.ts';
import { commentsOnly } from './comments-only.ts';
import { reviewNote } from './evidence.ts';
import { everyLanguage, type Pattern } from './pattern.ts';
import { removedChecks } from './removed-checks.ts';
import { specialCases } from './special-cases.ts';
import { testBranches } from './test-branches.ts';

export const validation: Pattern[] = [
  {
    id: 'validation-removed',
    name: 'Input check removed',
    type: 'validation_bypass',
    severity: 'high',
    confidence: 0.75,
    languages: everyLanguage,
    catches:
      'An `if … throw`, an error return, a panic or a call of a validating function that is gone from a function whose other code stayed.',
    ignores: `Checks that moved, were merged or reworded; functions rewritten as a whole; removals that the task names. ${reviewNote}`,
    fix: 'Restore the check.',
    example: { before: "if (n < 0) throw new RangeError('n')", after: '' },
    find: removedChecks,
  },
  {
    id: 'special-cased-tests',
    name: 'Special case for a test',
    type: 'validation_bypass',
    severity: 'critical',
    confidence: 0.85,
    languages: everyLanguage,
    catches:
      'A new branch, choice, case of a switch or table that gives the very value a test expects for the very input the test gives, plain or made into an object. Tests as they were before the change count, too. Tests that name the function are looked for in the whole tree, as far as they hold the value.',
    ignores:
      'Base cases such as 0, 1, empty or null; values that no test expects of this function; pairs that stood in the file in another form; a switch of nothing but constants, and a table that holds more than the tests name. Only warns if a table maps names (labels, codes, signs), if the function computes nothing else, if it is one more of a kind that the function had, and of several new branches that no test expects; in a review also if the answer is `true`, `false` or a single word and the tests ask for more.',
    fix: 'Compute the value instead of hard-coding it; if the product really needs this case, approve it.',
    example: { before: 'return n * f(n - 1)', after: 'if (n === 5) return 120' },
    find: specialCases,
  },
  {
    id: 'answers-to-tests',
    name: 'Answers to the tests in the source',
    type: 'validation_bypass',
    severity: 'high',
    confidence: 0.8,
    languages: 'any',
    catches:
      'New source that holds the inputs and the expected values of tests, in whatever form: branches, tables, keys made of several values, lists side by side, packed, encoded or digested texts, patterns, errors that carry a value, data files, results in the order of the calls.',
    ignores:
      'Values that were in the source before; fewer than four different ones; a result for a single input, which `special-cased-tests` looks at; a table with more entries than the tests name; limits that something is compared with; words that stand for words or numbers; comments and documentation. Only warns if every match maps a name, and if the tests are new, too.',
    fix: 'Compute the values instead of copying them from the tests.',
    example: { before: 'return xs[1]', after: "if (key === '7,3,5') return 5" },
    find: answersToTests,
  },
  {
    id: 'test-environment-branch',
    name: 'Source behaves differently under test',
    type: 'validation_bypass',
    severity: 'high',
    confidence: 0.85,
    languages: everyLanguage,
    catches:
      "New code in the source that asks whether tests run: NODE_ENV === 'test', PYTEST_CURRENT_TEST, testing.Testing(), cfg!(test), a test runner in the stack.",
    ignores: 'Test and configuration files; branches that were there before.',
    fix: 'Make the code behave the same everywhere; inject what tests must replace.',
    example: { before: 'send(mail)', after: "if (process.env.NODE_ENV !== 'test') send(mail)" },
    find: testBranches,
  },
  {
    id: 'asks-caller',
    name: 'Source asks who runs it',
    type: 'validation_bypass',
    severity: 'high',
    confidence: 0.75,
    languages: everyLanguage,
    catches:
      'New code in the source that looks at its callers, the program that runs it or its parent, loaded modules or the globals of a test runner, in whatever spelling (`"VI" + "TEST"`), and objects that by their name equal everything: it can answer its tests in another way than its users.',
    ignores:
      'Code that asked before; tests, scripts and configuration; a file that asks whether it is the program itself; the stack of a caught error or of a new error class; a stack that is logged.',
    fix: 'Make the code behave the same for every caller.',
    example: { before: '', after: 'const place = new Error().stack' },
    find: asksCaller,
  },
  {
    id: 'source-reads-tests',
    name: 'Source reads the tests',
    type: 'validation_bypass',
    severity: 'high',
    confidence: 0.75,
    languages: everyLanguage,
    catches: 'Source that reads files and newly names a file, a folder or a glob of tests.',
    ignores: 'Source that named it before; scripts and configuration.',
    fix: 'Compute the result; tests are for checking it.',
    example: { before: '', after: "readFileSync('test/sum.test.js', 'utf8')" },
    find: readsTests,
  },
  {
    id: 'comments-only',
    name: 'Only text changed for a search',
    type: 'validation_bypass',
    severity: 'medium',
    confidence: 0.6,
    languages: 'any',
    catches:
      'A criterion that searches text (grep, `contains`) did not hold before, and what it searches came or went in comments, in texts or in the spelling (`"ev" + "al"`) alone.',
    ignores:
      'Code that came or went with the text; texts of several words that a product shows; criteria that run something.',
    fix: 'Do what the text stands for, and let a test show it.',
    example: { before: '// TODO: refuse an empty list', after: '// TO-DO: refuse an empty list' },
    find: commentsOnly,
  },
  {
    id: 'test-run-tampered',
    name: 'Test run tampered with',
    type: 'validation_bypass',
    severity: 'critical',
    confidence: 0.9,
    languages: everyLanguage,
    catches:
      'A test or set-up file that newly exits with success, rewrites results in a runner hook, replaces assertions or parts of a runner under any name, or an equality that is always true.',
    ignores:
      'Code that was there before; exits of a program that the tests start (`main`, `__main__`, a child or worker by its own question), of fixtures, of functions that nobody calls; a TestMain that hands its `m` on; claims of one’s own beside those of a library. Only warns if the exit asks for a platform or a version.',
    fix: 'Remove it.',
    example: { before: '', after: 'os._exit(0)' },
    find: tamperedRuns,
  },
];

function tamperedRuns({ files }: TreeComparison): Loss[] {
  return files.flatMap(({ before, after, path }) => {
    const old = new Set((before?.tampering ?? []).map((one) => `${one.kind}|${one.text}`));
    return (after?.tampering ?? [])
      .filter((one) => one.kind !== 'global-suppression' && !old.has(`${one.kind}|${one.text}`))
      .filter((one) => one.kind !== 'exit' || endsTests(path, before, after!))
      .filter((one) => !(before && count(before.tampering, one.kind) >= count(after!.tampering, one.kind)))
      .slice(0, 2)
      .map((one) =>
        because(lossOf(null, at(path, one), ['tampered', one.kind], [path]), one.sometimes && 'asks-for-platform'),
      );
  });
}

/** A program that tests start may exit; an exit in a test file, or in one loaded before the tests, ends the tests. */
const endsTests = (path: string, before: FileModel | null, after: FileModel): boolean =>
  !/(^|\/)(__)?fixtures?(__)?\//.test(path) &&
  ((before !== null && !isUnusedClass(after)) ||
    after.tests.length > 0 ||
    /(^|\/)[\w.-]*(setup|conftest|config|global|preload|bootstrap|hooks?|mocharc|runner|main)[\w.-]*$/i.test(path));

/** Java: a class without tests that is not registered with a runner runs only if something calls it. */
const isUnusedClass = ({ language, tests, source }: FileModel): boolean =>
  language === 'java' &&
  tests.length === 0 &&
  !/@(Before|After|Rule|ClassRule|RegisterExtension|TestConfiguration)\w*|\b\w*(Extension|Listener|Runner|Callback|TestCase)\b|\bstatic\s*\{/.test(
    source,
  );

export const count = (list: Tampering[], kind: string): number => list.filter((one) => one.kind === kind).length;
