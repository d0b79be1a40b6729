export { type IterationTimes, type Overhead, overhead, percentile } from './analytics/overhead.ts';
export { criteriaScore } from './criteria/criteria-score.ts';
export { type Criterion, commandOf, criterionSchema } from './criteria/criterion.ts';
export { allHold, type Verdict, verdictSchema } from './criteria/verdict.ts';
export { evolve } from './evolve.ts';
export { excerptOf } from './failures/excerpt.ts';
export type { Failure } from './failures/failure.ts';
export { failuresIn } from './failures/find.ts';
export { fold } from './fold.ts';
export { judge } from './judge.ts';
export { loopId } from './loop-id.ts';
export {
  type AlertThresholds,
  alertSettingsSchema,
  type MetricAlert,
  metricAlertSchema,
  metricAlerts,
  stallAlert,
} from './metrics/alerts.ts';
export { type Classification, type Classified, classificationSchema, classify } from './metrics/classify.ts';
export { type Deltas, deltas, iterationDeltas } from './metrics/deltas.ts';
export {
  errorCount,
  type MetricName,
  type Metrics,
  metricNames,
  metricsSchema,
  metricValue,
  passRate,
  unmeasured,
} from './metrics/metrics.ts';
export type { TestCounts } from './metrics/test-counts.ts';
export { nextStep } from './next-step.ts';
export { createNotes } from './progress/create.ts';
export { strategies } from './progress/index.ts';
export type {
  CheckContext,
  IterationContext,
  NotesLimits,
  ProgressNotes,
  ProgressStrategy,
} from './progress/notes.ts';
export { strategyFrom } from './progress/own-strategy.ts';
export { progressText } from './progress/progress-text.ts';
export { defaultTemplate, type PromptContext, promptContext } from './prompt/prompt.ts';
export { type Scored, scoreMetrics } from './quality/score.ts';
export { scoreOf } from './quality/score-of.ts';
export type { QualityScore } from './quality/weigh.ts';
export { type Stuck, stuckReflection } from './reflection/stuck.ts';
export { bestOf } from './selection/best.ts';
export { type Decision, decisionSchema, type Ending } from './state/decision.ts';
export { EVENT_VERSION, type EventOf, eventSchema, type LoopEvent, type Recorded } from './state/events.ts';
export { outcomes, type Status } from './state/outcome.ts';
export { defaultScoreSettings, type ScoreSettings, scoreSettingsSchema } from './state/score-settings.ts';
export { defaultSettings, type Settings, settingsSchema } from './state/settings.ts';
export { currentIteration, type IterationState, isNoop, type LoopState } from './state/state.ts';
export type { Step } from './state/step.ts';
export { detectTaskType, type TaskPreset, type TaskType, taskTypeSchema, taskTypes } from './state/task-type.ts';
export { plainText } from './text/plain-text.ts';
