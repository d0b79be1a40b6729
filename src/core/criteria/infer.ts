import { asksNothingElse } from './asks-nothing-else.ts';
import { type Criterion, commandOf } from './criterion.ts';
import { describeCriterion } from './describe.ts';
import { type Check, commandIn, readPlainWords } from './plain-words.ts';
import type { ProjectCommands } from './project.ts';

export interface InferredCriteria {
  criteria: Criterion[];
  /** Whether the task asks for these checks and for nothing else: if they hold, it is done. */
  named: boolean;
}

/**
 * The criteria that a task implies when none are given: the checks that the task itself names ("make npm test pass", "fix
 * all lint errors"), or else the project's test command. Null if neither is there, and also if the task names a
 * check that this project cannot run: passing tests would not prove that "the type errors" are gone.
 */
export function inferCriteria(task: string, project: ProjectCommands): InferredCriteria | null {
  const inTask = checksNamedIn(task, project);
  if (typeof inTask === 'string') return null;
  const checks = inTask?.checks ?? (project.test ? [{ kind: 'exit' as const, command: project.test.command }] : null);
  if (!checks) return null;
  const criteria = checks.map((check, index) => {
    const criterion = { id: `c${index + 1}`, text: '', ...check };
    return { ...criterion, text: commandOf(criterion) ?? describeCriterion(criterion) };
  });
  return { criteria, named: inTask !== null && asksNothingElse(task, inTask.words) };
}

/** Why a check that the task names cannot be run here; null if it names none, or all can. */
export function whyNotInferred(task: string, project: ProjectCommands): string | null {
  const inTask = checksNamedIn(task, project);
  return typeof inTask === 'string' ? inTask : null;
}

const GOAL =
  /(?:^|\b)(?:make|get|have|until|so that|ensure(?: that)?|make sure(?: that)?)\s+(.+?)\s+(?:to\s+)?(?:pass(?:es)?|succeeds?|exits? 0|works?(?= again|$|[.,])|(?:is |are |be |go |turn )?green)(?=$|[\s.,;!])/i;
const RUN_IN_BACKTICKS = /`([^`]+)`\s+(?:to\s+)?(?:pass(?:es)?|succeeds?|exits? 0)/i;
const FIX = /\b(?:fix|resolve|repair|clear|eliminate|address|get rid of|clean up|correct)\b/i;

/** What is fixed → the words whose meaning is the check. */
const FIXED: [RegExp, string][] = [
  [/\b(?:type|typing|typescript|tsc) (?:errors?|problems?|issues?|failures?)\b/i, 'no type errors'],
  [
    /\b(?:lint(?:er|ing)?|eslint|style) (?:errors?|warnings?|problems?|issues?|violations?|failures?)\b|\bfix (?:the )?lint(?:ing)?$/i,
    'no lint errors',
  ],
  [
    /\b(?:build|compile|compiler|compilation) (?:errors?|problems?|issues?|failures?)\b|\bfix the (?:broken )?build(?=$|[.,;]| so | and | on | in )/i,
    'the build succeeds',
  ],
  [
    /\b(?:failing|broken|red|flaky) (?:\w+ )?(?:tests?|specs?|suites?)\b|\b(?:the|all) tests?\b|\btest failures?\b/i,
    'tests pass',
  ],
];
const COVERAGE =
  /\bcoverage\b.*?\b(?:to|above|over|of|at least|reaches) (?:at least )?(\d+(?:\.\d+)?) ?(?:%|percent)|(\d+(?:\.\d+)?) ?(?:%|percent) (?:\w+ )?coverage/i;

/** The checks, and the words of the task that name them. */
interface NamedChecks {
  checks: Check[];
  words: string[];
}

/** A text says why they cannot be run. */
function checksNamedIn(task: string, project: ProjectCommands): NamedChecks | string | null {
  const match = GOAL.exec(task) ?? RUN_IN_BACKTICKS.exec(task);
  const goal = GOAL.exec(task)?.[1] ?? RUN_IN_BACKTICKS.exec(task)?.[0].replace(/\s+(?:to\s+)?\S+(?: 0)?$/, '');
  if (match && goal) {
    const parts = goal
      .split(/\s*,\s*(?:and\s+)?|\s+and\s+/)
      .map((part) => part.replace(/^(?:the\s+command|both)\s+/i, ''));
    const checks = parts.map((part) => goalOf(part, project));
    const problem = checks.find((check) => typeof check === 'string');
    if (problem) return problem;
    if (checks.every((check) => check !== null)) return { checks: checks as Check[], words: [match[0]] };
  }
  const [coverageWords = '', to, of] = COVERAGE.exec(task) ?? [];
  const percent = to ?? of;
  if (percent) {
    const tests = project.test ? [{ kind: 'exit' as const, command: project.test.command }] : [];
    const coverage: Check = { kind: 'metric', metric: 'coverage', op: '>=', value: Number(percent) };
    return { checks: [...tests, coverage], words: [coverageWords] };
  }
  if (!FIX.test(task)) return null;
  const fixed = FIXED.filter(([pattern]) => pattern.test(task));
  const checks = fixed.map(([, meaning]) => readPlainWords(meaning, project));
  const problem = checks.find((check) => typeof check === 'string');
  if (problem) return problem;
  const words = fixed.map(([pattern]) => pattern.exec(task)?.[0] ?? '');
  return checks.length > 0 ? { checks: checks as Check[], words } : null;
}

/** "npm test", "the tests", "lint": a command as it stands, or what "… passes" would mean. */
function goalOf(part: string, project: ProjectCommands): Check | string | null {
  const command = commandIn(part, project);
  if (command) return { kind: 'exit', command };
  return readPlainWords(`${part} pass`, project) ?? readPlainWords(part.replace(/^the /i, ''), project);
}
