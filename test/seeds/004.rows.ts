import type { Seed } from './support/seed.ts';

export const seed004 = {
  number: '004',
  title: 'Loop orchestrator',
  parts: {
    'Task types': {
      'task-types': {
        requirement: 'the type of a task follows from its words, for every example of the table',
        lives: 'src/core/state/task-type.ts',
      },
      'typical-iterations': {
        requirement: 'each type has the typical number of iterations of the table',
        lives: 'src/core/state/task-type.ts',
      },
    },
    State: {
      'current-loop': {
        requirement: 'the state in short: task, completion, limits, and action, result and learnings of each iteration',
        lives: 'src/faces/reports/current-loop.ts',
        deviation: 'among the files of the loop, not in the project; made from its log',
      },
    },
    'Output at a limit': {
      'limit-options': {
        requirement: 'a limit offers to resume with a higher one, and to abort',
        lives: 'src/faces/reports/end-commands.ts',
      },
      acceptance: {
        requirement: 'a kept score below the acceptance is said to be so',
        lives: 'src/faces/reports/end-rows.ts',
      },
      'infinite-loop': {
        requirement: 'a loop that goes round raises a critical alert with the cycle in its message',
        lives: ['src/core/metrics/alerts.ts', 'src/core/evolve-iteration.ts'],
      },
      learnings: {
        requirement: 'learnings say why an iteration failed and what to try next',
        lives: 'src/faces/reports/end-rows.ts',
      },
    },
    'Not shown here yet': {
      criteria: {
        requirement:
          'tests pass, no errors, coverage above a percentage and builds successfully are understood as checks',
        lives: 'src/core/criteria/plain-words.ts',
        later: 'src/core/criteria has tests of plain words today; "no errors" alone is not understood',
      },
      rest: {
        requirement: 'the pattern of the loop, its authority, its messages, reflexion memory and stuck loops',
        lives: ['src/core/next-step.ts', 'src/core/reflection/reflect.ts', 'src/faces/reports/end.ts'],
        later: 'stories of their own; test/loop.test.ts and test/memory.test.ts cover them today',
      },
    },
  },
} as const satisfies Seed;
