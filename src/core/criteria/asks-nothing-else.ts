/**
 * Whether a task asks for nothing but the checks that these of its words name. "make npm test pass in core" does; "add a flag and
 * make npm test pass" does not, and neither does "fix the parser, the tests show how": a green check does not show that the
 * rest is done. What is not understood counts as something else.
 */
export function asksNothingElse(task: string, words: readonly string[]): boolean {
  // "fix add() so that npm test passes" makes the check the measure of all of it.
  if (words.some((one) => PURPOSE.test(one))) return true;
  const rest = words.reduce((text, one) => text.replace(one, MARK), task);
  return rest
    .split(/[.!?;:\n]+(?:\s|$)|,|\b(?:and|then|but|also)\b/i)
    .map((clause) => clause.replace(LEADING_UP_TO, '').trim())
    .every((clause) => clause === '' || MANNER.test(clause));
}

const MARK = '\u0001';
const PURPOSE = /^(?:until|so that)\b/i;
/** The verb and what qualifies its object: "please fix all the remaining …", "raise the test …". */
const LEADING_UP_TO = new RegExp(
  `^(?:\\s|please|fix|resolve|repair|clear|eliminate|address|get rid of|clean up|correct|raise|increase|improve|bring|get|reach|all|any|every|each|of|the|these|those|our|my|your|its|remaining|current|existing|new|last|other|\\d+|one|two|three|test|unit|line|code)*${MARK}`,
  'i',
);
/** Where, by what means and within which bounds: no further result. */
const MANNER =
  /^(?:again|please|now|first|in|on|at|for|of|from|under|within|with|using|via|without|by|here|there|locally|everywhere|do not|don't|never|not|no|only|just|keep|leave|(?:it|they|this|that|these|those|npm \w+|the tests?) (?:is|are|currently|fails?|broke|does|do)|thanks?)\b/i;
