import { surveyProject } from '../project/survey.ts';
import { UsageError } from '../system/usage-error.ts';

const CAN_CHANGE = new Set(['JavaScript', 'TypeScript', 'Python']);

/** Why the built-in agent cannot work in this project; null if it can. */
export async function repairProblem(root: string): Promise<string | null> {
  const languages = (await surveyProject(root)).languages.map(({ language }) => language);
  if (languages.some((one) => CAN_CHANGE.has(one))) return null;
  if (languages.length > 0) return `${ONLY}; this is ${languages.join(', ')}`;
  // Loaded only here: it brings the guard along.
  const { listRepairableFiles } = await import('../repair/index.ts');
  const files = await listRepairableFiles(root).catch(() => []);
  return files.length > 0 ? null : `${ONLY}; there is no such file here`;
}

const ONLY = 'it changes only JavaScript, TypeScript and Python';

/** Throws if no agent but the built-in one was chosen, and it could only find out that it cannot work here. */
export async function refuseUnsuitedRepair(root: string, agents: readonly string[]): Promise<void> {
  if (agents.length === 0 || agents.some((name) => name !== 'repair')) return;
  const problem = await repairProblem(root);
  if (problem === null) return;
  throw new UsageError(
    `the built-in repair agent cannot work here: ${problem}`,
    'choose an agent that can: jumar doctor lists them, --agent-command "<shell command>" runs anything',
  );
}
