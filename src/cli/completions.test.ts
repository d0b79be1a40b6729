import { execFileSync, spawnSync } from 'node:child_process';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { completionScript } from './completions.ts';

function program(): Command {
  const jumar = new Command('jumar').option('--json', 'for machines');
  jumar.command('status').description("a loop's state").option('--plain', 'no colour');
  jumar.command('alerts').command('mark').option('--suppress', 'switch it off');
  return jumar;
}

/** What bash itself offers after these words. */
function offered(...words: string[]): string[] {
  const script = `${completionScript(program(), 'bash')}
jumar() { :; }
COMP_WORDS=(jumar ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _jumar; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean);
}

const noBash = spawnSync('bash', ['-c', 'true']).status !== 0;

test.skipIf(noBash).each([
  [[''], ['status', 'alerts', '--json']],
  [['st'], ['status']],
  [['status', '--'], ['--plain']],
  [['alerts', 'm'], ['mark']],
  [['alerts', 'mark', '--s'], ['--suppress']],
  [['nothing-such', 'st'], ['status']],
])('bash, after jumar %j', (words, expected) => {
  expect(offered(...words)).toEqual(expected);
});

test('zsh and fish know the same words', () => {
  for (const shell of ['zsh', 'fish'] as const) {
    const script = completionScript(program(), shell);
    for (const word of ['status', 'mark', 'plain', 'suppress']) expect(script).toContain(word);
  }
  expect(completionScript(program(), 'zsh')).toContain("a loop'\\''s state");
  expect(completionScript(program(), 'fish')).toContain("-d 'a loop\\'s state'");
});
