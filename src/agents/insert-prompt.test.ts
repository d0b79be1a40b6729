import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/project.ts';
import { insertPrompt } from './insert-prompt.ts';

let folder: string;
let promptFile: string;
beforeEach(() => {
  folder = temporaryFolder();
  promptFile = join(folder, `prompt's "own" $(file).md`);
});

/** Runs the command in a real shell, with `show` for the agent: it prints its arguments, each ended by a NUL. */
function argumentsOf(command: string, prompt: string): string[] {
  writeFileSync(promptFile, prompt);
  const inserted = insertPrompt(command);
  if ('problem' in inserted) throw new Error(inserted.problem);
  const env = { PATH: process.env.PATH, JUMAR_PROMPT_FILE: promptFile, TOUCHED: join(folder, 'touched') };
  const output = execFileSync('/bin/sh', ['-c', `show() { printf '%s\\0' "$@"; }; ${inserted.script}`], { env });
  expect(existsSync(join(folder, 'touched'))).toBe(false);
  return output.toString('utf8').split('\0').slice(0, -1);
}

const nasty = [
  'use `touch "$TOUCHED"` and $(touch "$TOUCHED")',
  '"; touch "$TOUCHED"; "',
  `'; touch "$TOUCHED"; '`,
  'a\nb\n\n',
  '\\" \\\' \\\\ $HOME $(id) ~ * ! & | ; # <<EOF',
  '--help',
  '$1 $@ {prompt} {promptFile}',
];

test.each([`show {prompt}`, `show "{prompt}"`, `show '{prompt}'`])(
  'no shell runs a word of the prompt: %s',
  (command) => {
    for (const prompt of nasty) expect(argumentsOf(command, prompt)).toEqual([prompt]);
    const text = fc.string({ unit: fc.constantFrom(...'`$()"\'\\ \n;&|<>*{}ax') });
    fc.assert(
      fc.property(text, (prompt) => {
        expect(argumentsOf(command, prompt)).toEqual([prompt]);
      }),
      { numRuns: 30 },
    );
  },
);

test('the prompt may follow an option, and come more than once', () => {
  const prompt = 'say `hi`';
  expect(argumentsOf(`show --message={prompt} -m "{prompt}"; show '{prompt}'|cat`, prompt)).toEqual([
    `--message=${prompt}`,
    '-m',
    prompt,
    prompt,
  ]);
});

test.each(['show {promptFile}', 'show "{promptFile}"', "show '{promptFile}'"])(
  'the path of the prompt: %s',
  (command) => {
    expect(argumentsOf(command, 'x')).toEqual([promptFile]);
  },
);

test('the path may be a part of a text', () => {
  expect(argumentsOf(`show "@{promptFile}." '@{promptFile}.' @{promptFile}.`, 'x')).toEqual(
    Array(3).fill(`@${promptFile}.`),
  );
});

test.each([
  'sh -c "agent {prompt}"',
  `sh -c "agent '{prompt}'"`,
  `sh -c 'agent "{prompt}"'`,
  'sh -c "agent "{prompt}',
  'sh -c agent\\ {prompt}',
  'sh <<EOF\nagent {prompt}\nEOF',
  'agent "$(echo {prompt})"',
])('a prompt that another shell could run is refused: %s', (command) => {
  expect(insertPrompt(command)).toHaveProperty('problem', expect.stringContaining('an argument of its own'));
});

test('a command without a placeholder stays as it is', () => {
  for (const command of ['agent', `agent "it's" \\{prompt} {other} 'x'`, "agent # it's"])
    expect(insertPrompt(command)).toEqual({ script: command, takesPrompt: false });
});
