import { z } from 'zod';

const weight = z.number().nonnegative();

const dimensionWeightsSchema = z.strictObject({
  validation: weight,
  completeness: weight,
  correctness: weight,
  readability: weight,
  efficiency: weight,
});
export type DimensionWeights = z.infer<typeof dimensionWeightsSchema>;

export const defaultDimensionWeights: DimensionWeights = {
  validation: 0.3,
  completeness: 0.25,
  correctness: 0.25,
  readability: 0.1,
  efficiency: 0.1,
};

const analyticsWeightsSchema = z.strictObject({
  tests_passing: weight.default(0.4),
  code_quality: weight.default(0.3),
  coverage: weight.default(0.2),
  complexity: weight.default(0.1),
});
export type AnalyticsWeights = z.infer<typeof analyticsWeightsSchema>;

/** How a snapshot is scored. Weights need not sum up to 1: they are normalised; a weight of 0 leaves a dimension out. */
export const scoreSettingsSchema = z.strictObject({
  profile: z.enum(['dimensions', 'analytics']).default('dimensions').describe('the deciding profile'),
  acceptance: z.number().min(0).max(1).default(0.7).describe('lowest acceptable score'),
  dimensions: dimensionWeightsSchema.partial().default({}).describe("overrides of the task type's weights"),
  analytics: analyticsWeightsSchema.prefault({}).describe('weights of the analytics profile'),
  maxSeverity: z.number().positive().default(2).describe('weight of a lint error; a warning is 1'),
  complexityThreshold: z.number().positive().default(10).describe('mean complexity that scores 0'),
});
export type ScoreSettings = z.infer<typeof scoreSettingsSchema>;

export const defaultScoreSettings = scoreSettingsSchema.parse({});
