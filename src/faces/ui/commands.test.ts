import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Action, actionSchema, commandOf } from './commands.ts';

const loop = 'make-npm-test-pass-59ee9920';

test.each<[Record<string, unknown>, string]>([
  [{ type: 'pause', loop }, `pause ${loop}`],
  [{ type: 'pause', loop, now: true }, `pause --now ${loop}`],
  [{ type: 'abort', loop, revert: true, reason: 'wrong task' }, `abort --revert --reason=wrong task ${loop}`],
  [
    { type: 'resume', loop, limits: { maxIterations: 20, maxCost: 2.5 } },
    `resume --max-iterations=20 --max-cost=2.5 --plain ${loop}`,
  ],
  [{ type: 'answer', loop, answer: 'approve' }, `gate approve ${loop}`],
  [
    { type: 'mark', loop, alerts: ['finding:a1', 'alert:2:x'], falsePositive: false },
    `alerts mark --undo --loop ${loop} finding:a1 alert:2:x`,
  ],
  [{ type: 'apply', loop, iteration: 3, branch: 'fix/it' }, `apply --branch=fix/it ${loop} 3`],
  [{ type: 'apply', loop, iteration: 3 }, `apply --branch ${loop} 3`],
  [{ type: 'list-resume', list: 'tasks-59ee9920', maxCost: 4 }, 'tasks resume --max-cost=4 tasks-59ee9920'],
  [
    { type: 'list-retry', list: 'tasks-59ee9920', task: 'US-001', fresh: true },
    'tasks retry --fresh US-001 tasks-59ee9920',
  ],
  [
    { type: 'list-skip', list: 'tasks-59ee9920', task: 'US-001', reason: 'by hand' },
    'tasks skip --reason=by hand US-001 tasks-59ee9920',
  ],
  [{ type: 'list-apply', list: 'tasks-59ee9920' }, 'tasks apply tasks-59ee9920'],
  [{ type: 'preview', task: 'mend it' }, 'run --dry-run -- mend it'],
  [
    { type: 'start', task: 'mend it', until: ['npm test'], agent: 'repair', worktree: true, limits: { timeout: 5 } },
    'run --until=npm test --agent=repair --worktree --timeout=5 --plain -- mend it',
  ],
])('%j', (action, command) => {
  expect(commandOf(actionSchema.parse(action)).args.join(' ')).toBe(command);
});

test.each<[string, Record<string, unknown>]>([
  ['an option as a loop', { type: 'pause', loop: '--all' }],
  ['a path as a loop', { type: 'pause', loop: '../../etc' }],
  ['an option as a branch', { type: 'apply', loop, iteration: 1, branch: '--force' }],
  ['an option as an alert', { type: 'mark', loop, alerts: ['--suppress'], falsePositive: true }],
  ['an option as a task', { type: 'list-retry', list: loop, task: '--fresh' }],
  ['a path as a list', { type: 'list-apply', list: '../x' }],
  ['a check of two lines', { type: 'start', task: 'a', until: ['npm test\nrm -rf .'] }],
  ['no task', { type: 'start', task: '  ' }],
  ['a field that nobody knows', { type: 'pause', loop, sandbox: 'none' }],
  ['a limit that is no number', { type: 'resume', loop, limits: { maxIterations: 'many' } }],
  ['an action that nobody knows', { type: 'config', loop }],
])('%s is refused', (_, action) => {
  expect(actionSchema.safeParse(action).success).toBe(false);
});

test('whatever a person types stays one argument, and is never an option', () => {
  const text = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' });
  fc.assert(
    fc.property(text, text, text, (task, until, reason) => {
      const all = [
        { type: 'start', task, until: [until], agent: until },
        { type: 'abort', loop, reason },
        { type: 'answer', loop, answer: 'reject', reason },
      ].flatMap((action) => {
        const { data } = actionSchema.safeParse(action);
        return data ? [[data, commandOf(data).args] as [Action, string[]]] : [];
      });
      for (const [action, args] of all) {
        const typed = Object.values(action).filter((value) => value === task.trim() || value === reason.trim());
        const end = args.indexOf('--');
        const options = end === -1 ? args : args.slice(0, end);
        for (const option of options.filter((one) => one.startsWith('-')))
          expect(option).toMatch(/^--(until|agent|reason|plain)(=|$)/);
        if (action.type === 'start') expect(args.slice(end + 1)).toEqual([action.task]);
        expect(typed.length).toBeLessThanOrEqual(args.length);
      }
    }),
  );
});
