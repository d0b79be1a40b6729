import { z } from 'zod';
import { taskTypeSchema } from '../../core/state/task-type.ts';

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** A parameter of the loop type, set with `--set name=value`. Required if it has no default. */
const inputSchema = z.union([
  text.transform((value) => ({ description: '', default: value as string | undefined })),
  z.strictObject({ description: z.string().default(''), default: text.optional() }),
]);

/** A template variable that the type defines: text, which may use inputs, or the content of a project file. */
const variableSchema = z.union([text.transform((value) => ({ text: value })), z.strictObject({ file: z.string() })]);

/**
 * A loop type. Keys that are not listed here are settings (`max-iterations`, `progress-max-chars`, `limits: …`) and
 * apply to loops of this type. Unknown keys are an error, as everywhere.
 */
export const loopTypeSchema = z.looseObject({
  description: z.string().default(''),
  /** The built-in type whose weights and memory window it uses. */
  taskType: taskTypeSchema.optional(),
  /** The task, if the command line gives none. May use inputs. */
  task: z.string().optional(),
  promptTemplate: z.string().optional(),
  /** A file with the template, from the workspace's root. */
  template: z.string().optional(),
  /** Criteria, if the command line gives none. */
  validation: z.union([z.string().transform((one) => [one]), z.array(z.string())]).optional(),
  inputs: z.record(z.string(), inputSchema).default({}),
  variables: z.record(z.string(), variableSchema).default({}),
});

export type LoopTypeDefinition = z.infer<typeof loopTypeSchema>;

/** Keys that define the type; all others are settings. */
export const OWN_KEYS: ReadonlySet<string> = new Set(Object.keys(loopTypeSchema.shape));
