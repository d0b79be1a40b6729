import { z } from 'zod';
import { taskTypeSchema } from '../core/task-type.ts';

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** What a loop of the type is told at its start: `--set name=value`. Without a default it must be given. */
const inputSchema = z.union([
  text.transform((value) => ({ description: '', default: value as string | undefined })),
  z.strictObject({ description: z.string().default(''), default: text.optional() }),
]);

/** A template variable of the type's own: text, which may use inputs, or the content of a file of the project. */
const variableSchema = z.union([text.transform((value) => ({ text: value })), z.strictObject({ file: z.string() })]);

/**
 * A kind of loop. Keys that are not listed here are settings (`max-iterations`, `progress-max-chars`, `limits: …`) and
 * hold for loops of this type; unknown ones are refused like everywhere.
 */
export const loopTypeSchema = z.looseObject({
  description: z.string().default(''),
  /** The built-in type whose weights and window it has. */
  taskType: taskTypeSchema.optional(),
  /** The task, where none is given on the command line; may use inputs. */
  task: z.string().optional(),
  promptTemplate: z.string().optional(),
  /** A file with the template, from the workspace's root. */
  template: z.string().optional(),
  /** Criteria, where none are given on the command line. */
  validation: z.union([z.string().transform((one) => [one]), z.array(z.string())]).optional(),
  inputs: z.record(z.string(), inputSchema).default({}),
  variables: z.record(z.string(), variableSchema).default({}),
});

export type LoopTypeDefinition = z.infer<typeof loopTypeSchema>;

/** Keys of a definition that are its own; all others are settings. */
export const OWN_KEYS: ReadonlySet<string> = new Set(Object.keys(loopTypeSchema.shape));
