import { z } from 'zod';
import type { Criterion } from '../core/criteria/criterion.ts';
import { describeCriterion } from '../core/criteria/describe.ts';
import { type Verdict, verdictSchema } from '../core/criteria/verdict.ts';
import { deltas } from '../core/metrics/deltas.ts';
import { metricNames, metricsSchema } from '../core/metrics/metrics.ts';
import { mutantCountsSchema, survivorSchema, unmutatedSchema } from '../core/metrics/mutants.ts';
import { scoreMetrics } from '../core/quality/score.ts';
import type { ScoreSettings } from '../core/state/score-settings.ts';
import { detailsOf, detailsSchema } from './measure-details.ts';
import type { MeasuredTree } from './measure-tree.ts';
import type { MutantsOfChange } from './mutants/mutants-of-change.ts';

const share = z.number().min(0).max(1);
const delta = z.number().nullable();

const scoreSchema = z.object({
  profile: z.enum(['dimensions', 'analytics']),
  score: share.nullable(),
  confidence: share,
  dimensions: z.array(
    z.object({
      name: z.string(),
      weight: z.number(),
      score: share.nullable(),
      contribution: z.number(),
      components: z.array(z.object({ name: z.string(), score: share.nullable() })),
    }),
  ),
  leftOut: z.array(z.string()),
  lost: z.array(z.string()),
});

const mutantsSchema = z.object({
  counts: mutantCountsSchema,
  survivors: z.array(survivorSchema).describe('faults in changed lines that no test notices'),
  unsupported: z.array(unmutatedSchema),
  problem: z.string().optional().describe('why none were tested'),
  durationMs: z.number(),
  testRunMs: z.number().nullable().describe('one run of all tests'),
});

/** What `jumar measure --json` prints. Fields may be added; none is renamed or removed within one `schema`. */
const outputSchema = z.object({
  schema: z.literal('jumar-measure/1'),
  metrics: metricsSchema,
  score: scoreSchema.describe('by the deciding profile'),
  scores: z.object({ dimensions: scoreSchema, analytics: scoreSchema }),
  checks: z.array(
    verdictSchema
      .omit({ excerpt: true, outputFile: true })
      .extend({ text: z.string().describe('the criterion, as it is shown'), kind: z.string() }),
  ),
  remedy: z.string().nullable().optional().describe('what to do so that the checks can run, if that is known'),
  details: detailsSchema,
  mutants: mutantsSchema.optional().describe('of what changed since HEAD, or the compared commit; only if asked for'),
  compared: metricsSchema.optional().describe('the metrics of the commit that --compare names'),
  deltas: z
    .object({
      ...Object.fromEntries(metricNames.map((name) => [name, delta])),
      custom: z.record(z.string(), delta),
    })
    .optional(),
});

/** The JSON Schema that the project publishes as `schemas/measure.schema.json`. */
export function measureJsonSchema(): string {
  const schema = z.toJSONSchema(outputSchema, { target: 'draft-2020-12', unrepresentable: 'any' });
  return `${JSON.stringify({ ...schema, $id: 'jumar/measure/1' }, null, 2)}\n`;
}

export function measureOutput(
  now: MeasuredTree,
  then: MeasuredTree | null,
  judged: {
    criteria: readonly Criterion[];
    verdicts: readonly Verdict[];
    score: ScoreSettings;
    remedy?: string | null;
    mutants?: MutantsOfChange | null;
  },
) {
  const { chosen, dimensions, analytics } = scoreMetrics(now.metrics, then?.metrics ?? null, judged.score);
  return {
    schema: 'jumar-measure/1',
    metrics: now.metrics,
    score: chosen,
    scores: { dimensions, analytics },
    checks: judged.verdicts.map(({ excerpt, outputFile, ...verdict }) => {
      const criterion = judged.criteria.find(({ id }) => id === verdict.criterion);
      const text = criterion ? describeCriterion(criterion) : verdict.criterion;
      return { ...verdict, text, kind: criterion?.kind ?? 'unknown' };
    }),
    remedy: judged.remedy ?? null,
    details: detailsOf(now, then),
    ...(judged.mutants && { mutants: judged.mutants }),
    ...(then && { compared: then.metrics, deltas: deltas(then.metrics, now.metrics) }),
  };
}
