import { expect, test } from 'vitest';
import { quotedTask } from './quoted-task.ts';

const words = 'add a flag'.split(' ');

test.each<[string, string[], string[], string]>([
  ['only words', words, words, '"add a flag"'],
  ['an option between them', words, ['add', 'a', '--json', 'flag'], '"add a --json flag"'],
  ['after them', words, [...words, '--until', 'npm test', '-v'], '"add a flag" --until "npm test" -v'],
  ['before them', words, ['run', '--plain', ...words], 'run --plain "add a flag"'],
  ['what a shell would expand', words, [...words, '--until', 'test "$A"'], `"add a flag" --until 'test "$A"'`],
  ['without what was typed', words, [], '"add a flag"'],
])('%s', (_, positional, args, expected) => {
  expect(quotedTask(positional, args)).toBe(expected);
});
