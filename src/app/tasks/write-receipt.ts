import type { ListState } from '../../core/tasks/state.ts';
import { stateHome } from '../../store/home.ts';
import { listPaths, projectFor } from '../../store/layout.ts';
import { writeFileAtomic } from '../../system/files.ts';
import type { AppContext } from '../context.ts';

/** Writes `result.json` beside the log of the list, and returns its path. */
export async function writeListReceipt(
  { env }: AppContext,
  { id, workspace }: ListState,
  json: string,
): Promise<string> {
  const { receipt } = listPaths(projectFor(await stateHome(env), workspace.root), id);
  await writeFileAtomic(receipt, json);
  return receipt;
}
