/**
 * Whether a task asks for tests of what it changes: `add a --json flag with tests`. One that asks for tests and nothing else wants
 * what there is to be covered, and such tests honestly pass without any change.
 */
export function asksForTestsOfChange(task: string): boolean {
  const clauses = task.split(/[.!?:](?:\s|$)|[;\n,]|\b(?:and|then|with|including|plus|as well as|so that|until)\b/i);
  const asking = clauses.map((clause, index) => asksForTests(clause, index));
  const isOtherWork = (clause: string, index: number) => !asking[index] && WORK.test(clause) && !AIM.test(clause);
  return asking.some(Boolean) && clauses.some(isOtherWork);
}

/** Behind `with` or `and`, tests need no verb: `fix the parser, with tests`. */
function asksForTests(clause: string, index: number): boolean {
  if (NEGATED.test(clause) || NO_TESTS.test(clause)) return false;
  if (ADDS_TESTS.test(clause) || COVERS.test(clause)) return true;
  return index > 0 && BARE_TESTS.test(clause);
}

const TESTS = String.raw`(?:unit |regression |integration |end-to-end |e2e |new )*(?:tests?|specs?|test cases?|test coverage)\b`;
const ADDS_TESTS = new RegExp(
  String.raw`\b(?:add|writ|creat|provid|includ|extend|implement|need)\w*\s+(?:\S+\s+){0,3}?${TESTS}`,
  'i',
);
const COVERS =
  /\b(?:cover|test)\s+(?:it|this|that|them|these|the (?:change|fix|new)\b.*)|\b(?:cover)\w*\b.*\btests?\b/i;
const BARE_TESTS = new RegExp(
  String.raw`^\s*(?:its |their |some |a |an )?${TESTS}(?!\s+(?:must|should|shall|may|have|need|pass|hold|work|run|succeed|still)\b)`,
  'i',
);
/** Tests that are not cases: how they are run. */
const NO_TESTS =
  /\btests?[- ](?:scripts?|runners?|commands?|config\w*|set-?ups?|frameworks?|helpers?|utilit\w+|data|reports?)\b/i;
const NEGATED = /(?:n[’']t|\b(?:not|never|without|no)\b)[^,]*\btests?\b/i;
const AIM = /\b(?:mak|keep|get|run|ensur|see)\w*\b.*\b(?:pass|green|work|hold|succeed)\w*/i;
const WORK =
  /\b(?:add|adapt|allow|build|chang|convert|correct|creat|ensur|extend|fix|handl|implement|improv|introduc|let|mak|migrat|port|provid|refactor|remov|renam|repair|replac|return|rewrit|speed|support|switch|updat|us|validat|writ)(?:e|es|ing|s)?\b\s+\S/i;
