import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { jumar, WITHOUT_ANALYST } from './support/cli.ts';
import { aProject, git } from './support/project.ts';

/** Answers with `first`, and with `second` once it is told what was wrong. */
function aPlanner(first: string, second: string) {
  const scene = aProject({ 'lib.txt': 'lib\n' });
  writeFileSync(join(scene.outside, 'first.md'), first);
  writeFileSync(join(scene.outside, 'second.md'), second);
  const agent = agentScript(
    scene.outside,
    `echo changed > lib.txt
case "$(cat)" in
*"What was wrong"*) cat "${scene.outside}/second.md";;
*) cat "${scene.outside}/first.md";;
esac`,
  );
  const cli = (...args: string[]) =>
    jumar(['tasks', 'plan', 'make it better', '--agent-command', agent, ...args], {
      cwd: scene.project,
      home: scene.home,
      env: WITHOUT_ANALYST,
    });
  const launches = () => readFileSync(join(scene.outside, 'launches'), 'utf8').trim().split('\n').length;
  return { ...scene, cli, launches };
}

const GOOD = `I looked around.
\`\`\`markdown
- [ ] Write a
  until: test -e a.txt
- [ ] Write b
  until: test -e b.txt
  after: Write a
\`\`\`
Done.
`;

test('a plan is shown with what its checks say now, and written only if asked; the project stays as it is', {
  timeout: 300_000,
}, async () => {
  const { project, outside, cli } = aPlanner(GOOD, '');
  const before = git(project, 'status', '--porcelain');
  const out = join(outside, 'plan.md');
  const shown = await cli('--out', out);
  expect(shown, shown.stderr).toMatchObject({ code: 0 });
  expect(shown.stdout).toContain('test -e a.txt: fails now (exit 1)');
  expect(readFileSync(out, 'utf8')).toBe(GOOD.split('```')[1]?.replace('markdown\n', ''));
  expect(await cli('--out', out)).toMatchObject({ code: 2, stderr: expect.stringContaining('exists already') });
  expect(git(project, 'status', '--porcelain')).toBe(before);
  expect(readFileSync(join(project, 'lib.txt'), 'utf8')).toBe('lib\n');
  expect(git(project, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
});

test('a task whose checks all hold already goes back to the agent, once', {
  timeout: 300_000,
}, async () => {
  const holds = '- [ ] Keep lib\n  until: test -e lib.txt\n';
  const { cli, launches } = aPlanner(holds, GOOD);
  const shown = await cli();
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing was written or started') });
  expect(launches()).toBe(2);
});

test.each<[string, string, string]>([
  [
    'a task that shows nothing',
    '- [ ] Keep lib\n  until: test -e lib.txt\n',
    'keep-lib: all of its checks hold already',
  ],
  ['a task without a check', '- [ ] Do it\n', 'do-it: it has no check'],
  ['a check that is none', '- [ ] Do it\n  until: it looks nice\n', "do-it: 'it looks nice' cannot be a check"],
  ['no list', 'I cannot do that.\n', 'the answer has no list of tasks'],
])('%s is not a list that can be run, and is not written', async (_, answer, problem) => {
  const { outside, cli } = aPlanner(answer, answer);
  const out = join(outside, 'plan.md');
  const run = await cli('--out', out);
  expect(run, run.stderr).toMatchObject({ code: 1, stdout: expect.stringContaining(problem) });
  expect(existsSync(out)).toBe(false);
});
