import type { Metrics } from '../metrics/metrics.ts';
import {
  type DimensionWeights,
  defaultDimensionWeights,
  defaultScoreSettings,
  type ScoreSettings,
} from '../state/score-settings.ts';
import { type TaskType, taskTypes } from '../state/task-type.ts';
import { analyticsScore } from './analytics.ts';
import { dimensionsScore } from './dimensions.ts';
import type { QualityScore } from './weigh.ts';

export interface Scored {
  dimensions: QualityScore;
  analytics: QualityScore;
  /** The profile that decides. */
  chosen: QualityScore;
}

/** Both profiles, every time; weights come from the settings, then the task type, then the rule book. */
export function scoreMetrics(
  metrics: Metrics,
  baseline: Metrics | null,
  settings: ScoreSettings = defaultScoreSettings,
  taskType: TaskType | null = null,
): Scored {
  const dimensions = dimensionsScore(metrics, baseline, weightsFor(settings, taskType));
  const analytics = analyticsScore(metrics, baseline, settings.analytics, settings);
  return { dimensions, analytics, chosen: settings.profile === 'analytics' ? analytics : dimensions };
}

function weightsFor(settings: ScoreSettings, taskType: TaskType | null): DimensionWeights {
  const set = Object.fromEntries(Object.entries(settings.dimensions).filter(([, weight]) => weight !== undefined));
  return { ...defaultDimensionWeights, ...(taskType && taskTypes[taskType].weights), ...set };
}
