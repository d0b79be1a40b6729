/** What an alert says of a loss: a test that ran no more is named by a finding, and a count follows from what explains it. */
export interface Clue {
  source: 'guard' | 'tests' | 'metrics';
  type: string;
  pattern: string | null;
  place: { path: string; line: number } | null;
  text: string;
  iterations: readonly number[];
}

const LOST = 'lost-test:';
const DELETION = 'test_deletion';

type Test = (loss: Clue) => boolean;

/** What else explains a movement of a metric in the same iteration. */
const explains: Partial<Record<string, Test>> = {
  test_deletion: ({ type }) => type === DELETION,
  functionality_loss: ({ type }) => type === DELETION || type === 'test_skipping',
  file_deletion: ({ pattern }) => pattern !== null && WHOLE_FILES.has(pattern),
};

/** A criterion that holds only without the baseline's tests says again that these were changed. */
const AGAIN = new Set(['fails-with-original-tests', 'original-tests-not-run']);
const OF_TESTS = new Set([DELETION, 'test_skipping', 'assertion_weakening']);
const WHOLE_TEST_FILE = 'test-file-deleted';
const WHOLE_FILES = new Set([WHOLE_TEST_FILE, 'source-file-deleted']);

/** It says of something else that is raised with it, what that is about: it is not a loss of its own if there is such a thing. */
export function isConsequence(one: Clue): boolean {
  return one.source === 'metrics' ? one.type in explains : isAgain(one);
}

/** Whether a consequence follows from this loss. */
export function followsFrom(one: Clue, loss: Clue): boolean {
  if (one === loss || isConsequence(loss) || !shareIteration(one, loss)) return false;
  if (one.source === 'metrics') return explains[one.type]?.(loss) ?? false;
  return isAgain(one) && loss.source === 'guard' && OF_TESTS.has(loss.type) && isInSameFile(one, loss);
}

const isAgain = ({ source, pattern }: Clue) => source === 'guard' && pattern !== null && AGAIN.has(pattern);

/** That the original tests did not run names them, but no file. */
const isInSameFile = (one: Clue, loss: Clue) =>
  one.type === DELETION || loss.place?.path === undefined || one.place?.path === loss.place.path;

/** Whether a finding is about the test that ran no more, `lost-test:<file> › <suite> › <name>`: in quotes, or with its whole file. */
export function namesTest(
  { type, pattern, place, text }: Pick<Clue, 'type' | 'pattern' | 'place' | 'text'>,
  key: string,
) {
  if (type !== DELETION || !key.startsWith(LOST)) return false;
  const path = key.slice(LOST.length).split(' › ');
  const [file, name] = [path.length > 1 ? path[0] : undefined, path.at(-1)];
  if (file !== undefined && place?.path !== file) return false;
  return (file !== undefined && pattern === WHOLE_TEST_FILE) || text.includes(`"${name}"`);
}

export function shareIteration(one: Clue, other: Clue): boolean {
  return one.iterations.some((n) => other.iterations.includes(n));
}
