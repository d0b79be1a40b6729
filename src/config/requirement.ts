import type { z } from 'zod';

const TYPES: Record<string, string> = {
  number: 'a number',
  int: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of settings',
  record: 'a group of names with values',
};

type Issue = z.core.$ZodIssue;

/** What a value must be, from why it was refused. */
export function requirement(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `it must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return bound(issue.origin, issue.inclusive ? 'at least' : 'more than', Number(issue.minimum));
    case 'too_big':
      return bound(issue.origin, issue.inclusive ? 'at most' : 'less than', Number(issue.maximum));
    case 'invalid_value':
      return `it must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'invalid_union': {
      const each = issue.errors.flatMap(([first]) => (first && first.path.length === 0 ? [requirement(first)] : []));
      return each.length > 0 ? [...new Set(each)].join(', or ') : issue.message;
    }
    default:
      return issue.message;
  }
}

function bound(origin: string, word: string, limit: number): string {
  const isEmpty = limit === 1 && word === 'at least';
  if (origin === 'string' || origin === 'array')
    return isEmpty
      ? 'it must not be empty'
      : `it must have ${word} ${limit} ${origin === 'array' ? 'entries' : 'characters'}`;
  return `it must be ${word} ${limit}`;
}
