import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** What the loop tells its built-in agent, in the file that JUMAR_REPAIR_CONTEXT names. */
export const repairContextSchema = z.strictObject({
  /** The workspace, and the folder in it where the commands run. */
  root: z.string(),
  cwd: z.string(),
  iteration: z.number(),
  /** The commands of the criteria. */
  commands: z.array(z.string()),
  /** Globs of what must not be changed. */
  protected: z.array(z.string()),
  /** Outside the workspace; holds what was tried, over iterations and resumes. */
  memory: z.string(),
  blockedFile: z.string(),
  budgetMs: z.number().positive(),
  workers: z.int().positive(),
});

export type RepairContext = z.infer<typeof repairContextSchema>;

export async function readContext(file: string): Promise<RepairContext> {
  return repairContextSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}
