import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { completionScript, shells } from './completions.ts';

const noBash = spawnSync('bash', ['-c', 'true']).status !== 0;

/** What bash makes of the answer for these words; the stand-in answers with what it was asked. */
function offered(...words: string[]): string[] {
  const script = `${completionScript('bash')}
jumar() { [ "$1 $2" = "complete --" ] || exit 3; shift 2; printf '[%s]\\tits description\\n' "$@"; }
COMP_WORDS=(jumar ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _jumar; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean);
}

test.skipIf(noBash).each([
  [['st'], ['[st]']],
  [
    ['gate', ''],
    ['[gate]', '[]'],
  ],
  [
    ['make it pass', '--agent', 'c'],
    ['[make it pass]', '[--agent]', '[c]'],
  ],
])('bash asks with jumar %j and takes the values', (words, expected) => {
  expect(offered(...words)).toEqual(expected);
});

test('every shell gets a completion script', () => {
  for (const shell of shells) expect(completionScript(shell)).toContain('jumar complete -- ');
});
