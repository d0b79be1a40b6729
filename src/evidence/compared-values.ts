import { isTrivial } from '../core/verification/task-tests.ts';
import type { Assertion, TestCase } from '../syntax/model.ts';

/** What the assertions of a test compare with: trivial values by name, the others in one word. Empty if none could fail. */
export function comparedValues({ assertions, rows }: Pick<TestCase, 'assertions' | 'rows'>): string[] {
  const values = assertions.flatMap(comparedWith);
  const all = values.length > 0 ? [...values, ...rows] : [];
  return [...new Set(all.map((value) => (isTrivial(value) ? value : 'other')))];
}

function comparedWith({ kind, strength, swallowed, unreachable, expected, text }: Assertion): string[] {
  if (strength === 0 || swallowed || unreachable) return [];
  const named = NAMED[kind];
  if (named !== undefined) return [named];
  return [/equal$/.test(kind) ? expected : text];
}

const NAMED: Record<string, string> = {
  truthy: 'true',
  predicate: 'true',
  falsy: 'false',
  null: 'null',
  defined: 'defined',
  'no-throw': 'no error',
  'no-error': 'no error',
};
