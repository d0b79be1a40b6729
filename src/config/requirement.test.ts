import { expect, test } from 'vitest';
import { z } from 'zod';
import { requirement } from './requirement.ts';

test.each<[string, z.ZodType, unknown, string]>([
  ['a text for a number', z.number(), 'many', 'it must be a number'],
  ['a fraction', z.int(), 1.5, 'it must be a whole number'],
  ['too little', z.number().positive(), -5, 'it must be more than 0'],
  ['too much', z.number().max(1), 2, 'it must be at most 1'],
  ['an unknown word', z.enum(['a', 'b']), 'c', 'it must be "a" or "b"'],
  ['an empty text', z.string().min(1), '', 'it must not be empty'],
  ['an empty list', z.array(z.string()).min(1), [], 'it must not be empty'],
  ['none of several', z.union([z.boolean(), z.enum(['auto'])]), 3, 'it must be true or false, or it must be "auto"'],
])('%s', (_, schema, value, expected) => {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  expect(issue && requirement(issue)).toBe(expected);
});
