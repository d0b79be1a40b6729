import { significant } from './expectation.ts';

/**
 * Of these tests, those that the task clearly asks to remove: it names what they test, their file or themselves behind a word
 * of removal. If it asks for tests to go and names none of these ("remove the duplicate tests"), all are meant. Stricter
 * than what the guard expects of a change that it can read: a test that ran no more is known by its name alone.
 */
export function testsToRemove(task: string, tests: readonly string[]): string[] {
  const clauses = removals(task);
  const objects = new Set(clauses.flatMap(significant));
  const named = tests.filter((test) => significant(test).some((word) => objects.has(word)));
  if (named.length > 0) return named;
  return clauses.some((clause) => OF_TESTS.test(clause)) ? [...tests] : [];
}

/** The words for what the task asks to remove, without those that it also uses for other work. */
export function subjectsToRemove(task: string): Set<string> {
  const clauses = clausesOf(task);
  const others = new Set(clauses.filter(({ removes }) => !removes).flatMap(({ object }) => significant(object)));
  return new Set(
    removals(task)
      .flatMap(significant)
      .filter((word) => !others.has(word)),
  );
}

const REMOVAL =
  /\b(?:remov(?:e|es|ed|ing|al of)|delet(?:e|es|ed|ing)|drop(?:s|ping)?|get(?:ting)? rid of|retir(?:e|es|ing)|eliminat(?:e|es|ing)|prun(?:e|es|ing)|takes? out|throws? out)\b/i;
const NEGATED = /(?:n[’']t|\b(?:not|never|without|nothing|avoid|instead of|rather than|no need to))\b[^,;]*$/i;
/** Where it is removed from says nothing about what is removed. */
const PLACE = /\b(?:from|in|inside|within|on|by|so that|to|until|while|without|but|except|keep\w*)\b.*/is;
/** What is to go is a fault in the thing, not the thing. */
const FAULT =
  /\b(?:bugs?|errors?|fail\w*|faults?|flak\w+|issues?|problems?|warnings?|duplication|workarounds?|hacks?|todos?|comments?|logs?|logging|leaks?|restrictions?|limits?|limitations?)\b/i;
const OTHER_WORK =
  /^(?:then |also |please )*(?:add|adapt|adjust|change|check|correct|create|ensure|extend|fix|get|give|implement|improve|keep|let|leave|make|mend|move|optimi[sz]e|refactor|rename|repair|replace|rewrite|run|see|speed|update|use|verify|write)\s+\S/i;
const OF_TESTS =
  /\b(?:obsolete|duplicat\w*|redundant|superfluous|outdated|old|legacy|stale|unneeded|unused|dead|all|these|those|empty|slow)\b(?:\s+\w+)?\s+(?:tests?|specs?|test cases)\b/i;

/** A clause without a verb of removal that says why, and not what: `nobody uses it`. */
const SAYS_WHY =
  /\b(?:is|are|was|were|be|been|has|have|had|uses?|used|needs?|needed|does|nobody|no one|nothing|it|they|we|you|which|that|because|since|any ?more|no longer)\b/i;

/** What comes behind a word of removal, clause by clause, until other work is asked for. */
function removals(task: string): string[] {
  return clausesOf(task).flatMap(({ removes, object }) => (removes ? [object] : []));
}

function clausesOf(task: string): { removes: boolean; object: string }[] {
  const found: { removes: boolean; object: string }[] = [];
  for (const sentence of task.split(/[.!?:](?:\s|$)|[;\n]/)) {
    let removing = false;
    for (const clause of sentence.split(/,|\band\b/i)) {
      const verb = REMOVAL.exec(clause);
      if (verb) removing = !NEGATED.test(clause.slice(0, verb.index));
      else if (OTHER_WORK.test(clause.trim())) removing = false;
      const object = (verb ? clause.slice(verb.index + verb[0].length) : clause).replace(PLACE, '');
      const isObject = verb !== null || !SAYS_WHY.test(object);
      if (removing && isObject && !FAULT.test(object)) found.push({ removes: true, object });
      else found.push({ removes: false, object: clause });
    }
  }
  return found;
}
