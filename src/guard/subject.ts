import type { Loss } from './finding/types.ts';

/** What a checker reports, and can be made to report no more without being made right. */
type Subject = 'types' | 'lint' | 'coverage' | 'tests';

interface Aim {
  task?: string;
  aims?: readonly string[];
}

const TYPE_CHECKER = /^(?:@ts-|\$Flow|@noflow|type: ignore|mypy|pyright|pyre|ty: ignore)/;
const ASKS: Record<Subject, RegExp> = {
  types:
    /\b(?:typ(?:es?|ings?)[ -]?(?:errors?|check\w*|safe\w*|annotat\w*)|typecheck\w*|tsc|mypy|pyright|type_errors)\b/i,
  lint: /\b(?:lint\w*|eslint|oxlint|biome|ruff|flake8|pylint|clippy|golangci\S*|checkstyle|pmd)\b/i,
  coverage: /\b(?:coverage|uncovered)\b/i,
  tests: /\btest_count\b|\b(?:add|writ|creat|extend)\w*\b[^.;]*\btests?\b|\bmore tests\b/i,
};
const ASKS_TO_SUPPRESS =
  /\b(?:ignor\w+|suppress\w*|silenc\w+|disabl\w+|exclud\w+|exempt\w*|skip\w*|relax\w*|loosen\w*|lower\w*|allow\w*|turn(?:s|ed|ing)? off|switch\w* off|noqa|nolint|ts-ignore|ts-expect-error|ts-nocheck|pragma|casts?)\b/i;

/**
 * Whether it hides what the change was to put right: a cast where the task is type errors, a pragma where it is coverage. A task
 * that asks for such a thing by name means it.
 */
export function evadesAim(pattern: string, { subject }: Loss, { task = '', aims = [] }: Aim): boolean {
  const subjects = subjectsOf(pattern, subject[1] ?? '');
  if (subjects.length === 0 || ASKS_TO_SUPPRESS.test(task)) return false;
  return subjects.some((subject) => aimsAt(subject, { task, aims }));
}

export const aimsAt = (subject: Subject, { task = '', aims = [] }: Aim): boolean =>
  [task, ...aims].some((text) => ASKS[subject].test(text));

function subjectsOf(pattern: string, directive: string): Subject[] {
  if (/^suppression-(?:file|inline)$/.test(pattern)) return [TYPE_CHECKER.test(directive) ? 'types' : 'lint'];
  return BY_PATTERN[pattern] ?? [];
}

const BY_PATTERN: Partial<Record<string, Subject[]>> = {
  'any-cast': ['types'],
  'strictness-lowered': ['types', 'lint'],
  'lint-rule-off': ['lint'],
  'lint-excluded': ['lint', 'types'],
  'coverage-pragma': ['coverage'],
  'coverage-excluded': ['coverage'],
  'coverage-threshold-lowered': ['coverage'],
  'test-proves-nothing': ['tests'],
};
