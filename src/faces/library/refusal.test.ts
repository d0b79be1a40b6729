import { expect, test } from 'vitest';
import { runLoop } from '../../index.ts';
import { UsageError } from '../../system/usage-error.ts';
import { inLibraryWords } from './refusal.ts';

test('an error names options and says what to try', () => {
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

test.each([
  ['go on', 'jumar resume fix-it-a1b2 --max-iterations 20', "resumeLoop({ loop: 'fix-it-a1b2', maxIterations: 20 })"],
  ['undo it', 'jumar abort fix-it-a1b2 --revert', "abortLoop({ loop: 'fix-it-a1b2', revert: true })"],
  ['look', 'jumar status fix-it-a1b2', "readLoop({ loop: 'fix-it-a1b2' })"],
  [
    'spent',
    'jumar resume fix-it-a1b2 with a higher --max-cost',
    "resumeLoop({ loop: 'fix-it-a1b2' }) with a higher maxCostUsd",
  ],
  ["'npx vitest --coverage' cannot be a criterion", 'name --coverage', 'name coverage'],
])('%s: %s becomes %s', (message, hint, words) => {
  expect(inLibraryWords(new UsageError(message, hint))).toMatchObject({ message: `${message}; ${words}`, hint: words });
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
