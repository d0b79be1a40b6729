import type { LoopState } from '../core/state.ts';
import { stateHome } from '../store/home.ts';
import { loopPaths, projectOf } from '../store/layout.ts';
import type { ProjectionSources } from '../store/projections.ts';
import { type GitWorkspace, openWorkspace } from '../workspace/index.ts';
import type { CommandContext } from './context.ts';

/** Reads from the shadow repository what the files of a loop show beside its log. Nothing of it may fail the loop. */
export function projectionSources(context: Pick<CommandContext, 'env'>): ProjectionSources {
  let opened: Promise<GitWorkspace> | null = null;
  const place = async (state: LoopState) => projectOf(await stateHome(context.env), state.workspace.root);
  const workspaceOf = (state: LoopState) => {
    opened ??= place(state).then(({ shadow, root }) => openWorkspace({ shadow, root, loop: state.id }));
    return opened;
  };
  return {
    async artifacts(state, n) {
      const [now, parent] = [state.iterations[n], state.iterations[state.iterations[n]?.parent ?? -1]];
      if (!now?.snapshot || !parent?.snapshot) return null;
      try {
        const changed = await (await workspaceOf(state)).versions([parent.snapshot.tree, now.snapshot.tree]);
        return changed.slice(0, MAX_ARTIFACTS).map(({ path, blobs }) => ({ path, hash: blobs[1] ?? null }));
      } catch {
        return null;
      }
    },
    async html(state) {
      const { htmlReport } = await import('../reporters/html/html-report.ts');
      const { folder } = loopPaths(await place(state), state.id);
      return htmlReport({ state, folder, workspace: await workspaceOf(state).catch(() => null) });
    },
  };
}

const MAX_ARTIFACTS = 1000;
