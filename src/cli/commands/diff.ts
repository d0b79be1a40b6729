import { UsageError } from '../../config/errors.ts';
import { openWorkspace } from '../../workspace/index.ts';
import type { CommandContext } from '../context.ts';
import { commitOf, readLoop, splitTarget } from '../loop-reading.ts';

/** Without names: baseline to best. With one: what that iteration changed. With two: between them. */
export default async function diff(
  context: CommandContext,
  first: string | undefined,
  second: string | undefined,
  third: string | undefined,
  { stat = false }: { stat?: boolean },
): Promise<number> {
  const { loop, trees } = splitTarget([first, second, third]);
  if (trees.length > 2) throw new UsageError('diff takes at most two iterations');
  const { entry, state } = await readLoop(context, loop);
  const [a, b] = trees;
  const to = b ?? a ?? String(state.best ?? 0);
  const parent =
    a === undefined ? 0 : (state.iterations[Number.parseInt(a, 10)]?.parent ?? state.start?.iteration ?? 0);
  const from = b === undefined ? String(parent) : (a as string);
  const workspace = await openWorkspace({ shadow: entry.project.shadow, root: entry.project.root, loop: entry.id });
  const text = await workspace.diffText(await commitOf(workspace, state, from), await commitOf(workspace, state, to), {
    stat,
    colour: Boolean(context.stdout.isTTY) && !context.env.NO_COLOR,
  });
  context.stdout.write(text || `no difference between ${from} and ${to}\n`);
  return 0;
}
