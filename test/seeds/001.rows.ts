import type { Seed } from './support/seed.ts';

export const seed001 = {
  number: '001',
  title: 'Persisted state',
  parts: {
    'Regression events': {
      'one-event': {
        requirement: 'one loss is one event, with the values before and after, its place and the deleted tests by name',
        lives: ['src/core/findings/losses.ts', 'src/faces/export/regressions.ts'],
      },
      recurrences: {
        requirement: 'what is still there in later iterations is a recurrence, not another event',
        lives: 'src/faces/export/regressions.ts',
      },
    },
    'Reinforcement and recovery': {
      'from-off': {
        requirement: 'the history of reinforcement begins with OFF to MINIMAL',
        lives: 'src/faces/export/recovery.ts',
      },
      trigger: {
        requirement: 'a recovery names what triggered it: what was detected, and of which kind',
        lives: 'src/faces/reports/recovery-history.ts',
      },
    },
    'Performance metrics': {
      'true-positives': {
        requirement:
          'true positives are confirmed losses, false positives those that a person marked, and the rate is their share',
        lives: 'src/faces/export/export-loop.ts',
        deviation: 'the rate is null until someone has decided about one (SPEC §17)',
      },
    },
    'Not shown here yet': {
      schema: {
        requirement: 'the export is valid against a schema transcribed from this document',
        lives: 'src/faces/export/schema.ts',
        later: 'today it is checked against the schema that Jumar publishes',
      },
      rest: {
        requirement: 'baseline metrics, iteration history, best iteration, recovery steps, detection state, updates',
        lives: 'src/faces/export/export-loop.ts',
        later: 'stories of their own; src/faces/export/export.test.ts covers them today',
      },
    },
  },
} as const satisfies Seed;
