import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** What the loop passes to its built-in agent, in the file named by JUMAR_REPAIR_CONTEXT. */
export const repairContextSchema = z.strictObject({
  /** The workspace, and the folder in it where the commands run. */
  root: z.string(),
  cwd: z.string(),
  iteration: z.number(),
  /** The commands of the criteria. */
  commands: z.array(z.string()),
  /** Globs of files that must not be changed. */
  protected: z.array(z.string()),
  /** Outside the workspace; remembers what was tried across iterations and resumes. */
  memory: z.string(),
  blockedFile: z.string(),
  budgetMs: z.number().positive(),
  workers: z.int().positive(),
});

export type RepairContext = z.infer<typeof repairContextSchema>;

export async function readContext(file: string): Promise<RepairContext> {
  return repairContextSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}
