import type { Seed } from './support/seed.ts';

export const seed002 = {
  number: '002',
  title: 'Analytics and stopping',
  parts: {
    Scores: {
      'quality-weights': {
        requirement: 'tests passing, code quality, coverage and complexity weigh 0.4, 0.3, 0.2 and 0.1',
        lives: 'src/core/quality/analytics.ts',
        deviation: 'it decides only if score.profile is analytics; both profiles are recorded (SPEC §4)',
      },
      'code-quality': {
        requirement:
          'code quality is one minus the mean severity over its greatest value, and fewer problems score better',
        lives: 'src/core/quality/analytics.ts',
        deviation: 'the mean is taken over lines of code, so that the number of problems counts',
      },
    },
    Stopping: {
      'allow-regression': {
        requirement: 'regressions may be allowed; by default two in a row are the most',
        lives: 'src/core/rules/regression.ts',
        deviation: 'what was lost is rolled back all the same',
      },
    },
    Commands: {
      'config-set': {
        requirement: 'stopping keys are settings, also with the prefix ralph',
        lives: ['src/config/layers.ts', 'src/config/keys.ts'],
      },
      'same-start': {
        requirement: 'the total improvement and its breakdown count from the same iteration',
        lives: 'src/core/analytics/analytics.ts',
      },
    },
    'Not shown here yet': {
      rest: {
        requirement: 'history, chart, output formats, the other stopping criteria, hooks and success metrics',
        lives: ['src/core/analytics/analytics.ts', 'src/core/rules/index.ts'],
        later: 'stories of their own; src/core/analytics and src/core/rules have tests today',
      },
    },
  },
} as const satisfies Seed;
