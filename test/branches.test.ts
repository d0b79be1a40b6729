import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { jumar, logOf, loopFolders } from './support/cli.ts';
import { aProject, git } from './support/project.ts';

test('a rollback leaves no rejected commit on a branch, and keeps it reachable', async () => {
  const { project, home, outside } = aProject({ 'value.txt': '5\n', 'other.txt': 'x\n', 'check.sh': check() });
  writeFileSync(join(project, 'other.txt'), 'staged by the user\n');
  git(project, 'add', 'other.txt');
  for (const name of ['older', 'newer']) {
    writeFileSync(join(project, 'value.txt'), `${name}\n`);
    git(project, 'stash', 'push', '-q', '-m', name, 'value.txt');
  }
  const stashes = git(project, 'stash', 'list');
  const start = git(project, 'rev-parse', 'main').trim();
  const identity = '-c user.name=a -c user.email=a@b';
  const agent = [
    'if [ "$JUMAR_ITERATION" = 1 ]; then git stash drop -q "stash@{1}"; git stash push -q; fi',
    // The first falls back and must go, with its commit, its new branch and its tag; the second gets there.
    'if [ "$JUMAR_ITERATION" = 1 ]; then echo 1 > value.txt; git switch -qc wild; else echo 8 > value.txt; fi',
    `git ${identity} commit -qam "iteration $JUMAR_ITERATION"`,
    'if [ "$JUMAR_ITERATION" = 1 ]; then git tag wrong; git branch -f main; git rev-parse HEAD > ../outside/rejected; fi',
  ].join('\n');
  const command = agentScript(outside, agent);
  const args = ['run', 'bring the value up', '--until', 'sh check.sh', '--agent-command', command];
  const { code, stdout } = await jumar(args, { cwd: project, home });
  expect(code).toBe(0);
  expect(stdout).toContain('moved back: ');
  const rejected = readFileSync(join(outside, 'rejected'), 'utf8').trim();

  expect(git(project, 'log', '--format=%s').trim()).toBe('iteration 2\nstart');
  expect(git(project, 'rev-parse', 'main~1').trim()).toBe(start);
  expect(git(project, 'symbolic-ref', 'HEAD').trim()).toBe('refs/heads/main');
  expect(git(project, 'for-each-ref', '--format=%(refname)').trim()).toBe('refs/heads/main\nrefs/stash');
  expect(git(project, 'stash', 'list')).toBe(stashes);
  expect(git(project, 'status', '--porcelain')).not.toContain('value.txt');

  const loop = loopFolders(home)[0] as string;
  const shadow = join(loop, '..', '..', 'shadow.git');
  expect(git(project, '--git-dir', shadow, 'for-each-ref', '--contains', rejected)).toContain('refs/jumar-user/');
  const reset = logOf(loop).find(({ event }) => event.type === 'refs-reset');
  expect(reset?.event).toMatchObject({ iterations: [1], notes: [] });
  // What Jumar itself moved back is not told as a move of the second iteration.
  const taken = logOf(loop).filter(({ event }) => event.type === 'snapshot-taken');
  expect(taken.map(({ event }) => /refs\/tags\/wrong (was moved|is gone)/.test(String(event.notes)))).toEqual([
    false,
    true,
    false,
  ]);

  // What the kept iteration committed goes with it at a person's word.
  const undone = await jumar(['rollback', '0'], { cwd: project, home });
  expect(undone.stdout).toContain('moved back: refs/heads/main');
  expect(git(project, 'rev-parse', 'main').trim()).toBe(start);
  expect(git(project, 'status', '--porcelain')).toBe('M  other.txt\n');
});

function check(): string {
  return `v=$(cat value.txt)
echo TAP version 13
for n in 1 2 3 4 5 6 7 8; do
  if [ "$n" -le "$v" ]; then echo "ok $n - t$n"; else echo "not ok $n - t$n"; fi
done
echo 1..8
test "$v" = 8
`;
}
