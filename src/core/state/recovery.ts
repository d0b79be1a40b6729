import { z } from 'zod';

/** What went wrong, drawn from recorded evidence by rules. */
export const diagnosisSchema = z.object({
  kind: z.enum([
    'flaky',
    'lost-tests',
    'guarded',
    'broke-tests',
    'unmeasurable',
    'worse',
    'same-error',
    'going-round',
    'same-tree',
    'standing-still',
  ]),
  rootCause: z.string(),
  confidence: z.number().min(0).max(1),
  /** The facts it rests on, one line each. */
  evidence: z.array(z.string()),
});
export type Diagnosis = z.infer<typeof diagnosisSchema>;

export const strategySchema = z.enum([
  'smaller-step',
  'different-approach',
  'narrower-scope',
  'fresh-start',
  'another-agent',
]);
export type StrategyName = z.infer<typeof strategySchema>;
