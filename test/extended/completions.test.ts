import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLI, jumar } from '../support/cli.ts';
import { ensureProgram } from '../support/live-runners.ts';
import { aProject } from '../support/project.ts';

/** The words that each real shell offers, with the built command line on its path. */
const asking: Record<string, (script: string, words: readonly string[]) => [program: string, args: string[]]> = {
  bash: (script, words) => {
    const told = `COMP_WORDS=(jumar ${words.map(quoted).join(' ')}); COMP_CWORD=${words.length}`;
    return ['bash', ['-c', `source ${script}; ${told}; _jumar; printf '%s\\n' "\${COMPREPLY[@]}"`]];
  },
  zsh: (script, words) => {
    const told = `words=(jumar ${words.map(quoted).join(' ')}); CURRENT=${words.length + 1}`;
    const heard = `_describe() { print -l -- "\${(@P)2%%:*}" }; _files() { print a-file }; compdef() { : }`;
    return ['zsh', ['-fc', `${heard}; source ${script}; ${told}; _jumar`]];
  },
  fish: (script, words) => [
    'fish',
    ['--no-config', '-c', `source ${script}; complete -C ${quoted(['jumar', ...words].join(' '))} | cut -f1`],
  ],
};

test.each(Object.keys(asking).filter((shell) => ensureProgram(shell, [shell])))('%s', async (shell) => {
  const { project, home, outside } = aProject({ 'notes.txt': '' });
  writeFileSync(join(outside, 'jumar'), `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`, { mode: 0o755 });
  const { stdout } = await jumar(['completions', shell], { cwd: project, home });
  const script = join(outside, `jumar.${shell}`);
  writeFileSync(script, stdout);
  const env = { ...process.env, PATH: `${outside}:${process.env.PATH}`, JUMAR_HOME: home };
  const offered = (...words: string[]) => {
    const [program, args] = asking[shell]?.(script, words) ?? ['false', []];
    return execFileSync(program, args, { cwd: project, env, encoding: 'utf8' }).split('\n').filter(Boolean);
  };
  expect(offered('gate', '')).toEqual(expect.arrayContaining(['show', 'approve', 'reject', 'abort']));
  expect(offered('report', '--format', 'h')).toEqual(['html']);
  expect(offered('run', '--agent', 'claude,cod')).toEqual(['claude,codex']);
  expect(offered('alerts', 'mark', '--sup')).toEqual(['--suppress']);
});

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
