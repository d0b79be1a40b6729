import { expect, test } from 'vitest';
import type { Criterion } from '../criteria/criterion.ts';
import type { ListEvent, ListEventOf } from './events.ts';
import { evolveList } from './evolve.ts';
import { nextSteps } from './next-steps.ts';
import { listExitCode } from './outcome.ts';
import { heldBy, listProblems } from './ready.ts';
import { findTask, type ListState, requiredChecks } from './state.ts';
import type { Task } from './task.ts';

const task = (id: string, more: Partial<Task> = {}): Task => ({
  ...{ id, title: id, body: '', until: [], acceptance: [], after: [], only: [], agents: [] },
  ...{ maxCostUsd: null, priority: null, isTicked: false },
  ...more,
});
const choices: ListEventOf<'list-created'>['choices'] = {
  ...{
    jobs: 2,
    attempts: 2,
    maxCostUsd: null,
    agents: null,
    agentCommand: null,
    model: null,
    sandbox: null,
    setup: null,
    agentSlots: {},
    bakeOff: [],
    samples: 1,
    settings: {},
  },
  ...{ maxIterations: null, timeoutMinutes: null },
};
const check = (command: string, id = 'c1'): Criterion => ({ id, text: command, kind: 'exit', command });

function created(tasks: Task[], more: Partial<typeof choices> = {}): ListEvent[] {
  const list: ListEvent = {
    ...{ type: 'list-created', list: 'tasks-00000000', source: null, workspace: { root: '/w', cwd: '/w' } },
    ...{ base: 'base', branch: 'jumar/tasks', tasks, own: [], choices: { ...choices, ...more }, version: '0' },
  };
  return [list, { type: 'own-checked', holding: [check('npm test')], failing: [] }];
}
const started = (id: string): ListEvent => ({
  ...{ type: 'task-started', task: id, base: 'base', loop: `loop-${id}`, worktree: `/t/${id}`, attempt: 1 },
});
const loopEnded = (id: string, checks: Criterion[] = [], costUsd: number | null = 0): ListEvent => ({
  ...{ type: 'task-loop-ended', task: id, loop: `loop-${id}`, commit: `change-${id}`, checks },
  spent: { loop: `loop-${id}`, launches: 1, costUsd },
});
const integrating = (id: string): ListEvent => ({
  ...{ type: 'integration-started', task: id, onto: 'base', merged: 'merged', conflicts: [] },
  ...{ loop: `merge-${id}`, worktree: `/t/m-${id}`, attempt: 1 },
});
const refused = (id: string): ListEvent => ({
  type: 'integration-refused',
  task: id,
  why: 'checks',
  reason: 'no',
  spent: null,
});
const verified = (id: string): ListEvent => ({
  ...{
    type: 'integration-verified',
    task: id,
    onto: 'base',
    commit: `done-${id}`,
    tree: 'tree',
    checks: [],
    spent: null,
  },
});
const integrated = (id: string): ListEvent => ({ type: 'task-integrated', task: id, commit: `done-${id}` });
const through = (id: string, checks: Criterion[] = []) => [
  ...[started(id), loopEnded(id, checks), integrating(id), verified(id), integrated(id)],
];
const failed = (id: string, why: ListEventOf<'task-failed'>['why']): ListEvent => ({
  ...{ type: 'task-failed', task: id, why, reason: 'because', hint: null, branch: null, spent: null },
});

function fold(events: ListEvent[]): ListState {
  const state = events.reduce<ListState | null>((now, event, at) => evolveList(now, { seq: at + 1, at, event }), null);
  if (!state) throw new Error('nothing happened');
  return state;
}

/** What may begin, in short: `run a`, `integrate b`. */
function next(events: ListEvent[], underWay: string[] = []): string[] {
  return nextSteps(fold(events), new Set(underWay)).map((step) =>
    step.type === 'end' ? `end ${step.ending}` : `${step.type}${'task' in step ? ` ${step.task}` : ''}`,
  );
}

const entry = (name: string) => ({ name, agents: [name], loop: `loop-${name}`, worktree: `/t/${name}` });
const bakeOff: ListEvent = {
  ...{ type: 'bake-off-started', task: 'a', base: 'base', attempt: 1, seed: 's', entries: ['x', 'y'].map(entry) },
};
const figures = {
  ...{ checks: { passed: 1, of: 1 }, heldOut: null, mutants: null, warnings: [], objective: null, score: null },
  ...{ size: null, agentRuns: 1, costUsd: 0, activeMs: 1 },
};
const entryEnded = (name: string, ending: 'completed' | 'stalled' = 'completed'): ListEvent => ({
  ...{ type: 'entry-ended', task: 'a', loop: `loop-${name}`, ending, reason: '', commit: `change-${name}` },
  ...{ checks: [], figures, spent: { loop: `loop-${name}`, launches: 1, costUsd: 1 } },
});
const keeps = (winner: string | null): ListEvent => ({
  ...{ type: 'bake-off-decided', task: 'a', winner, reason: '', others: [] },
  failure: winner === null ? { why: 'stalled', reason: 'none completed', hint: null } : null,
});
const xy = { bakeOff: ['x', 'y'] };
const one = [task('a')];

const abc = [task('a'), task('b'), task('c', { after: ['a'] })];

test.each<[string, ListEvent[], string[], string[]]>([
  ['the own checks come first', created(abc).slice(0, 1), [], ['check-own']],
  ['as many as there are jobs', created(abc), [], ['run-loop a', 'run-loop b']],
  ['nothing twice', [...created(abc), started('a')], ['a'], ['run-loop b']],
  ['a task in its first step', created(abc), ['a', 'b'], []],
  ['after a crash: what was under way goes on', [...created(abc), started('a')], [], ['run-loop a', 'run-loop b']],
  ['priorities go before the order', created([task('a'), task('b', { priority: 1 })], { jobs: 1 }), [], ['run-loop b']],
  ['integration before new work', [...created(abc, { jobs: 1 }), started('a'), loopEnded('a')], [], ['integrate a']],
  [
    'one integration at a time, in the order in which the loops ended',
    [...created(abc), started('a'), started('b'), loopEnded('b'), loopEnded('a')],
    [],
    ['integrate b'],
  ],
  ['a bake-off names its loops first', created(one, xy), [], ['start-bake-off a']],
  ['its loops run side by side', [...created(one, xy), bakeOff], [], ['run-entry a', 'run-entry a']],
  ['as many as there are jobs', [...created(one, { ...xy, jobs: 1 }), bakeOff], ['loop-x'], []],
  ['what has ended is not run again', [...created(one, xy), bakeOff, entryEnded('x')], [], ['run-entry a']],
  [
    'the best is kept once all have ended',
    [...created(one, xy), bakeOff, entryEnded('x'), entryEnded('y')],
    [],
    ['decide-bake-off a'],
  ],
  [
    'and integrated',
    [...created(one, xy), bakeOff, entryEnded('x'), entryEnded('y'), keeps('loop-y')],
    [],
    ['integrate a'],
  ],
  [
    'or the task has failed',
    [...created(one, xy), bakeOff, entryEnded('x', 'stalled'), entryEnded('y', 'stalled'), keeps(null)],
    [],
    ['end incomplete'],
  ],
  [
    'the next waits for it',
    [...created(abc), started('a'), started('b'), loopEnded('b'), loopEnded('a'), integrating('b')],
    ['b'],
    [],
  ],
  [
    'a verified one moves the branch before anything else is integrated',
    [...created(abc), started('a'), started('b'), loopEnded('b'), loopEnded('a'), integrating('a'), verified('a')],
    [],
    ['move-branch a'],
  ],
  [
    'what comes after an integrated task',
    [...created(abc, { jobs: 1 }), ...through('a'), failed('b', 'stalled')],
    [],
    ['run-loop c'],
  ],
  [
    'another try',
    [...created(abc, { jobs: 1 }), started('a'), loopEnded('a'), integrating('a'), refused('a')],
    [],
    ['integrate a'],
  ],
  [
    'and no third',
    [
      ...created(abc, { jobs: 1 }),
      started('a'),
      loopEnded('a'),
      integrating('a'),
      refused('a'),
      integrating('a'),
      refused('a'),
    ],
    [],
    ['give-up a'],
  ],
  [
    'a failed task holds those after it, and the list ends',
    [...created(abc), failed('a', 'stalled'), ...through('b')],
    [],
    ['end incomplete'],
  ],
  ['no end while something is under way', [...created(abc), failed('a', 'stalled')], ['b'], []],
  ['all is done', [...created(abc), ...through('a'), ...through('b'), ...through('c')], [], ['end completed']],
  [
    'ticked tasks count as done',
    created([task('a', { isTicked: true }), task('b', { after: ['a'] })]),
    [],
    ['run-loop b'],
  ],
  [
    'no new work beyond the budget, but what is finished is still integrated',
    [...created(abc, { maxCostUsd: 1 }), started('a'), loopEnded('a', [], 1.5)],
    [],
    ['integrate a'],
  ],
  [
    'the budget ends the list',
    [
      ...created(abc, { maxCostUsd: 1 }),
      started('a'),
      loopEnded('a', [], 1.5),
      integrating('a'),
      verified('a'),
      integrated('a'),
    ],
    [],
    ['end budget'],
  ],
])('%s', (_, events, underWay, expected) => {
  expect(next(events, underWay)).toEqual(expected);
});

test('a merged tree must pass the checks of the task, of all before it, and the project: each once', () => {
  const state = fold([
    ...created(abc),
    ...through('b', [check('npm test', 'c7'), check('b')]),
    started('a'),
    loopEnded('a', [check('a')]),
  ]);
  expect(requiredChecks(state, 'a').map(({ text }) => text)).toEqual(['a', 'npm test', 'b']);
});

test('a retry continues what can go on, integrates again what was finished, and otherwise starts over', () => {
  const stuck = [...created(abc), started('a'), failed('a', 'blocked')];
  const retried = (fresh: boolean): ListEvent => ({ type: 'task-retried', task: 'a', fresh });
  expect(findTask(fold([...stuck, retried(false)]), 'a')).toMatchObject({ status: 'running', goesOn: true });
  expect(findTask(fold([...stuck, retried(true)]), 'a')).toMatchObject({
    status: 'waiting',
    work: null,
    nextAttempt: 2,
  });
  const refusedTwice = [started('a'), loopEnded('a'), integrating('a'), refused('a'), failed('a', 'not-integrated')];
  expect(findTask(fold([...created(abc), ...refusedTwice, retried(false)]), 'a')).toMatchObject({
    status: 'finished',
    commit: 'change-a',
    refusals: [],
  });
});

test('what a resumed loop has spent counts once', () => {
  const state = fold([
    ...created(abc),
    started('a'),
    { ...failed('a', 'blocked'), spent: { loop: 'loop-a', launches: 2, costUsd: 1 } } as ListEvent,
    { type: 'task-retried', task: 'a', fresh: false },
    { ...loopEnded('a'), spent: { loop: 'loop-a', launches: 3, costUsd: 1.5 } } as ListEvent,
  ]);
  expect(findTask(state, 'a').spent).toEqual({ 'loop-a': { launches: 3, costUsd: 1.5 } });
});

test.each<[string, ListEvent[], number]>([
  ['all integrated', [...through('a'), ...through('b'), { type: 'list-ended', ending: 'completed', reason: '' }], 0],
  ['paused', [{ type: 'list-paused', reason: '' }], 130],
  ['a person is needed', [failed('a', 'stalled'), failed('b', 'blocked'), ended()], 4],
  ['left on its branch', [failed('a', 'not-integrated'), ended()], 4],
  ['a limit', [failed('a', 'iteration-limit'), ...through('b'), ended()], 1],
  ['a check that no machine can run', [failed('a', 'refused'), ...through('b'), ended()], 2],
  ['the budget', [{ type: 'list-ended', ending: 'budget', reason: '' }], 5],
])('exit code: %s', (_, events, code) => {
  expect(listExitCode(fold([...created([task('a'), task('b')]), ...events]))).toBe(code);
});

function ended(): ListEvent {
  return { type: 'list-ended', ending: 'incomplete', reason: '' };
}

test('tasks after a failed one are held by it, also through others', () => {
  const chain = [task('a'), task('b', { after: ['a'] }), task('c', { after: ['b'] }), task('d')];
  const state = fold([...created(chain), failed('a', 'stalled')]);
  expect(state.tasks.map((one) => heldBy(state, one))).toEqual([null, 'a', 'a', null]);
});

test.each<[Task[], string[]]>([
  [abc, []],
  [
    [task('a', { after: ['b'] }), task('b', { after: ['c'] }), task('c', { after: ['a'] })],
    ['tasks wait for each other: a after b after c after a'],
  ],
  [[task('a', { after: ['a'] })], ['tasks wait for each other: a after a']],
  [[task('a', { after: ['bb'] }), task('b')], ['a comes after bb, and there is no task bb']],
  [[task('a'), task('a')], ['two tasks are called a']],
])('what is wrong with a list: %#', (tasks, problems) => {
  expect(listProblems(tasks).map(({ message }) => message)).toEqual(problems);
});

test('the loop that a bake-off keeps is that of its task; what the others cost counts', () => {
  const state = fold([...created(one, xy), bakeOff, entryEnded('x'), entryEnded('y'), keeps('loop-y')]);
  const { work, commit, spent } = findTask(state, 'a');
  expect({ work, commit }).toMatchObject({ work: { loop: 'loop-y', base: 'base' }, commit: 'change-y' });
  expect(Object.keys(spent)).toEqual(['loop-x', 'loop-y']);
});

test('a retried bake-off goes on with all of its loops; a fresh one starts over', () => {
  const events = [...created(one, xy), bakeOff, entryEnded('x', 'stalled'), entryEnded('y', 'stalled'), keeps(null)];
  expect(next([...events, { type: 'task-retried', task: 'a', fresh: false }])).toEqual(['run-entry a', 'run-entry a']);
  expect(next([...events, { type: 'task-retried', task: 'a', fresh: true }])).toEqual(['start-bake-off a']);
});
