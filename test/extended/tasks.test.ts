import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jumar, startCli, WITHOUT_ANALYST } from '../support/cli.ts';
import { aProject, git, writeFiles } from '../support/project.ts';
import { seeded } from '../support/random.ts';
import {
  expectVerified,
  launchesIn,
  leftBy,
  limitedAgent,
  listAgent,
  SEVEN,
  TWELVE_FILES,
} from '../support/task-list.ts';

const INTEGRATED = [
  ...['word-one', 'word-two', 'word-four', 'first-in-the-table', 'second-in-the-table', 'third-in-the-table'],
  ...['rename-add-to-sum', 'use-the-library', 'word-last'],
];

test.each([1, 3, 6])('twelve tasks, %i at once: the same are integrated', { timeout: 1_800_000 }, async (jobs) => {
  const { project, home, outside } = aProject(TWELVE_FILES);
  const agent = listAgent(outside);
  const { bin, list } = limitedAgent(outside);
  writeFiles(outside, { 'tasks.md': list });
  const env = { PATH: `${bin}:${process.env.PATH}` };
  const cli = (...args: string[]) => jumar(['tasks', ...args], { cwd: project, home, env });
  const run = await cli('run', join(outside, 'tasks.md'), '-a', agent, '--jobs', `${jobs}`, '--max-iterations', '4');
  const status = JSON.parse((await cli('status', '--json')).stdout);
  const idsOf = (wanted: string) =>
    status.tasks.flatMap((task: { id: string; status: string }) => (task.status === wanted ? [task.id] : []));
  expect(idsOf('integrated'), run.stdout + run.stderr).toEqual(INTEGRATED);
  // The agent that empties the test is not believed, whatever the test says now.
  expect(idsOf('failed')).toEqual(['fix-the-price', 'do-nothing']);
  expect(idsOf('waiting')).toEqual(['after-nothing']);
  expect(run.code).not.toBe(0);
  // It was refused once, waited, and was asked again.
  expect(readFileSync(join(outside, 'claude-launches'), 'utf8').trim().split('\n')).toHaveLength(2);
  expectVerified(project, status);
  const tests = git(project, 'show', `${status.branch}:test/price.test.mjs`);
  expect(tests).toContain('assert.equal(price(2), 20)');
  expect(git(project, 'status', '--porcelain')).toBe('');
});

const KILLS = Number(process.env.LIST_KILLS ?? 12);

test(`lists that are killed ${KILLS} times lose nothing and do nothing twice`, { timeout: 7_200_000 }, async () => {
  const random = seeded(24);
  for (let kills = 0; kills < KILLS; ) kills += await killedList(random, KILLS - kills);
});

/** One list, killed at random moments until it ends or `most` is reached, then finished and verified. Returns how often it was killed. */
async function killedList(random: () => number, most: number): Promise<number> {
  const { project, home, outside } = aProject({ ...TWELVE_FILES, 'tasks.md': SEVEN });
  const agent = listAgent(outside);
  const env = { ...WITHOUT_ANALYST };
  const cli = (...args: string[]) => jumar(['tasks', ...args], { cwd: project, home, env });
  const go = async () =>
    (await cli('status')).code === 0 ? ['resume'] : ['run', 'tasks.md', '-a', agent, '--jobs', '3'];
  let kills = 0;
  // Killed just after its end was recorded, it has nothing left to do, and says so.
  const ends = { code: expect.toBeOneOf([0, 2]) };
  for (let isDone = false; !isDone; ) {
    const { child, done, result } = startCli(['tasks', ...(await go())], { cwd: project, home, env });
    const timer = kills < most ? setTimeout(() => child.kill('SIGKILL'), 300 + random() * 5000) : undefined;
    const { signal, code } = await done;
    clearTimeout(timer);
    isDone = signal === null;
    if (isDone) expect({ code, stderr: result.stderr }).toMatchObject(ends);
    else kills++;
  }
  const status = JSON.parse((await cli('status', '--json')).stdout);
  expect(status.ending).toBe('completed');
  expect(status.tasks.map((task: { status: string }) => task.status)).toEqual(Array(7).fill('integrated'));
  expectVerified(project, status);
  expect(leftBy(project, home)).toEqual({ worktrees: [], folders: [], branches: [status.branch] });
  // A loop that a kill interrupts runs its agent again; one that has ended never does.
  expect(new Set(launchesIn(outside)).size).toBeLessThanOrEqual(7 + 2 * (1 + kills));
  if (process.env.LIST_KILLS) process.stderr.write(`list ended after ${kills} kills\n`);
  return kills;
}
