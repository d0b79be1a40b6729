import { expect, test } from 'vitest';
import type { CommandContext } from './context.ts';
import { wantsView } from './live-face.ts';
import type { FaceOptions } from './reporting.ts';

const terminal = { stdin: true, stdout: true };

test.each<[string, { stdin: boolean; stdout: boolean }, Record<string, string>, FaceOptions, boolean]>([
  ['a terminal', terminal, {}, {}, true],
  ['a terminal that says it is not CI', terminal, { CI: 'false' }, {}, true],
  ['--plain', terminal, {}, { plain: true }, false],
  ['--json', terminal, {}, { json: true }, false],
  ['a pipe', { stdin: true, stdout: false }, {}, {}, false],
  ['a task on stdin', { stdin: false, stdout: true }, {}, {}, false],
  ['CI with a terminal', terminal, { CI: 'true' }, {}, false],
  ['GitHub Actions', terminal, { GITHUB_ACTIONS: 'true' }, {}, false],
  ['a dumb terminal', terminal, { TERM: 'dumb' }, {}, false],
])('%s', (_, { stdin, stdout }, env, options, wanted) => {
  const context = { env, stdin: { isTTY: stdin }, stdout: { isTTY: stdout } } as unknown as CommandContext;
  expect(wantsView(context, options)).toBe(wanted);
});
