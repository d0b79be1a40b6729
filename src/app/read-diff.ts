import { unrecovered } from '../core/state/set-aside.ts';
import type { LoopState } from '../core/state/state.ts';
import { UsageError } from '../system/usage-error.ts';
import { openWorkspace } from '../workspace/index.ts';
import type { AppContext } from './context.ts';
import type { LoopPlace } from './host.ts';
import { commitOf, readLoop } from './loop-reading.ts';

export interface DiffRequest {
  loop?: string | undefined;
  /** Iterations or other saved trees. None: baseline to best. One: what it changed. Two: between them. */
  trees: readonly string[];
  stat?: boolean | undefined;
  colour: boolean;
}

/** What changed between two trees of a loop; an empty string if nothing did. */
export async function readDiff(context: AppContext, { loop, trees, stat = false, colour }: DiffRequest) {
  if (trees.length > 2) throw new UsageError('diff takes at most two iterations');
  const { entry, state } = await readLoop(context, loop);
  const [a, b] = trees;
  const to = b ?? a ?? String(state.best ?? 0);
  const parent =
    a === undefined ? 0 : (state.iterations[Number.parseInt(a, 10)]?.parent ?? state.start?.iteration ?? 0);
  const from = b === undefined ? String(parent) : (a as string);
  const workspace = await openWorkspace({ shadow: entry.project.shadow, root: entry.project.root, loop: entry.id });
  const after = await commitOf(workspace, state, to);
  const before =
    (b === undefined && isSetAside(to) ? await workspace.parentOf(after) : null) ??
    (await commitOf(workspace, state, from));
  return { from, to, text: await workspace.diffText(before, after, { stat, colour }) };
}

/** What was set aside and not applied since: the changes of each, with a headline. */
export async function readSetAside(context: AppContext, request: Omit<DiffRequest, 'trees'>): Promise<string> {
  const { entry, state } = await readLoop(context, request.loop);
  const texts = unrecovered(state).map(async ({ name }) => {
    const { text } = await readDiff(context, { ...request, loop: entry.id, trees: [name] });
    return `${name}\n${text}`;
  });
  return (await Promise.all(texts)).join('\n');
}

/** Its changes are those since the tree that the workspace was known to hold, not since an iteration. */
function isSetAside(tree: string): boolean {
  return /^(?:set-aside|saved)-/.test(tree);
}

/** From before the loop to its last snapshot. */
export async function readDiffSoFar(
  { project, loop }: LoopPlace,
  state: LoopState,
): Promise<{ to: number; text: string }> {
  const [first, last] = [state.iterations[0], state.iterations.findLast(({ snapshot }) => snapshot !== null)];
  if (!first?.snapshot || !last?.snapshot) throw new Error('nothing to compare yet');
  const workspace = await openWorkspace({ shadow: project.shadow, root: project.root, loop });
  const text = await workspace.diffText(first.snapshot.commit, last.snapshot.commit, { stat: false, colour: false });
  return { to: last.n, text };
}
