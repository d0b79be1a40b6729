import type { Seed } from './support/seed.ts';

export const seed001 = {
  number: '001',
  title: 'Persisted state',
  parts: {
    'The schema': {
      schema: {
        requirement: 'the exported state is valid against a schema transcribed from this document',
        lives: ['src/faces/export/export-loop.ts', 'src/faces/export/schema.ts'],
        deviation: 'what could not be measured is null (SPEC §17)',
      },
      'standard-fields': {
        requirement:
          'beside them stand the fields of every loop: version, id, status, iteration, task, criteria, times',
        lives: 'src/faces/export/export-loop.ts',
        deviation:
          'completion_criteria is a list, as there may be several; merge_strategy and conflict_resolution are left out: one document is made from the log, nothing is merged',
      },
      published: {
        requirement: 'the schema of the state is published with the package',
        lives: ['src/faces/export/json-schema.ts', 'schemas/loop-state.schema.json'],
      },
    },
    'Baseline metrics': {
      baseline: {
        requirement:
          'the health of the code at the start: tests, coverage, type errors, lint errors and warnings, files, lines, own metrics',
        lives: 'src/faces/export/export-loop.ts',
      },
    },
    'Iteration history': {
      history: {
        requirement: 'each iteration with its time, its score from 0 to 100, the change of it and five dimensions',
        lives: 'src/faces/export/export-loop.ts',
        deviation: 'the change is from the iteration whose tree it started from (SPEC §17)',
      },
      artifacts: {
        requirement: 'each with the files it made or changed, their hash and size, and the path of its snapshot',
        lives: ['src/app/export-facts.ts', 'src/app/snapshots.ts'],
        deviation: 'the path is a folder with the list; the content is the snapshot (SPEC §17)',
      },
      'test-results': {
        requirement: 'each with its test results and metrics, whether it regressed, and whether a recovery followed',
        lives: 'src/faces/export/export-loop.ts',
      },
    },
    'Best output': {
      best: {
        requirement:
          'the best iteration with its score, its snapshot, when it became the best and why; null if there is none',
        lives: 'src/faces/export/export-loop.ts',
        deviation: 'null while the baseline is the best, because iterations count from 1',
      },
    },
    'Regression events': {
      'one-event': {
        requirement: 'one loss is one event, with the values before and after, its place and the deleted tests by name',
        lives: ['src/core/findings/losses.ts', 'src/faces/export/regressions.ts'],
      },
      recurrences: {
        requirement: 'what is still there in later iterations is a recurrence, not another event',
        lives: 'src/faces/export/regressions.ts',
      },
      'loss-types': {
        requirement: 'its type is one of seven, its severity one of four',
        lives: ['src/core/findings/regression-types.ts', 'src/core/metrics/severity.ts'],
      },
      'event-outcome': {
        requirement: 'it says whether a recovery and a human gate followed, and how they ended',
        lives: ['src/faces/export/regressions.ts', 'src/faces/export/recovery.ts'],
      },
    },
    Reinforcement: {
      'from-off': {
        requirement: 'the history of reinforcement begins with OFF to MINIMAL',
        lives: 'src/faces/export/recovery.ts',
      },
      escalation: {
        requirement:
          'the level rises at iteration 5, on a plateau of three, and after a regression, each with its reason',
        lives: ['src/core/prompt/reinforcement.ts', 'src/faces/export/recovery.ts'],
      },
    },
    'Reinforcement levels': {
      adaptive: {
        requirement: 'the level is one of OFF, MINIMAL, STANDARD, AGGRESSIVE and ADAPTIVE',
        lives: ['src/core/prompt/reinforcement.ts', 'src/core/state/reinforcement-level.ts'],
        deviation: 'ADAPTIVE is the setting that moves between the levels, the others pin one (SPEC §17)',
      },
    },
    'Recovery attempts': {
      trigger: {
        requirement: 'a recovery names what triggered it: what was detected, and of which kind',
        lives: 'src/faces/reports/recovery-history.ts',
      },
      'protocol-steps': {
        requirement: 'its steps are pause, diagnose, adapt, retry and escalate, each with its time and what it did',
        lives: 'src/faces/reports/recovery-history.ts',
        deviation: 'a step that did not happen is left out',
      },
    },
    'Detection state': {
      'detected-patterns': {
        requirement: 'detected patterns with id, name, iteration, severity, and whether a person called them false',
        lives: 'src/faces/export/export-loop.ts',
        deviation: 'ids are words, such as test-deleted',
      },
    },
    'Performance metrics': {
      'true-positives': {
        requirement:
          'true positives are losses that a person confirmed, false positives those that a person marked, and the rate is their share',
        lives: ['src/core/findings/false-positives.ts', 'src/faces/export/export-loop.ts'],
        deviation: 'of what a person decided about, not of all that was detected; null until then (SPEC §17)',
      },
      latency: {
        requirement: 'the detection latency at the 95th and 99th percentile, and by how much iterations became longer',
        lives: ['src/faces/export/export-loop.ts', 'src/core/analytics/overhead.ts'],
      },
    },
    'State updates': {
      'on-start': {
        requirement:
          'at the start there is a baseline, detection is on, reinforcement is minimal and nothing has happened',
        lives: ['src/core/evolve.ts', 'src/faces/export/export-loop.ts'],
      },
      'on-iteration': {
        requirement: 'each completed iteration is appended, the best is updated, and the total is counted',
        deviation: 'total_iterations is called iteration, without those made by hand',
        lives: ['src/core/evolve-iteration.ts', 'src/faces/export/export-loop.ts'],
      },
      'on-regression': {
        requirement: 'a regression is appended to the events, and recoveries are counted',
        lives: ['src/core/evolve-iteration.ts', 'src/faces/export/regressions.ts'],
        deviation: 'a recovery counts when it began: the first regression is only rolled back (SPEC §7)',
      },
      'on-complete': {
        requirement: 'at the end detection is off and the best is final',
        lives: ['src/core/evolve.ts', 'src/faces/export/export-loop.ts'],
      },
    },
  },
} as const satisfies Seed;
