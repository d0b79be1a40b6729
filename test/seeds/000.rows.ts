import type { Seed } from './support/seed.ts';

export const seed000 = {
  number: '000',
  title: 'Progress tracker',
  parts: {
    'Example: a regression is detected': {
      'regression-deltas': {
        requirement: 'deltas are taken from the previous iteration and from the baseline',
        lives: 'src/core/metrics/deltas.ts',
        deviation: 'previous is the iteration whose tree this one started from, after a rollback the best (SPEC §17)',
      },
      'regression-alerts': {
        requirement: 'a deleted test is critical, lost coverage and lost passing tests are high, each with both values',
        lives: 'src/core/metrics/alerts.ts',
      },
    },
    'Example: the best output is selected': {
      'selection-files': {
        requirement: 'the selection lists every file that was applied, and where it came from',
        lives: ['src/faces/reports/selection.ts', 'src/app/snapshots.ts'],
      },
    },
    'Best iteration tracking': {
      'one-best-file': {
        requirement: 'one iteration at a time is marked as the best, while the best moves on',
        lives: 'src/faces/reports/files/projected-files.ts',
        deviation: 'the baseline is the first best, so that work which only gets worse keeps it (SPEC §17)',
      },
    },
  },
} as const satisfies Seed;
