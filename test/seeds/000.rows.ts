import type { Seed } from './support/seed.ts';

export const seed000 = {
  number: '000',
  title: 'Progress tracker',
  parts: {
    'Example: a regression is detected': {
      'regression-deltas': {
        requirement: 'deltas are taken from the previous iteration and from the baseline',
        lives: 'src/core/metrics/deltas.ts',
      },
      'regression-alerts': {
        requirement: 'a deleted test is critical, lost coverage and lost passing tests are high, each with both values',
        lives: 'src/core/metrics/alerts.ts',
      },
    },
  },
} as const satisfies Seed;
