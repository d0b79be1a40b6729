/** Fragments of JSON Schema, so that the facts of the document below read as a table. */
type Schema = Record<string, unknown>;

const one = (type: string, more: Schema = {}): Schema => ({ type, ...more });
const text = one('string');
const flag = one('boolean');
const time = one('string', { format: 'date-time' });
const uuid = one('string', { format: 'uuid' });
const whole = (least?: number) => one('integer', least === undefined ? {} : { minimum: least });
const percent = one('number', { minimum: 0, maximum: 100 });
const share = one('number', { minimum: 0, maximum: 1 });
const word = (...words: string[]): Schema => ({ enum: words });
const list = (items: Schema): Schema => one('array', { items });
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, one('null')] });

/** An object with these fields; those whose name ends in `!` are required. Others may be left out, never null by accident. */
function fields(all: Record<string, Schema>): Schema {
  const entries = Object.entries(all).map(([name, schema]) => [name.replace('!', ''), schema] as const);
  const required = Object.keys(all).flatMap((name) => (name.endsWith('!') ? [name.slice(0, -1)] : []));
  return one('object', { required, properties: Object.fromEntries(entries) });
}

/** What a tool measures may be unknown, which is null and never 0: the one thing that the rule book adds to the document. */
const measured = orNull;

const level = word('OFF', 'MINIMAL', 'STANDARD', 'AGGRESSIVE', 'ADAPTIVE');
const severity = word('critical', 'high', 'medium', 'low');
const kinds = ['test_deletion', 'test_skipping', 'feature_removal', 'coverage_regression'];
const lossKind = word(...kinds, 'validation_bypass', 'assertion_weakening', 'error_suppression');

const baseline = fields({
  'captured_at!': time,
  'test_count!': measured(whole(0)),
  'coverage_percentage!': measured(percent),
  typescript_errors: orNull(whole(0)),
  lint_errors: orNull(whole(0)),
  lint_warnings: orNull(whole(0)),
  file_count: measured(whole(0)),
  lines_of_code: measured(whole(0)),
  custom_metrics: one('object'),
});

const iteration = fields({
  'iteration!': whole(1),
  'timestamp!': time,
  'quality_score!': measured(percent),
  quality_delta: measured(one('number')),
  quality_breakdown: fields(
    Object.fromEntries(
      ['validation', 'completeness', 'correctness', 'readability', 'efficiency'].map((name) => [
        name,
        measured(percent),
      ]),
    ),
  ),
  'artifacts!': list(fields({ path: text, hash: measured(text), size_bytes: measured(whole()) })),
  snapshot_path: text,
  test_results: orNull(
    fields({ total: whole(), passed: whole(), failed: whole(), skipped: whole(), coverage: measured(percent) }),
  ),
  metrics_snapshot: measured(
    fields({
      test_count: measured(whole()),
      coverage_percentage: measured(one('number')),
      typescript_errors: measured(whole()),
      lint_errors: measured(whole()),
    }),
  ),
  regression_detected: flag,
  recovery_attempted: flag,
});

const best = fields({
  iteration: whole(1),
  quality_score: measured(percent),
  snapshot_path: text,
  updated_at: time,
  selection_reason: text,
});

const loss = fields({
  event_id: uuid,
  'timestamp!': time,
  'iteration!': whole(1),
  'regression_type!': lossKind,
  'severity!': severity,
  details: fields({ baseline_value: {}, current_value: {}, diff: one('object') }),
  recovery_protocol_invoked: flag,
  recovery_outcome: orNull(word('success', 'failed', 'escalated', 'skipped')),
  human_gate_invoked: flag,
  human_decision: orNull(word('approve', 'reject', 'abort')),
});

const change = fields({ timestamp: time, iteration: whole(), from_level: text, to_level: text, reason: text });

const recovery = fields({
  recovery_id: uuid,
  'timestamp!': time,
  'iteration!': whole(1),
  'trigger!': text,
  protocol_steps: fields({
    pause: fields({ executed_at: time, actions: list(text) }),
    diagnose: fields({ executed_at: time, root_cause: text, confidence: share }),
    adapt: fields({ executed_at: time, strategy: text, changes_made: list(text) }),
    retry: fields({ executed_at: time, retry_iteration: whole(), outcome: word('success', 'failed') }),
    escalate: orNull(fields({ executed_at: time, reason: text, human_decision: text })),
  }),
  outcome: word('success', 'failed', 'escalated', 'aborted'),
});

const pattern = fields({
  pattern_id: text,
  pattern_name: text,
  iteration: whole(),
  timestamp: time,
  severity,
  false_positive: flag,
});

const persistence = fields({
  detection_latency_p95_ms: measured(whole()),
  detection_latency_p99_ms: measured(whole()),
  integration_overhead_percentage: measured(one('number')),
  false_positive_rate: measured(share),
  true_positive_count: whole(0),
  false_positive_count: whole(0),
});

/** The persisted state of a loop as the document describes it, with the standard fields of its example. */
export const persistedState = fields({
  'version!': text,
  'loop_id!': text,
  'status!': text,
  'iteration!': whole(),
  'task!': text,
  'completion_criteria!': list(text),
  'started_at!': time,
  'last_updated!': time,
  'baseline_metrics!': baseline,
  'iteration_history!': list(iteration),
  'best_iteration!': orNull(best),
  'regression_events!': list(loss),
  'reinforcement_level!': level,
  'reinforcement_history!': list(change),
  'recovery_attempts!': whole(0),
  'recovery_history!': list(recovery),
  'detection_enabled!': flag,
  'detected_patterns!': list(pattern),
  'persistence_metrics!': persistence,
});
