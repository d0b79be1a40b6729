import { expect, test } from 'vitest';
import { UsageError } from '../config/errors.ts';
import { runLoop } from '../index.ts';
import { inLibraryWords } from './refusal.ts';

test('a refusal speaks of options and says what to try', () => {
  const refused = new UsageError(
    'no criterion was given',
    'try\n    --until "say \\"x\\""\n    --agent-command ./agent',
  );
  expect(inLibraryWords(refused)).toMatchObject({
    name: 'UsageError',
    message: 'no criterion was given; try\n    until: ["say \\"x\\""]\n    agentCommand ./agent',
    cause: refused,
  });
});

test('any other error stays what it is', () => {
  const error = new Error('disk full');
  expect(inLibraryWords(error)).toBe(error);
});

test.each([{ task: '' }, { task: '  ' }, {}])(
  '%j is refused at once, without waiting for standard input',
  async (options) => {
    const run = runLoop(options as { task: string });
    await expect(run.result).rejects.toThrow("runLoop needs a task; runLoop({ task: 'make npm test pass' })");
    await expect(run[Symbol.asyncIterator]().next()).rejects.toThrow('runLoop needs a task');
  },
);
