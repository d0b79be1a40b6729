import type { Seed } from './support/seed.ts';

export const seed003 = {
  number: '003',
  title: 'Progress strategies',
  parts: {
    'Where progress is kept': {
      persisted: {
        requirement:
          "progress is part of the loop's own record: nothing is kept in the working tree, and a crash loses none",
        lives: ['src/core/progress/context.ts', 'src/core/evolve.ts'],
        deviation: 'the facts are kept, not the text: the text is made from them, the same to the byte (SPEC §9)',
      },
      'ground-truth': {
        requirement: 'by default progress is what the checks printed, not what the agent says',
        lives: 'src/core/progress/system-captured.ts',
      },
    },
    'The strategy interface': {
      interface: {
        requirement:
          'a strategy is an interface that users can implement; records, text, clear, size and emptiness come with it',
        lives: ['src/core/progress/notes.ts', 'src/core/index.ts'],
        deviation: 'a strategy is two pure functions; what is recorded is kept by createNotes for all of them',
      },
      context: {
        requirement:
          'it gets the iteration, the command, the exit code, the output, the duration and the changed files',
        lives: ['src/core/progress/notes.ts', 'src/core/progress/context.ts'],
        deviation: 'both streams in the order they came; a check each, as there may be several (SPEC §9)',
      },
    },
    'The default strategy': {
      entry: {
        requirement:
          'an entry shows the iteration, the command, the exit code, the duration, the files changed and the output',
        lives: 'src/core/progress/system-captured.ts',
      },
      'both-streams': {
        requirement: 'what is printed on standard error alone is shown as well',
        lives: 'src/checks/criteria/command-run.ts',
      },
      'keeps-end': {
        requirement: 'a long output is cut to 500 characters, marked as cut, and the end is kept',
        lives: 'src/core/failures/excerpt.ts',
        deviation: 'the part that shows the failure comes before the end; the mark is … (SPEC §9)',
      },
      'keeps-recent': {
        requirement: 'the five most recent iterations are kept, the oldest is dropped first',
        lives: 'src/core/progress/create.ts',
      },
      'clear-and-empty': {
        requirement: 'nothing recorded gives an empty text, and clearing gives that again',
        lives: 'src/core/progress/create.ts',
      },
      'no-files': {
        requirement: 'an iteration that changed no file says none',
        lives: 'src/core/progress/path-list.ts',
      },
    },
    Integration: {
      'unknown-strategy': {
        requirement: 'the strategy comes from the settings; an unknown one warns and the default is used',
        lives: ['src/core/progress/index.ts', 'src/app/progress-strategy.ts'],
      },
      'pass-or-fail': {
        requirement: 'every iteration is recorded, and shown in the prompt of the next one',
        lives: ['src/core/progress/progress-text.ts', 'src/core/prompt/prompt.ts'],
      },
      restored: {
        requirement: 'after a crash the progress is restored, and goes on the same',
        lives: ['src/core/progress/create.ts', 'src/core/progress/progress-text.ts'],
      },
      'clear-command': {
        requirement: 'a person can clear the progress of a loop',
        lives: ['src/app/clear-progress.ts', 'src/faces/cli/commands/progress.ts'],
      },
    },
    'Prompt templates': {
      template: {
        requirement:
          'templates are Handlebars with {{progress}}, and {{#if progress}} leaves it out of the first prompt',
        lives: ['src/core/prompt/render.ts', 'src/core/prompt/prompt.ts'],
      },
      'spec-variables': {
        requirement: 'a loop type brings its own variables in kebab-case, such as {{phase-name}}',
        lives: ['src/config/loop-types/load.ts', 'src/core/prompt/render.ts'],
      },
      'do-not-repeat': {
        requirement: 'the prompt asks not to repeat approaches that failed',
        lives: 'src/core/prompt/prompt.ts',
      },
    },
    Configuration: {
      'kebab-keys': {
        requirement: 'strategy, entries and characters are settings, also in kebab-case and in the group of validation',
        lives: ['src/core/state/settings.ts', 'src/config/keys.ts'],
      },
      'type-limits': {
        requirement: 'a type of loop may override the limits',
        lives: 'src/config/loop-types/load.ts',
      },
    },
    'Future strategies': {
      'llm-summarized': {
        requirement: 'a model may summarise each iteration in one or two sentences',
        lives: ['src/core/progress/llm-summarized.ts', 'src/core/reflection/ask.ts'],
        deviation: 'if no model answers, rules write the summary and it says so (SPEC §9)',
      },
      hybrid: {
        requirement: 'a hybrid shows the summary and the raw output',
        lives: 'src/core/progress/hybrid.ts',
      },
      'structured-log': {
        requirement:
          'a structured log has the iteration, the exit code, the duration, the files and an error summary as JSON',
        lives: 'src/core/progress/structured-log.ts',
      },
      'own-module': {
        requirement: 'further strategies need no change of the code: a module of the user, by its path',
        lives: ['src/core/progress/own-strategy.ts', 'src/app/progress-strategy.ts'],
      },
    },
  },
} as const satisfies Seed;
