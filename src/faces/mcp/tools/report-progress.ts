import { z } from 'zod';
import { metricsSchema, unmeasured } from '../../../core/metrics/metrics.ts';
import { taskTypeSchema } from '../../../core/state/task-type.ts';
import { createProgressTracker } from '../../library/progress-tracker.ts';
import type { TrackerMessage } from '../../library/tracker-messages.ts';
import { tool } from '../tool.ts';

/** What was not measured may be left out. */
const metrics = metricsSchema.partial().transform((known) => metricsSchema.parse({ ...unmeasured, ...known }));
const outcome = { metrics, criteria_hold: z.boolean().optional(), tree: z.string().optional() };

const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('BaselineRequest'), ...outcome }),
  z.object({
    type: z.literal('IterationComplete'),
    iteration: z.int().positive(),
    started_from: z.int().nonnegative().optional(),
    ...outcome,
  }),
  z.object({ type: z.literal('LoopDecisionRequest'), complete: z.boolean().optional() }),
]);

/** One tracker for each server, as a client is one conversation. */
export function reportProgress() {
  let tracker = createProgressTracker();
  return tool({
    name: 'report_progress',
    title: 'Report an iteration to the progress tracker',
    description:
      'For agents that run a loop of their own: report what you measured, first with BaselineRequest, then IterationComplete in order. Answers with the deltas, alerts and what to do next, by the rules of every loop; LoopDecisionRequest with complete asks which iteration to keep. It judges your figures and approves nothing.',
    input: {
      message,
      task_type: taskTypeSchema.optional().describe('with BaselineRequest'),
      max_iterations: z.int().positive().optional().describe('with BaselineRequest'),
    },
    output: { replies: z.array(z.looseObject({ type: z.string() })) },

    async run({ message: said, task_type: taskType, max_iterations: maxIterations }) {
      if (said.type === 'BaselineRequest')
        tracker = createProgressTracker({ ...(taskType && { taskType }), ...(maxIterations && { maxIterations }) });
      const replies = await tracker.receive(withoutUndefined(said) as TrackerMessage, tracker);
      const plain = JSON.parse(JSON.stringify(replies));
      return { text: JSON.stringify(plain, null, 2), result: { replies: plain } };
    },
  });
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;
}
