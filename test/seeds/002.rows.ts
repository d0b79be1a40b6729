import type { Seed } from './support/seed.ts';

export const seed002 = {
  number: '002',
  title: 'Analytics and stopping',
  parts: {
    'Quality tracking': {
      history: {
        requirement:
          'each iteration has its time, four scores, the quality, the change of each, and what adds up over the loop',
        lives: ['src/core/analytics/analytics.ts', 'src/faces/reports/history-lines.ts'],
        deviation: 'changes are from the iteration whose tree it started from, never from one rolled back (SPEC §17)',
      },
      'quality-weights': {
        requirement: 'tests passing, code quality, coverage and complexity weigh 0.4, 0.3, 0.2 and 0.1',
        lives: 'src/core/quality/analytics.ts',
        deviation: 'it decides only if score.profile is analytics; both profiles are recorded (SPEC §4)',
      },
      'scoring-methods': {
        requirement: 'tests by passed of total, coverage by lines, complexity by its distance from a threshold',
        lives: 'src/core/quality/analytics.ts',
      },
      'code-quality': {
        requirement:
          'code quality is one minus the mean severity over its greatest value, and fewer problems score better',
        lives: 'src/core/quality/analytics.ts',
        deviation: 'the mean is taken over lines of code, so that the number of problems counts',
      },
      'named-profile': {
        requirement: 'the quality is the weighted sum of the parts that are shown with it',
        lives: ['src/core/quality/score-parts.ts', 'src/faces/reports/score-rows.ts'],
        deviation: 'every view names the profile that decides, as there are two (SPEC §4)',
      },
    },
    Stopping: {
      'quality-threshold': {
        requirement: 'a quality of 0.95 stops the loop',
        lives: 'src/core/rules/quality-reached.ts',
        deviation: 'while refining or optimising only: it says nothing about criteria that fail (SPEC §7)',
      },
      'improvement-threshold': {
        requirement: 'an improvement below 0.05 stops the loop',
        lives: 'src/core/rules/small-improvement.ts',
        deviation: 'while refining or optimising only: it would lose 31 % of the solutions (SPEC §7)',
      },
      'iteration-limits': {
        requirement: 'at least 2 iterations and at most 10',
        lives: ['src/core/rules/minimum-iterations.ts', 'src/core/rules/iteration-limit.ts'],
        deviation: 'criteria that hold end the loop before (SPEC §2)',
      },
      plateau: {
        requirement: 'a mean improvement below 0.03 over three iterations stops the loop',
        lives: 'src/core/rules/improvement-plateau.ts',
        deviation: 'while refining or optimising only (SPEC §7)',
      },
      'allow-regression': {
        requirement: 'regressions may be allowed; by default two in a row are the most',
        lives: 'src/core/rules/regression.ts',
        deviation: 'what was lost is rolled back all the same',
      },
      flow: {
        requirement: 'the criteria are asked in one order, and the first that answers decides',
        lives: 'src/core/rules/index.ts',
        deviation: 'regressions come before the thresholds, which only judge work that may be kept (SPEC §7)',
      },
      switches: {
        requirement: 'each criterion can be switched off, and has a value of its own',
        lives: ['src/core/judge.ts', 'src/core/state/settings.ts'],
        deviation:
          'flat keys: quality_threshold.value is rules.qualityThreshold, .enabled is rules.off; quality is always tracked, as the selection needs it',
      },
    },
    Integration: {
      hooks: {
        requirement: 'hooks after an iteration, at the stop and on a regression',
        lives: ['src/core/verification/hooks.ts', 'src/loop/hooks.ts'],
        deviation: 'the first is called post_iteration, as seed 000 has it',
      },
      outputs: {
        requirement:
          'each loop has its analytics and chart, its history line by line, and a log of what stopped it or did not',
        lives: 'src/faces/reports/files/projected-files.ts',
        deviation: 'in the state folder, under the loop; settings are in the one configuration (SPEC §14)',
      },
    },
    Result: {
      result: {
        requirement:
          'id, iterations, stopping reason, final quality, total improvement, history and what stopping saved',
        lives: 'src/core/analytics/analytics.ts',
        deviation: 'saved are iterations, the most less those used (SPEC §17)',
      },
      'same-start': {
        requirement: 'the total improvement and its breakdown count from the same iteration',
        lives: 'src/core/analytics/analytics.ts',
      },
    },
    Commands: {
      'analytics-command': {
        requirement: 'a command shows the analytics of a loop, as text by default, as JSON or as CSV',
        lives: ['src/faces/cli/commands/analytics.ts', 'src/faces/reports/analytics-csv.ts'],
      },
      'export-file': {
        requirement: 'it writes them to a file',
        lives: 'src/faces/cli/commands/analytics.ts',
      },
      'config-set': {
        requirement: 'stopping keys are settings, also with the prefix ralph',
        lives: ['src/config/layers.ts', 'src/config/keys.ts'],
      },
      'config-command': {
        requirement: 'a command sets them, and the next loop obeys',
        lives: ['src/faces/cli/commands/config.ts', 'src/app/write-setting.ts'],
      },
    },
    Visualization: {
      chart: {
        requirement: 'a bar for each iteration with its score and change, and why the loop stopped below',
        lives: ['src/faces/reports/chart.ts', 'src/faces/reports/analytics-text.ts'],
      },
      example: {
        requirement: 'the example of 0.65, 0.78 and 0.82 gives its figures: improvement, iterations saved, breakdown',
        lives: 'src/faces/reports/analytics-text.ts',
      },
    },
    'Success metrics': {
      saved: {
        requirement: 'on average 30 % fewer iterations, with no loss of final quality',
        lives: ['bench/stopping.mjs', 'src/core/rules/index.ts'],
        deviation:
          'measured on 500 recorded runs of models: first solutions missed, then iterations saved (SPEC §7); they hold no times and no judgement of people, so what is said of these is not measured',
      },
    },
  },
} as const satisfies Seed;
