import { z } from 'zod';
import { regressionTypes } from '../../core/findings/regression-types.ts';
import { severities } from '../../core/metrics/severity.ts';

const time = z.iso.datetime();
const count = z.int().nonnegative().nullable();
const percent = z.number().min(0).max(100).nullable();
const iteration = z.int().positive();
const severity = z.enum(severities);

const artifactSchema = z.object({
  path: z.string(),
  hash: z.string().nullable().describe('git hash of the content; null if the file is gone or unknown'),
  size_bytes: count,
});

const iterationSchema = z.object({
  iteration,
  by_hand: z.boolean().describe("made from a person's edits between two sessions"),
  timestamp: time,
  quality_score: percent.describe('0 to 100; null if too little could be measured'),
  quality_delta: z.number().nullable().describe('from the iteration whose tree it started from'),
  quality_breakdown: z.record(z.string(), percent),
  classification: z.enum(['baseline', 'forward', 'plateau', 'regression', 'stalled']).nullable(),
  artifacts: z.array(artifactSchema).describe('files it created, changed or removed'),
  snapshot_path: z.string(),
  snapshot_commit: z.string().nullable().describe('in the shadow repository'),
  test_results: z
    .object({
      total: z.int().nonnegative(),
      passed: z.int().nonnegative(),
      failed: z.int().nonnegative(),
      skipped: z.int().nonnegative(),
      coverage: percent,
    })
    .nullable(),
  metrics_snapshot: z
    .object({
      test_count: count,
      coverage_percentage: percent,
      typescript_errors: count,
      lint_errors: count,
      lint_warnings: count,
      error_count: count,
      file_count: count,
      lines_of_code: count,
      complexity: z.number().nonnegative().nullable(),
    })
    .nullable(),
  decision: z
    .object({ action: z.string(), rule: z.string(), reason: z.string(), confidence: z.number().min(0).max(1) })
    .nullable(),
  regression_detected: z.boolean(),
  recovery_attempted: z.boolean(),
});

const regressionSchema = z.object({
  event_id: z.uuid(),
  timestamp: time,
  iteration,
  regression_type: z.enum(regressionTypes),
  severity,
  details: z.object({
    raised_as: z.string().describe('the pattern or alert that found it'),
    message: z.string(),
    path: z.string().nullable(),
    line: z.int().nullable(),
    baseline_value: z.unknown(),
    current_value: z.unknown(),
    diff: z.object({ before: z.string(), after: z.string(), deleted_tests: z.array(z.string()) }),
    alerts: z.array(z.string()).describe('everything that raised this loss'),
  }),
  recurrences: z.array(iteration).describe('later iterations that have it as well'),
  recovery_protocol_invoked: z.boolean(),
  recovery_outcome: z.enum(['success', 'failed', 'escalated', 'skipped']).nullable(),
  human_gate_invoked: z.boolean(),
  human_decision: z.enum(['approve', 'reject', 'abort']).nullable(),
});

const step = { executed_at: time };
const recoverySchema = z.object({
  recovery_id: z.uuid(),
  timestamp: time,
  iteration,
  trigger: z.string(),
  protocol_steps: z.object({
    pause: z.object({ ...step, actions: z.array(z.string()) }),
    diagnose: z.object({ ...step, root_cause: z.string(), confidence: z.number().min(0).max(1) }),
    adapt: z.object({ ...step, strategy: z.string(), changes_made: z.array(z.string()) }).optional(),
    retry: z
      .object({ ...step, retry_iteration: iteration, outcome: z.enum(['success', 'failed']).optional() })
      .optional(),
    escalate: z.object({ ...step, reason: z.string(), human_decision: z.string().optional() }).nullable(),
  }),
  outcome: z.enum(['success', 'failed', 'escalated', 'aborted']).optional(),
});

const level = z.enum(['OFF', 'MINIMAL', 'STANDARD', 'AGGRESSIVE', 'ADAPTIVE']);

/** The whole persisted state of a loop, as `jumar export` prints it. What could not be measured is null. */
export const exportSchema = z
  .object({
    version: z.literal('2.0.0'),
    loop_id: z.string(),
    status: z.string(),
    ending: z.string().nullable(),
    ending_reason: z.string().nullable(),
    iteration: z.int().nonnegative().describe('made by agents; counts against max_iterations'),
    iterations_by_hand: z.int().nonnegative().describe('made by a person; also in the history, with by_hand'),
    max_iterations: z.int().positive(),
    task: z.string(),
    task_type: z.string(),
    agent: z.string(),
    completion_criteria: z.array(z.string()),
    started_at: time,
    last_updated: time,
    baseline_metrics: z
      .object({
        captured_at: time,
        test_count: count,
        coverage_percentage: percent,
        typescript_errors: count,
        lint_errors: count,
        lint_warnings: count,
        file_count: count,
        lines_of_code: count,
        custom_metrics: z.record(z.string(), z.number()),
      })
      .nullable(),
    iteration_history: z.array(iterationSchema),
    best_iteration: z
      .object({
        iteration,
        quality_score: percent,
        snapshot_path: z.string(),
        updated_at: time,
        selection_reason: z.string(),
      })
      .nullable()
      .describe('null if the baseline is still the best'),
    kept_iteration: z.int().nonnegative().nullable(),
    regression_events: z.array(regressionSchema),
    alerts: z
      .array(z.object({ iteration: z.int().nonnegative(), type: z.string(), severity, message: z.string() }))
      .describe('every metric alert, including those among the regression events'),
    human_decisions: z
      .array(
        z.object({
          timestamp: time,
          decision: z.enum([
            'approve',
            'reject',
            'block',
            'false-positive',
            'not-false',
            'apply',
            'abort',
            'loosened',
            'limits-raised',
          ]),
          iteration: z.int().nonnegative().nullable(),
          about: z.array(z.object({ id: z.string(), text: z.string().nullable() })),
          reason: z.string().nullable(),
          by: z.string(),
          person: z.string().nullable(),
        }),
      )
      .describe('answers at gates, marks of false positives, overrides and aborts; block is a timeout'),
    reinforcement_level: level,
    reinforcement_history: z.array(
      z.object({
        timestamp: time,
        iteration: z.int().nonnegative(),
        from_level: level,
        to_level: level,
        reason: z.string(),
      }),
    ),
    recovery_attempts: z.int().nonnegative(),
    recovery_history: z.array(recoverySchema),
    detection_enabled: z.boolean(),
    detected_patterns: z.array(
      z.object({
        pattern_id: z.string(),
        pattern_name: z.string(),
        iteration: z.int().nonnegative(),
        timestamp: time,
        severity,
        false_positive: z.boolean(),
      }),
    ),
    persistence_metrics: z.object({
      detection_latency_p95_ms: count,
      detection_latency_p99_ms: count,
      integration_overhead_percentage: z.number().nonnegative().nullable(),
      false_positive_rate: z.number().min(0).max(1).nullable().describe('null until someone has answered for one'),
      true_positive_count: z.int().nonnegative(),
      false_positive_count: z.int().nonnegative(),
    }),
    usage: z.object({
      active_ms: z.number().nonnegative(),
      agent_ms: z.number().nonnegative(),
      tokens: count,
      cost_usd: z.number().nonnegative().nullable(),
    }),
  })
  .meta({ title: 'Jumar loop state' });

export type ExportedLoop = z.infer<typeof exportSchema>;
