import { currentIteration, type LoopState } from './state.ts';

/**
 * The iteration whose tree the loop left in the workspace: its best, but an abort that does not answer a question keeps the
 * tree as it finds it, held back or not. Null before the end, and if an agent was at work or a person may have been since.
 */
export function iterationInTree(state: LoopState): number | null {
  const { ended, abort, best, iterations, unsaved, workspaceTree } = state;
  if (!ended) return null;
  if (ended.ending !== 'aborted') return best;
  if (abort?.revert) return 0;
  if (abort?.toBest && best !== null) return best;
  if (unsaved) return null;
  if (workspaceTree !== null)
    return (
      iterations.findLast(({ snapshot }) => [snapshot?.tree, snapshot?.seen?.tree].includes(workspaceTree))?.n ?? null
    );
  const last = currentIteration(state);
  return last?.snapshot ? last.n : null;
}
