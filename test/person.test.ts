import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endText } from '../src/faces/reports/end.ts';
import { receiptOf } from '../src/faces/reports/receipt.ts';
import { besideGit } from './support/beside-git.ts';
import { jumar } from './support/cli.ts';
import { anInProcessLoop, LOOP } from './support/in-process-loop.ts';
import { expectNothingLost, schedules } from './support/person-schedule.ts';
import { git } from './support/project.ts';

/** An agent that writes these numbers, one an iteration. */
const writes =
  (...numbers: number[]) =>
  (iteration: number, root: string) =>
    writeFileSync(join(root, 'state.txt'), `${numbers[iteration - 1]}\n`);

test('what a person edits while checks run is set aside by name, comes back on request, and is never pruned unasked', async () => {
  let checks = 0;
  const loop = await anInProcessLoop({
    agent: writes(1, 0, 3),
    checking() {
      checks++;
      // The baseline's, then a good iteration, then one that is rolled back.
      if (checks === 2) loop.put('notes.txt', 'notes\nmine\n');
      if (checks === 3) loop.put('mine.txt', 'also mine\n');
    },
  });
  const state = await loop.run();
  expect(state.ended).toMatchObject({ ending: 'completed', best: 3 });
  expect(state.setAside).toMatchObject([
    { name: 'set-aside-1', since: 1, paths: ['notes.txt'], count: 1, recovered: false },
    { name: 'set-aside-2', since: 2, paths: ['mine.txt'], count: 1, recovered: false },
  ]);
  // Neither judged nor held against the agent.
  expect(state.iterations.map(({ snapshot }) => snapshot?.changes.paths)).toEqual([
    [],
    ['state.txt'],
    ['state.txt'],
    ['state.txt'],
  ]);
  expect([loop.read('notes.txt'), existsSync(join(loop.root, 'mine.txt'))]).toEqual(['notes\n', false]);

  const { root: cwd, home } = loop;
  const cli = (...args: string[]) => jumar(args, { cwd, home });
  const shown = await cli('show');
  expect(shown.stdout).toMatch(/aside\s+set-aside-1 \(notes\.txt\), set-aside-2 \(mine\.txt\)/);
  const receipt = JSON.parse((await cli('show', '--json')).stdout);
  expect(receipt.set_aside[0]).toEqual({
    name: 'set-aside-1',
    since: 1,
    paths: ['notes.txt'],
    files: 1,
    recovered: false,
  });
  expect((await cli('diff', '--set-aside')).stdout).toMatch(
    /^set-aside-1\n[\s\S]*\+mine\n[\s\S]*set-aside-2\n[\s\S]*\+also mine\n/,
  );
  const kept = await cli('prune', '--all');
  expect(kept).toMatchObject({ stdout: expect.stringContaining('pruned 0 loops of 1') });
  expect(kept.stderr).toContain(`${LOOP} was kept: it holds set-aside-1, set-aside-2`);
  expect((await cli('prune')).code).toBe(0);

  loop.put('notes.txt', 'other\n');
  const refused = await cli('apply', 'set-aside-1', '--set-aside');
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('notes.txt') });
  expect(loop.read('notes.txt')).toBe('other\n');
  loop.put('notes.txt', 'notes\n');
  expect((await cli('apply', '--set-aside')).stdout).toContain('applied to the working tree: set-aside-1, set-aside-2');
  expect([loop.read('notes.txt'), loop.read('mine.txt'), loop.read('state.txt')]).toEqual([
    'notes\nmine\n',
    'also mine\n',
    '3\n',
  ]);
  expect((await cli('apply', '--set-aside')).stderr).toContain('nothing of');
  expect((await cli('prune', '--all')).stdout).toContain('pruned 1 loop of 1');
});

test('what a person edits while the last checks run is kept, and the end says that it was not checked', async () => {
  let agentRuns = 0;
  const loop = await anInProcessLoop({
    agent(_, root) {
      agentRuns++;
      writeFileSync(join(root, 'state.txt'), '3\n');
    },
    checking() {
      if (agentRuns > 0) loop.put('mine.txt', 'mine\n');
    },
  });
  const state = await loop.run();
  expect(state.ended).toMatchObject({ ending: 'completed', edited: { paths: ['mine.txt'], count: 1 } });
  expect(loop.read('mine.txt')).toBe('mine\n');
  const said = 'differs from what was checked: mine.txt; edited meanwhile, and kept';
  expect(endText(state, { columns: 200 })).toContain(said);
  expect(receiptOf(state)).toMatchObject({ edited_meanwhile: ['mine.txt'] });
});

test('what a person did after a crash is set aside by name, too', async () => {
  let killed = false;
  const loop = await anInProcessLoop({
    agent: writes(1, 3),
    observe(event) {
      if (killed || event.type !== 'agent-started' || event.iteration !== 1) return;
      killed = true;
      throw new Error('killed');
    },
  });
  await expect(loop.run()).rejects.toThrow('killed');
  loop.put('mine.txt', 'mine\n');
  const state = await loop.run();
  expect(state.setAside).toMatchObject([{ name: expect.stringMatching(/^saved-\d+$/), since: 0, paths: ['mine.txt'] }]);
  rmSync(join(loop.root, 'mine.txt'), { force: true });
  await jumar(['apply', '--set-aside'], { cwd: loop.root, home: loop.home });
  expect(loop.read('mine.txt')).toBe('mine\n');
});

test('a commit of an agent that was killed in the middle leaves the branch on resume', async () => {
  let runs = 0;
  const loop = await anInProcessLoop({
    agent(_, root) {
      runs++;
      writeFileSync(join(root, 'state.txt'), `${runs === 1 ? 1 : 3}\n`);
      if (runs > 1) return;
      git(root, 'commit', '-qam', 'by the agent');
      git(root, 'tag', 'wrong');
      throw new Error('killed');
    },
  });
  const start = git(loop.root, 'rev-parse', 'main');
  await expect(loop.run()).rejects.toThrow('killed');
  expect(git(loop.root, 'rev-parse', 'main')).not.toBe(start);
  git(loop.root, 'branch', 'of-a-person', start.trim());
  const state = await loop.run();
  expect(state.ended).toMatchObject({ ending: 'completed' });
  expect(git(loop.root, 'rev-parse', 'main')).toBe(start);
  expect(git(loop.root, 'for-each-ref', '--format=%(refname:short)')).toBe('main\nof-a-person\n');
  expect(loop.events.find(({ type }) => type === 'refs-reset')).toMatchObject({
    iterations: [],
    moved: [{ name: 'refs/heads/main' }, { name: 'refs/tags/wrong' }, { name: 'index' }],
    notes: [expect.stringContaining('refs/heads/of-a-person')],
  });
});

test('a stash that is made elsewhere just when an agent starts is not taken for its own', async () => {
  let end = () => {};
  const loop = await anInProcessLoop({
    agent: writes(1, 0, 3),
    observe(event) {
      if (event.type !== 'iteration-judged' || event.iteration !== 1) return;
      // So that Jumar has to ask git again where everything is.
      git(loop.root, 'tag', 'moved');
      // The next iteration is rolled back, with what its agent did to the repository.
      end = besideGit(loop.outside, { when: 'after', words: '*" show-ref --head -d"', script: stash });
    },
  });
  const other = join(loop.outside, 'other');
  git(loop.root, 'worktree', 'add', '-q', '-b', 'side', other);
  const stash = `cd '${other}' && echo mine > notes.txt && git -c user.name=x -c user.email=x@localhost stash push -q`;
  const { ended } = await loop.run().finally(() => end());
  expect(ended).toMatchObject({ ending: 'completed' });
  expect(git(loop.root, 'stash', 'show', '-p')).toContain('+mine');
});

test('nothing of a person is lost or moved, whatever they do and whenever the loop is killed', async () => {
  // Two schedules with every kind of moment and deed, and kills of both kinds; the long suite runs sixty.
  const seed = Number(process.env.JUMAR_TEST_SEED ?? 310);
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      await expectNothingLost(schedule);
    }),
    { numRuns: 2, seed, endOnFailure: true },
  );
}, 120_000);
