import { expect, test } from 'vitest';
import { diskFullReason, errnoOf, JumarError, StoreError, saysDiskFull, writeFailure } from './errors.ts';
import { UsageError } from './usage-error.ts';

const failed = (code: string) => Object.assign(new Error('failed'), { code });

test('an expected failure has its name, code, hint and cause', () => {
  const cause = new Error('why');
  const error = new StoreError('damaged', 'the log is damaged', 'restore it', { cause });
  expect(error).toBeInstanceOf(JumarError);
  expect(error).toMatchObject({ name: 'StoreError', code: 'damaged', hint: 'restore it', cause });
  expect(new UsageError('no such flag')).toMatchObject({ name: 'UsageError', code: 'usage', hint: null });
});

test.each([
  ['ENOSPC', 'no space left'],
  ['EDQUOT', 'disk quota exceeded'],
  ['EFBIG', 'file size limit reached'],
  ['EACCES', null],
])('%s: the disk is full because of %s', (code, reason) => {
  expect(diskFullReason(failed(code))).toBe(reason);
  expect(writeFailure(failed(code), 'write', '/a').code).toBe(reason === null ? 'unwritable' : 'disk-full');
});

test.each([
  ['fatal: write error: No space left on device', true],
  ['error: unable to write file a: Disk quota exceeded', true],
  ['fatal: not a git repository', false],
])('%s: says so: %s', (words, says) => expect(saysDiskFull(words)).toBe(says));

test('a bug in Jumar is not reported as a file system failure', () => {
  const error = new UsageError('no such flag');
  expect(errnoOf(error)).toBeUndefined();
  expect(() => writeFailure(error, 'write', '/a')).toThrow(error);
});
