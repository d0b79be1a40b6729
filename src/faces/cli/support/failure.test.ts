import { expect, test } from 'vitest';
import { type JumarError, StoreError } from '../../../system/errors.ts';
import { GitError } from '../../../system/git.ts';
import { UsageError } from '../../../system/usage-error.ts';
import { WorkspaceError } from '../../../workspace/errors.ts';
import type { CommandContext } from './context.ts';
import { reportError } from './failure.ts';

function report(error: unknown, env: Record<string, string> = {}): { code: number; said: string } {
  let said = '';
  const stderr = { write: (text: string) => (said += text) };
  return { code: reportError(error, { stderr, env } as unknown as CommandContext), said };
}

test.each<[string, JumarError, number, string]>([
  ['bad input', new UsageError('no such flag', 'try --help'), 2, 'jumar: no such flag\n  try --help\n'],
  ['bad input without a hint', new UsageError('no such flag'), 2, 'jumar: no such flag\n'],
  [
    'a loop that is not there',
    new StoreError('no-loop', 'there is no loop a', 'list them'),
    2,
    'jumar: there is no loop a\n  list them\n',
  ],
  [
    'a damaged store',
    new StoreError('damaged', 'the log is damaged', 'restore it'),
    70,
    'jumar: the log is damaged\n  restore it\n',
  ],
  ['no workspace', new WorkspaceError('no-workspace', 'There is no folder a.'), 2, 'jumar: There is no folder a.\n'],
  ['a full disk', new WorkspaceError('disk-full', 'No space left.'), 70, 'jumar: No space left.\n'],
  ['a failure of git', new GitError('git-failed', ['push'], 1, 'refused', ''), 70, 'jumar: git push: refused\n'],
])('%s is told in words, and by its exit code', (_, error, code, said) => {
  expect(report(error)).toEqual({ code, said });
  expect(report(error, { JUMAR_DEBUG: '1' }).said).toContain(error.stack);
});

test('an unexpected error shows its stack', () => {
  const error = new TypeError('undefined is not a function');
  expect(report(error)).toMatchObject({ code: 70, said: expect.stringContaining(error.stack ?? '') });
  expect(report('a word').said).toContain('unexpected failure');
});
