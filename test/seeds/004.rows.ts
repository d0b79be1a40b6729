import type { Seed } from './support/seed.ts';

export const seed004 = {
  number: '004',
  title: 'Loop orchestrator',
  parts: {
    'The pattern of the loop': {
      pattern: {
        requirement: 'attempt, verify, learn from the failure, and again, until the criteria are met',
        lives: ['src/core/next-step.ts', 'src/loop/step-once.ts'],
      },
      'task-from': {
        requirement: 'the task comes from the request of a person',
        lives: 'src/faces/cli/commands/run.ts',
        deviation: 'as an argument, a file or standard input (SPEC §17)',
      },
    },
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
    Criteria: {
      'tests-pass': {
        requirement: '"tests pass" runs the test command and looks at its exit code',
        lives: 'src/core/criteria/plain-words.ts',
      },
      'no-errors': {
        requirement: '"no errors" runs the commands that check the code',
        lives: ['src/core/criteria/several.ts', 'src/core/criteria/plain-words.ts'],
        deviation: 'lint, type check and build, each by its exit code: many print a line when all is well',
      },
      'coverage-above': {
        requirement: '">80% coverage" collects coverage and compares the percentage',
        lives: ['src/core/criteria/plain-words.ts', 'src/app/test-command.ts'],
      },
      'builds-successfully': {
        requirement: '"builds successfully" runs the build and looks at its exit code',
        lives: 'src/core/criteria/plain-words.ts',
      },
      'what-was-understood': {
        requirement: 'what the words were understood as is shown before the start',
        lives: ['src/core/criteria/describe.ts', 'src/faces/reports/console.ts'],
      },
      'vague-criteria': {
        requirement: 'criteria that cannot be verified are refused before the start, with better ones suggested',
        lives: ['src/core/criteria/parse.ts', 'src/core/criteria/suggest.ts'],
      },
    },
    State: {
      'current-loop': {
        requirement: 'the state in short: task, completion, limits, and action, result and learnings of each iteration',
        lives: 'src/faces/reports/current-loop.ts',
        deviation:
          'among the files of the loop, not in the project; made from its log; active only while the loop has not ended',
      },
    },
    Authority: {
      'verified-each': {
        requirement: 'the criteria are verified after each iteration, apart from who did the work',
        lives: ['src/loop/check.ts', 'src/checks/criteria/checker.ts'],
      },
      'iteration-limit': {
        requirement: 'the limit of iterations is kept, and passed only if a person says so',
        lives: ['src/core/rules/iteration-limit.ts', 'src/app/resume-loop.ts'],
      },
      timeout: {
        requirement: 'the limit of time is kept',
        lives: 'src/core/rules/time-limit.ts',
      },
      'met-already': {
        requirement: 'nothing is done if the criteria are met already',
        lives: 'src/core/rules/criteria-hold.ts',
      },
      'adjusts-approach': {
        requirement: 'the approach changes between iterations by what was learnt',
        lives: ['src/core/recovery/strategies.ts', 'src/core/prompt/prompt.ts'],
      },
      scope: {
        requirement: 'files outside the scope of the task are not modified',
        lives: 'src/checks/safeguards/enforce.ts',
        deviation: 'the scope is what --only names; changes elsewhere are undone (SPEC §17)',
      },
      'no-false-success': {
        requirement: 'success is never claimed without verification',
        lives: 'src/core/rules/criteria-hold.ts',
      },
      'no-early-end': {
        requirement: 'it does not give up before its limits',
        lives: 'src/core/rules/index.ts',
        deviation: 'while it makes progress; a stall ends it after a recovery (SPEC §7)',
      },
      parallel: {
        requirement: 'independent parts of a task may be worked on at the same time',
        lives: [],
        later: 'the issue "Many tasks: from one loop to a verified list"',
      },
    },
    Messages: {
      'during-iteration': {
        requirement:
          'an iteration says what was learnt before, what is tried, what changed, the verification and what is next',
        lives: 'src/faces/reports/iteration-panel.ts',
        deviation: 'with --verbose; by default one line an iteration (SPEC §14)',
      },
      'on-success': {
        requirement:
          'success shows task, iterations, duration, the commands with their output, changed files and the report',
        lives: ['src/faces/reports/end.ts', 'src/faces/reports/end-verification.ts'],
      },
      'completion-report': {
        requirement: 'a completion report is written, whatever ended the loop',
        lives: 'src/faces/reports/markdown.ts',
        deviation: 'among the files of the loop, with its time in the name',
      },
      'on-limit': {
        requirement: 'a limit shows the last attempt, the last failure, what was learnt, and where the state is',
        lives: ['src/faces/reports/end.ts', 'src/faces/reports/end-rows.ts'],
      },
      'limit-options': {
        requirement: 'a limit offers to resume with a higher one, to resume as it is, and to abort',
        lives: 'src/faces/reports/end-commands.ts',
        deviation: 'as it is together with a higher setting: a limit is passed by the word of a person alone (SPEC §7)',
      },
      learnings: {
        requirement: 'learnings say what failed, why, and what to try next',
        lives: ['src/faces/reports/learnings.ts', 'src/core/reflection/reflect.ts'],
      },
    },
    Collaboration: {
      collaboration: {
        requirement: 'one validates the criteria, one changes the code, one writes tests, one analyses failures',
        lives: ['src/loop/check.ts', 'src/loop/run-agent.ts', 'src/loop/learn.ts'],
        deviation: 'checks that the agent cannot edit, the agent (code and tests), and reflections: no further agents',
      },
    },
    'Best practices': {
      decomposition: {
        requirement: 'large tasks are broken into parts that can be verified',
        lives: [],
        later: 'the issue "Many tasks: from one loop to a verified list"',
      },
    },
    'Reflexion memory': {
      'three-models': {
        requirement: 'one acts, another evaluates, and a third turns the result into words',
        lives: ['src/loop/run-agent.ts', 'src/loop/check.ts', 'src/loop/learn.ts'],
        deviation: 'agent, checks and rules, or a model if one is set up (SPEC §9)',
      },
      'before-iteration': {
        requirement: 'reflections are put into the next prompt, so that failed approaches are not repeated',
        lives: ['src/core/reflection/reflections-text.ts', 'src/core/prompt/prompt.ts'],
      },
      relevance: {
        requirement: 'they are filtered by their relevance to what fails now',
        lives: 'src/core/reflection/relevance.ts',
      },
      'after-iteration': {
        requirement: 'each iteration has a reflection of its own, an index lists them, and patterns come out of them',
        lives: ['src/faces/reports/files/projected-files.ts', 'src/core/reflection/distill.ts'],
      },
      'window-setting': {
        requirement: 'the window can be set, for each type of task as well',
        lives: ['src/core/reflection/relevance.ts', 'src/config/loop-types/load.ts'],
      },
      windows: {
        requirement: 'a window of one or two for fixes, three for refactoring and migration, five for complex tasks',
        lives: 'src/core/state/task-type.ts',
        deviation: 'coverage and greenfield count as complex (SPEC §17)',
      },
      stuck: {
        requirement:
          'the same reflection three times is a stuck loop: it is said, a different approach is tried, then a person asked',
        lives: ['src/core/rules/stuck.ts', 'src/core/reflection/stuck.ts'],
      },
    },
  },
} as const satisfies Seed;
