import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { jumar, logOf, loopFolders, WITHOUT_ANALYST } from './support/cli.ts';
import { aProject, git, writeFiles } from './support/project.ts';
import { CLAUDE, standIn } from './support/stand-ins.ts';

/** Knows its task by its words, as the prompt has them. */
const AGENT = `
p=$(cat)
case "$p" in
*"Integrate a finished change"*) printf 'one\\ntwo\\n' > shared.txt; rm -f JUMAR-CONFLICTS.md;;
*"Write a"*) echo a > a.txt;;
*"Write b"*) cat a.txt > b.txt; echo b >> b.txt;;
*"First line"*) echo one > shared.txt;;
*"Second line"*) echo two > shared.txt;;
*"Give up"*) echo "cannot be done" > "$JUMAR_BLOCKED_FILE";;
esac
`;

function aList(list: string, files: Record<string, string> = {}) {
  const scene = aProject({ 'shared.txt': 'nothing\n', 'tasks.md': list, ...files });
  const agent = agentScript(scene.outside, AGENT);
  const cli = (...args: string[]) =>
    jumar(['tasks', ...args], { cwd: scene.project, home: scene.home, env: WITHOUT_ANALYST });
  const status = async () => JSON.parse((await cli('status', '--json')).stdout);
  const worktrees = () => git(scene.project, 'worktree', 'list').trim().split('\n').length - 1;
  return { ...scene, agent, cli, status, worktrees };
}

test('a list: dependencies, a conflict, a task that no machine can check, one whose agent gives up', {
  timeout: 300_000,
}, async () => {
  const { project, agent, cli, status, worktrees } = aList(`# What to do

- [ ] Write a
  until: grep -q a a.txt
- [ ] Write b
  after: write-a
  until: grep -q b b.txt
- [ ] First line
  until: grep -q one shared.txt
- [ ] Second line
  until: grep -q two shared.txt
- [ ] Make it nice
  until: it looks nice
- [ ] Give up
  until: test -e never.txt
- [ ] Never
  after: give-up
  until: test -e never.txt
- [x] Was done
`);
  const before = git(project, 'status', '--porcelain', '--branch');
  const file = readFileSync(join(project, 'tasks.md'), 'utf8');
  const run = await cli('run', 'tasks.md', '--agent-command', agent, '--jobs', '3');
  expect(run, run.stdout + run.stderr).toMatchObject({ code: 4 });
  expect(run.stdout).toContain('4 of 7 tasks integrated and verified');
  expect(run.stdout).toMatch(/make-it-nice {2}failed \(refused\): 'it looks nice' cannot be a criterion/);
  expect(run.stdout).toMatch(/give-up {2}failed \(blocked\): .*cannot be done/);

  const { tasks, branch, base, head } = await status();
  expect(tasks.map((task: { id: string; status: string }) => `${task.id} ${task.status}`)).toEqual([
    'write-a integrated',
    'write-b integrated',
    'first-line integrated',
    'second-line integrated',
    'make-it-nice failed',
    'give-up failed',
    'never waiting',
    'was-done ticked',
  ]);
  expect(tasks.find((task: { id: string }) => task.id === 'never').held_by).toBe('give-up');

  // Nothing of the user's moved, and the branch has one verified commit for each task.
  expect(git(project, 'status', '--porcelain', '--branch')).toBe(before);
  expect(readFileSync(join(project, 'tasks.md'), 'utf8')).toBe(file);
  expect(git(project, 'rev-parse', branch).trim()).toBe(head);
  expect(git(project, 'log', '--format=%s', `${base}..${branch}`).trim().split('\n').sort()).toEqual([
    'First line',
    'Second line',
    'Write a',
    'Write b',
  ]);
  expect(git(project, 'show', `${branch}:shared.txt`)).toBe('one\ntwo\n');
  expect(git(project, 'show', `${branch}:b.txt`)).toBe('a\nb\n');
  expect(git(project, 'log', '-1', '--format=%b', branch)).toMatch(/Verified on this tree by .+:\n- grep -q/);
  // Only the loop of the agent that gave up still needs its worktree.
  expect(worktrees()).toBe(1);

  const report = async (format: string) => (await cli('report', '--format', format)).stdout;
  expect(await report('md')).toContain('| never | held | give-up failed | 0 | none |');
  expect(await report('junit')).toContain('tests="8" failures="2" errors="0" skipped="2"');
  expect(await report('html')).toMatch(/<text [^>]+>write-b<\/text>/);

  expect(await cli('run', 'tasks.md')).toMatchObject({ code: 2, stderr: expect.stringContaining('is not finished') });
  expect(await cli('skip', 'make-it-nice')).toMatchObject({ code: 0 });
  expect(await cli('skip', 'give-up', '--reason', 'not needed')).toMatchObject({ code: 0 });
  expect(await cli('skip', 'never')).toMatchObject({ code: 0 });
  expect(await cli('resume')).toMatchObject({ code: 0 });

  expect(await cli('apply', '--tick')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('merged 4 of 8 tasks'),
  });
  expect(readFileSync(join(project, 'tasks.md'), 'utf8').match(/\[x\] (.+)/g)).toHaveLength(5);
  expect(git(project, 'rev-parse', 'HEAD').trim()).toBe(head);
});

test('two changes that merge cleanly and break together are not both integrated: one is left on a branch', {
  timeout: 300_000,
}, async () => {
  // Each passes its own check; the check of both fails on the merged tree, and this agent has no idea.
  const files = {
    'check.sh': '! { grep -q x left.txt && grep -q x right.txt; }\n',
    'left.txt': '\n',
    'right.txt': '\n',
  };
  const { project, outside, cli, status } = aList(
    `- [ ] Left
  until: grep -q x left.txt
  until: \`sh check.sh\`
- [ ] Right
  until: grep -q x right.txt
  until: \`sh check.sh\`
`,
    files,
  );
  const agent = agentScript(
    outside,
    'case "$(cat)" in *Integrate*) true;; *Left*) echo x > left.txt;; *) echo x > right.txt;; esac',
  );
  const run = await cli('run', 'tasks.md', '--agent-command', agent, '--jobs', '2', '--attempts', '1');
  expect(run, run.stdout + run.stderr).toMatchObject({ code: 4 });
  const { tasks, branch, base } = await status();
  const [done, left] = tasks[0].status === 'integrated' ? tasks : [...tasks].reverse();
  expect([done.status, left.status]).toEqual(['integrated', 'failed']);
  expect(left.failure).toMatchObject({ why: 'not-integrated', reason: expect.stringContaining('its own checks hold') });
  // The branch has what is verified; the other change is on a branch of its own, and nothing is lost.
  expect(git(project, 'log', '--format=%s', `${base}..${branch}`).trim()).toBe(done.title);
  expect(git(project, 'log', '--format=%s', `${base}..${left.branch}`).trim()).toBe(left.title);
});

test('an agent that resolves a conflict by dropping the tests of one side is refused', {
  timeout: 300_000,
}, async () => {
  const tests = (name: string) => `import assert from 'node:assert';
import test from 'node:test';
import { ${name} } from '../${name}.mjs';
test('${name} adds its number', () => assert.equal(${name}(1), ${name === 'one' ? 2 : 3}));
`;
  const { project, outside, home } = aProject({
    'tasks.md':
      '- [ ] Do one\n  until: node --test test/all.test.mjs\n- [ ] Do two\n  until: node --test test/all.test.mjs\n  until: test -e two.mjs\n',
    'one.txt': tests('one'),
    'two.txt': tests('two'),
  });
  const agent = agentScript(
    outside,
    `mkdir -p test
case "$(cat)" in
*"Integrate a finished change"*) cp two.txt test/all.test.mjs; rm JUMAR-CONFLICTS.md;;
*"Do one"*) cp one.txt test/all.test.mjs; echo "export const one = (n) => n + 1;" > one.mjs;;
*"Do two"*) cp two.txt test/all.test.mjs; echo "export const two = (n) => n + 2;" > two.mjs;;
esac`,
  );
  const cli = (...args: string[]) =>
    jumar(['tasks', ...args], { cwd: project, home, env: { JUMAR_METRICS_CODE: 'false' } });
  const run = await cli('run', 'tasks.md', '--agent-command', agent, '--attempts', '1', '--max-iterations', '2');
  const { tasks, branch } = JSON.parse((await cli('status', '--json')).stdout);
  expect(tasks.map((task: { status: string }) => task.status).sort(), run.stdout + run.stderr).toEqual([
    'failed',
    'integrated',
  ]);
  const kept = tasks.find((task: { status: string }) => task.status === 'integrated').id.replace('do-', '');
  expect(git(project, 'show', `${branch}:test/all.test.mjs`)).toContain(`test('${kept} adds its number'`);
  expect(run.stdout).toContain('tests of one side no longer run and pass');
});

test('the budget of a list counts what all its loops have spent, also while they run', {
  timeout: 300_000,
}, async () => {
  const { project, home, outside } = aProject({
    'tasks.md':
      '- [ ] Quick\n  until: test -e quick.txt\n- [ ] Endless\n  until: test -e never.txt\n- [ ] Later\n  after: Endless\n  until: test -e later.txt\n',
  });
  // Each run costs $0.50. The endless task ends its first run when the quick one has ended its only one.
  const bin = standIn(
    outside,
    'claude',
    `${CLAUDE}
const done = ${JSON.stringify(join(outside, 'quick-done'))};
init();
if (prompt.includes('Endless')) {
  while (!fs.existsSync(done)) await new Promise((resolve) => setTimeout(resolve, 20));
  fs.appendFileSync('tries.txt', 'try\\n');
  return end();
}
fs.writeFileSync('quick.txt', 'quick');
end();
fs.writeFileSync(done, '');`,
  );
  const env = { ...WITHOUT_ANALYST, PATH: `${bin}:${process.env.PATH}` };
  const cli = (...args: string[]) => jumar(['tasks', ...args], { cwd: project, home, env });
  const run = await cli('run', 'tasks.md', '--agent', 'claude', '--jobs', '2', '--max-cost', '1');
  expect(run, run.stdout + run.stderr).toMatchObject({ code: 5 });
  expect(run.stdout).toContain('the budget of 1 US$ is used up');
  expect(readFileSync(join(outside, 'claude-launches'), 'utf8').trim().split('\n')).toHaveLength(2);
});

test('a rate limit that one task meets is waited for by all, and asked about once', { timeout: 120_000 }, async () => {
  const { project, home, outside } = aProject({
    'tasks.md': ['one', 'two', 'three'].map((word) => `- [ ] Word ${word}\n  until: test -e ${word}.txt\n`).join(''),
  });
  const bin = standIn(
    outside,
    'claude',
    `${CLAUDE}
init();
if (launch === 1) return limited(Math.ceil(Date.now() / 1000) + 1);
fs.writeFileSync(/Word (\\w+)/.exec(prompt)[1] + '.txt', '');
end();`,
  );
  const env = { ...WITHOUT_ANALYST, PATH: `${bin}:${process.env.PATH}` };
  const choices = ['--agent', 'claude', '--jobs', '3', '--agent-slots', 'claude=1'];
  const run = await jumar(['tasks', 'run', 'tasks.md', ...choices], { cwd: project, home, env });
  expect(run, run.stdout + run.stderr).toMatchObject({ code: 0 });
  // The two others waited for their turn, and then for the service, without asking it.
  expect(readFileSync(join(outside, 'claude-launches'), 'utf8').trim().split('\n')).toHaveLength(1 + 3);
  const types = loopFolders(home).map((folder) => logOf(folder).map(({ event }) => event.type));
  expect(types.filter((log) => log.includes('agent-held'))).toHaveLength(2);
});

test('a set-up runs in every worktree, before the checks and on the merged tree', async () => {
  const { project, agent, cli } = aList('- [ ] Write a\n  until: grep -q a a.txt && grep -q tool tools/tool.txt\n', {
    '.gitignore': 'tools/\n',
  });
  const without = await cli('run', 'tasks.md', '--agent-command', agent, '--max-iterations', '1');
  expect(without).toMatchObject({ code: 1 });
  expect(without.stderr).not.toContain('uncommitted');
  writeFiles(project, { 'shared.txt': 'mine\n' });
  const setup = ['--setup', 'mkdir -p tools && echo tool > tools/tool.txt'];
  const run = await cli('run', 'tasks.md', '--new', '--agent-command', agent, ...setup);
  expect(run, run.stdout + run.stderr).toMatchObject({ code: 0 });
  expect(run.stderr).toMatch(
    /tasks start from the last commit, [0-9a-f]{12}; not in it: 1 uncommitted file \(shared\.txt\)/,
  );
});

test('a loop that goes on after a retry gets the agent that is named now', {
  timeout: 120_000,
}, async () => {
  const { project, home, outside, agent, cli, status } = aList('- [ ] Write a\n  until: grep -q a a.txt\n');
  const stuck = agentScript(outside, 'echo "no way" > "$JUMAR_BLOCKED_FILE"', 'stuck.sh');
  expect(await cli('run', 'tasks.md', '--agent-command', stuck)).toMatchObject({ code: 4 });
  const loop = (await status()).tasks[0].loop;
  const retried = await cli('retry', 'write-a');
  expect(retried.stdout).toContain(`write-a is to go on with ${loop} (jumar tasks retry write-a --fresh starts over)`);
  expect(await jumar(['gate', 'approve', loop], { cwd: project, home, env: WITHOUT_ANALYST })).toMatchObject({
    code: 0,
  });
  const resumed = await cli('resume', '--agent-command', agent);
  expect(resumed, resumed.stdout + resumed.stderr).toMatchObject({ code: 0 });
  expect((await status()).tasks[0]).toMatchObject({ status: 'integrated', loop });
});

test('a list that cannot be run is refused before anything is written', async () => {
  const { project, home, cli } = aList('- [ ] Write a\n  untill: grep -q a a.txt\n');
  expect(await cli('run', 'tasks.md')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('tasks.md, line 2: there is no field "untill"\n  did you mean "until:"?'),
  });
  writeFiles(project, { 'tasks.md': '- [ ] Write a\n  after: write-b\n- [ ] Write b\n  after: write-a\n' });
  expect(await cli('run', 'tasks.md')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('tasks wait for each other: write-a after write-b after write-a'),
  });
  expect(existsSync(join(home, 'worktrees')) ? readdirSync(join(home, 'worktrees')) : []).toEqual([]);
});

test('a bake-off of three agents keeps the good change, and says why not the cheap cheat and the long one', {
  timeout: 300_000,
}, async () => {
  const { project, home, outside } = aProject({
    'add.mjs': 'export const add = (a, b) => a - b;\n',
    'test/add.test.mjs': `import assert from 'node:assert';
import test from 'node:test';
import { add } from '../add.mjs';
test('adds', () => assert.equal(add(1, 2), 3));
test('adds nothing', () => assert.equal(add(5, 0), 5));
`,
  });
  // Claude empties the test, Codex writes more than it needs, OpenCode does what was asked.
  const fixed = "fs.writeFileSync('add.mjs', 'export const add = (a, b) => a + b;\\n');";
  standIn(outside, 'claude', `${CLAUDE}\ninit(); fs.writeFileSync('test/add.test.mjs', ''); end();`);
  standIn(outside, 'codex', `${fixed} fs.writeFileSync('notes.md', 'a note\\n'.repeat(200));`);
  const bin = standIn(outside, 'opencode', fixed);
  const env = { JUMAR_METRICS_CODE: 'false', PATH: `${bin}:${process.env.PATH}` };
  const cli = (...args: string[]) => jumar(args, { cwd: project, home, env });
  const choices = ['--until', 'node --test test/add.test.mjs', '--max-iterations', '1'];
  const before = git(project, 'status', '--porcelain', '--branch');
  const run = await cli('make add add numbers', ...choices, '--bake-off', 'claude,codex,opencode');
  expect(run, run.stdout + run.stderr).toMatchObject({ code: 0 });
  expect(run.stdout).toContain('keeps the change of opencode');
  expect(run.stdout).toMatch(/claude +\S+ .*\n +not completed/);
  expect(run.stdout).toMatch(/codex +not kept .*\n +\d+ changed lines; opencode: 2 changed lines/);
  // The user's files are as they were, until the change is applied.
  expect(git(project, 'status', '--porcelain', '--branch')).toBe(before);

  const { tasks, branch } = JSON.parse((await cli('tasks', 'status', '--json')).stdout);
  const { kept, entries } = tasks[0].bake_off;
  expect(kept).toBe('opencode');
  const branchOf = (name: string) => entries.find((entry: { name: string }) => entry.name === name).branch;
  expect([branchOf('claude'), branchOf('opencode')]).toEqual([null, null]);
  expect(git(project, 'show', `${branchOf('codex')}:notes.md`)).toContain('a note');
  expect(git(project, 'log', '-1', '--format=%b', branch)).toContain('Kept over claude, codex (size of the change');
  const receipt = /receipt (.+)/.exec(run.stdout)?.[1] ?? '';
  expect(JSON.parse(readFileSync(receipt, 'utf8')).tasks[0].bake_off).toMatchObject({ kept, reason: /size/ });
  expect((await cli('tasks', 'report')).stdout).toContain('## Bake-off: make-add-add-numbers');
  expect(git(project, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
  expect(await cli('tasks', 'apply', '--ff-only')).toMatchObject({ code: 0 });
  expect(readFileSync(join(project, 'add.mjs'), 'utf8')).toContain('a + b');
});
