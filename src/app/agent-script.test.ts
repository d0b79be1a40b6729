import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aProject, git, writeFiles } from '../../test/support/project.ts';
import { commandForWorktree, refuseMissingScript } from './agent-script.ts';

test('a script that is not committed is started from where it is; what a worktree has stays as it is written', async () => {
  const { project } = aProject({ 'agents/known.sh': '', '.gitignore': 'ignored.sh\n' });
  writeFiles(project, { 'agents/new.sh': '', 'agents/two words.sh': '', 'ignored.sh': '' });
  const cwd = join(project, 'agents');
  const notes: string[] = [];
  const inWorktree = (command: string) =>
    commandForWorktree({ cwd, env: process.env, note: (text) => notes.push(text) }, command);
  for (const command of [
    './known.sh --fast',
    'sh new.sh',
    'MODE=a/b ./new.sh',
    '~/agent.sh',
    '$HOME/agent.sh x',
    '/bin/sh',
  ])
    expect(await inWorktree(command)).toBe(command);
  expect(notes).toEqual([]);
  expect(await inWorktree('./new.sh --fast')).toBe(`${join(cwd, 'new.sh')} --fast`);
  expect(await inWorktree('../ignored.sh')).toBe(join(project, 'ignored.sh'));
  expect(await inWorktree('"./two words.sh" x')).toBe(`'${join(cwd, 'two words.sh')}' x`);
  expect(notes[0]).toBe(
    `./new.sh is not committed, so no worktree has it: the agent is started as ${join(cwd, 'new.sh')}`,
  );
  expect(git(project, 'status', '--porcelain')).toContain('?? agents/new.sh');
});

test('a script that does not exist is refused, with what to try', () => {
  const refuse = (command: string) => () => refuseMissingScript({ cwd: '/' }, command);
  expect(refuse('./nope.sh --fast')).toThrow('there is no file ./nope.sh in /');
  expect(refuse('"/no/such file"')).toThrow('there is no file /no/such file');
  for (const command of ['nope', 'sh ./nope.sh', '~/nope.sh', 'cd x && ./nope.sh', '$X/nope.sh']) refuse(command)();
});
