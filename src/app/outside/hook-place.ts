import { shellQuote } from '../../core/criteria/shell-words.ts';
import { executables } from '../../project/executables.ts';
import { stateHome } from '../../store/home.ts';
import { programFile } from '../../system/program.ts';
import { locateWorkspace } from '../../workspace/locate.ts';
import type { AppContext } from '../context.ts';

/** Where hooks are installed from, and how a shell starts this Jumar: by name if it is on the PATH, else by its files. */
export async function hookPlace(context: AppContext): Promise<{ root: string; stateHome: string; program: string }> {
  const { root } = await locateWorkspace(context.cwd);
  const isOnPath = executables([], context.env.PATH ?? '')('jumar');
  const program = isOnPath ? 'jumar' : `${shellQuote(process.execPath)} ${shellQuote(programFile())}`;
  return { root, stateHome: await stateHome(context.env), program };
}
