import type { Seed } from './support/seed.ts';

export const seed000 = {
  number: '000',
  title: 'Progress tracker',
  parts: {
    'Interface and messages': {
      methods: {
        requirement: 'it is a partner in a conversation: send, receive, generateReply, initiateChat',
        lives: 'src/faces/library/progress-tracker.ts',
      },
      receives: {
        requirement: 'it receives a baseline request, completed iterations and requests for a decision',
        lives: ['src/faces/library/progress-tracker.ts', 'src/faces/library/tracker-messages.ts'],
      },
      sends: {
        requirement: 'it sends progress reports, regression alerts for orchestrator and human, and the selection',
        lives: ['src/faces/library/progress-tracker.ts', 'src/faces/library/tracker-messages.ts'],
      },
    },
    'Conversation pattern': {
      conversation: {
        requirement:
          'forward progress is answered with continue, a fall of the coverage with an alert, the end with the selection',
        lives: ['src/faces/library/progress-tracker.ts', 'src/core/findings/blocking.ts'],
        deviation:
          'lost coverage alone warns; a rollback is advised only where something critical is lost (SPEC §7, §17)',
      },
      'selection-message': {
        requirement: 'the selection has the trajectory, selected against final, the degradation and the rationale',
        lives: ['src/faces/library/tracker-messages.ts', 'src/faces/reports/best-tracker.ts'],
        deviation:
          'loop_id and artifacts_applied are in trajectory.json: the tracker has no files; the figures of comparison_to_final stand beside the selection',
      },
    },
    'Judgement and thoughts': {
      'tracker-judge': {
        requirement: 'its decisions are those of the loop: the same rules, and the same score for the same metrics',
        lives: ['src/faces/library/tracked-loop.ts', 'src/core/judge.ts'],
      },
      thoughts: {
        requirement: 'a report carries goal, extraction, reasoning, exceptions and synthesis',
        lives: 'src/faces/library/thoughts.ts',
      },
    },
    'Example: the baseline is captured': {
      'baseline-file': {
        requirement:
          'iteration 0 is measured before any work: tests, coverage with its lines, lint, types, build, code',
        lives: ['src/core/next-step.ts', 'src/faces/reports/iteration-metrics.ts'],
        deviation:
          'what cannot be measured is null and named, never 0 (SPEC §3); that it is stored, and what comes next, are baseline_stored and next_action in the seed, here the file and its recommendation',
      },
      'baseline-class': {
        requirement: 'the baseline is classified as such, with a score, and the loop goes on to iteration 1',
        lives: 'src/core/metrics/classify.ts',
      },
    },
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
      'regression-file': {
        requirement: 'the iteration is classified as a regression, in the iteration in which it happened',
        lives: ['src/core/metrics/classify.ts', 'src/faces/reports/iteration-metrics.ts'],
      },
      'rollback-advice': {
        requirement: 'rollback is recommended, with the target, the reason and a confidence, and the best is preserved',
        lives: ['src/core/rules/regression.ts', 'src/faces/reports/iteration-metrics.ts'],
      },
    },
    'Example: the best output is selected': {
      'selection-peak': {
        requirement: 'of five iterations the peak is selected, not the final one',
        lives: ['src/core/selection/best.ts', 'src/core/selection/selection.ts'],
        deviation: 'verified before unverified, then the score (SPEC §8)',
      },
      'selection-criteria': {
        requirement: 'the selection says by which criteria it was made, and why the final iteration was not taken',
        lives: 'src/faces/reports/best-tracker.ts',
      },
      'selection-figures': {
        requirement: 'selected against final: the difference and the percentage',
        lives: 'src/core/selection/selection.ts',
      },
      degradation: {
        requirement:
          'the degradation after the peak: where it began, its pattern, how many iterations, how much was lost',
        lives: 'src/core/selection/selection.ts',
      },
      'selection-files': {
        requirement: 'the selection lists every file that was applied, and where it came from',
        lives: ['src/faces/reports/selection.ts', 'src/app/snapshots.ts'],
      },
    },
    'Capability 1: baseline capture': {
      'baseline-path': {
        requirement: 'the baseline is stored in a file of its own, named as iteration 0',
        lives: 'src/faces/reports/files/projected-files.ts',
        deviation: 'in the state folder, as the project holds nothing of Jumar; as JSON',
      },
      'coverage-by-default': {
        requirement: 'coverage is measured without being asked for, so that a fall of it raises an alert',
        lives: ['src/checks/criteria/coverage-trial.ts', 'src/core/verification/coverage-mode.ts'],
        deviation: 'if it makes the tests at most 20 % slower, as one run at the baseline shows; the cost is said',
      },
    },
    'Capability 2: iteration monitoring': {
      'one-run': {
        requirement: 'after each iteration the tests run and their output is stored and parsed',
        lives: ['src/checks/criteria/checker.ts', 'src/collectors/test-output/index.ts'],
        deviation: 'one run serves both verification and measurement (SPEC §3)',
      },
      'error-count': {
        requirement: 'errors are counted from tests, compilers, linters and the build',
        lives: 'src/core/metrics/metrics.ts',
      },
    },
    'Capability 3: classification': {
      classes: {
        requirement: 'forward, plateau, regression and stalled follow from the movement of the metrics',
        lives: 'src/core/metrics/classify.ts',
        deviation: 'in the order regression, stalled, plateau, forward (SPEC §5)',
      },
    },
    'Capability 4: alerts': {
      'alert-table': {
        requirement: 'seven triggers, each with its condition and severity',
        lives: 'src/core/metrics/alerts.ts',
        deviation:
          'a test that is replaced under another name is no deletion; by counts alone a loss is high (SPEC §5)',
      },
      'alert-actions': {
        requirement:
          'a critical alert rolls back at once, a high one flags the iteration, a medium one asks for a look',
        lives: ['src/core/rules/regression.ts', 'src/core/metrics/alerts.ts'],
        deviation: 'a medium alert warns; config makes alerts block (`alerts.block`; SPEC §17)',
      },
    },
    'Capability 5: best iteration tracking': {
      'one-best-file': {
        requirement: 'one iteration at a time is marked as the best, while the best moves on',
        lives: 'src/faces/reports/files/projected-files.ts',
        deviation: 'the baseline is the first best, so that work which only gets worse keeps it (SPEC §17)',
      },
      'best-tracker': {
        requirement: 'the tracker file holds the best iteration, its score and the path of its artifacts',
        lives: 'src/faces/reports/best-tracker.ts',
      },
      'all-snapshots': {
        requirement: 'every iteration is kept as a snapshot until the loop ends, with its changed files and metrics',
        lives: ['src/workspace/git-workspace.ts', 'src/faces/reports/files/projected-files.ts'],
        deviation: 'artifacts are a list with hashes; the content is the snapshot (SPEC §17)',
      },
      'snapshot-contents': {
        requirement: 'a snapshot comes with its test results, its coverage and its metrics',
        lives: ['src/faces/reports/iteration-metrics.ts', 'src/faces/reports/files/projected-files.ts'],
        deviation: 'as figures and the output of the checks; the tool’s own coverage report is not kept',
      },
      'best-restored': {
        requirement: 'when the loop ends the selected artifacts are applied to the working tree',
        lives: ['src/core/next-step.ts', 'src/workspace/restore.ts'],
      },
    },
    'Capability 6: infinite loops': {
      signature: {
        requirement:
          'test count, pass rate, coverage and errors that return within five iterations end a loop after the tenth',
        lives: ['src/core/rules/cycling.ts', 'src/core/recovery/signatures.ts'],
        deviation: 'another state must lie between; a tree that comes back is noticed at any time (SPEC §7, §17)',
      },
      'infinite-loop': {
        requirement:
          'a critical alert has the cycle in its message; first a recovery, and if the tree comes back again the loop ends; the state is kept',
        lives: ['src/core/rules/cycling.ts', 'src/core/metrics/alerts.ts', 'src/core/evolve-iteration.ts'],
        deviation:
          'it stops and can be resumed (exit 3; SPEC §7, §13), and asks a person only if the cause is uncertain; while no test passes a first return is only told to the agent',
      },
    },
    'Capability 7: stalls': {
      stall: {
        requirement: 'three plateaus whose score varies by less than 0.02, with no metric improved, are a stall',
        lives: 'src/core/metrics/classify.ts',
      },
      'stall-alert': {
        requirement: 'a stall raises an alert, and first a different approach is tried, then the loop ends',
        lives: ['src/core/rules/stalled.ts', 'src/core/metrics/alerts.ts'],
        deviation: 'only where the measure is fine enough to show a step (`rules.stallSteps`; SPEC §7)',
      },
    },
    'Quality score': {
      weights: {
        requirement: 'five dimensions weighted 0.30, 0.25, 0.25, 0.10 and 0.10 give a score from 0 to 1',
        lives: ['src/core/quality/dimensions.ts', 'src/core/quality/weigh.ts'],
        deviation: 'unknown components drop out and lower the confidence (SPEC §4)',
      },
      components: {
        requirement:
          'each dimension has its components: tests, build, lint; coverage, count; rate, errors; warnings, complexity; size',
        lives: 'src/core/quality/dimensions.ts',
      },
      acceptance: {
        requirement: 'a score of 0.70 is acceptable; one below it is said to be so',
        lives: 'src/faces/reports/end-rows.ts',
        deviation: 'it decides nothing: criteria do (SPEC §2)',
      },
    },
    Reporting: {
      'iteration-report': {
        requirement:
          'an iteration report has the metrics table, the score breakdown, alerts, best tracker and recommendation',
        lives: 'src/faces/reports/iteration-report.ts',
      },
    },
    'Termination recommendations': {
      continues: {
        requirement: 'below the target and the limit, with forward progress, the loop goes on',
        lives: 'src/core/rules/carry-on.ts',
      },
      'rolls-back': {
        requirement: 'a score more than 0.1 below the best is rolled back',
        lives: 'src/core/rules/regression.ts',
      },
      'stops-and-escalates': {
        requirement: 'repeated regressions go to a person, a stall after a recovery stops',
        lives: ['src/core/rules/regression.ts', 'src/core/rules/stalled.ts'],
        deviation: 'a single critical regression is rolled back, not the end (SPEC §7)',
      },
      uncertain: {
        requirement: 'uncertainty goes to a person',
        lives: 'src/core/recovery/adapt.ts',
        deviation:
          'a diagnosis with a confidence below 0.5; metrics that cycle are recovered from first (SPEC §7, §10)',
      },
    },
    Hooks: {
      hooks: {
        requirement:
          'hooks before the loop, after an iteration, at the decision and after the loop get the event as JSON',
        lives: ['src/loop/hooks.ts', 'src/core/verification/hooks.ts'],
      },
      'hook-returns': {
        requirement: 'the hook at the decision returns an action, continue, stop, rollback or escalate, and a reason',
        lives: 'src/core/verification/stricter.ts',
        deviation: 'only a stricter one counts: a hook cannot declare success or pass a limit (SPEC §17)',
      },
    },
    Storage: {
      storage: {
        requirement: 'progress, iterations, reports and best tracker lie under the loop, by iteration number',
        lives: 'src/faces/reports/files/projections.ts',
        deviation: 'which one is best is in the files, not in a file name (SPEC §17)',
      },
    },
    'Never and always': {
      'no-final-pick': {
        requirement: 'the final iteration is never selected without comparison, and the choice is documented',
        lives: ['src/core/selection/selection.ts', 'src/faces/reports/selection.ts'],
      },
    },
  },
} as const satisfies Seed;
