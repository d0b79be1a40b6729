export { type Stuck, stuckReflection } from '../memory/stuck.ts';
export {
  type AlertThresholds,
  alertSettingsSchema,
  type MetricAlert,
  metricAlertSchema,
  metricAlerts,
  stallAlert,
} from './alerts.ts';
export { bestOf } from './best.ts';
export { type Classification, type Classified, classificationSchema, classify } from './classify.ts';
export { criteriaScore } from './criteria-score.ts';
export { type Criterion, commandOf, criterionSchema } from './criterion.ts';
export { type Decision, decisionSchema, type Ending } from './decision.ts';
export { type Deltas, deltas, iterationDeltas } from './deltas.ts';
export { EVENT_VERSION, type EventOf, eventSchema, type LoopEvent, type Recorded } from './events.ts';
export { evolve, fold } from './evolve.ts';
export { excerptOf } from './excerpt.ts';
export type { Failure } from './failures/failure.ts';
export { failuresIn } from './failures/find.ts';
export { judge } from './judge.ts';
export { loopId } from './loop-id.ts';
export {
  errorCount,
  type MetricName,
  type Metrics,
  metricNames,
  metricsSchema,
  metricValue,
  passRate,
  unmeasured,
} from './metrics.ts';
export { nextStep, type Step } from './next-step.ts';
export { outcomes, type Status } from './outcome.ts';
export { type IterationTimes, type Overhead, overhead, percentile } from './overhead.ts';
export { plainText } from './plain-text.ts';
export { progressText } from './progress.ts';
export { defaultTemplate, type PromptContext, promptContext } from './prompt.ts';
export { type Scored, scoreMetrics } from './quality/score.ts';
export type { QualityScore } from './quality/weigh.ts';
export { defaultScoreSettings, type ScoreSettings, scoreSettingsSchema } from './quality/weights.ts';
export { scoreOf } from './score.ts';
export { defaultSettings, type Settings, settingsSchema } from './settings.ts';
export { currentIteration, type IterationState, isNoop, type LoopState } from './state.ts';
export { detectTaskType, type TaskPreset, type TaskType, taskTypeSchema, taskTypes } from './task-type.ts';
export { allHold, type TestCounts, type Verdict, verdictSchema } from './verdict.ts';
