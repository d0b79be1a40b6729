import type { IterationState, LoopState } from '../core/state/state.ts';
import { stateHome } from '../store/home.ts';
import { loopPaths, projectOf } from '../store/layout.ts';
import { type GitWorkspace, openWorkspace } from '../workspace/index.ts';
import type { LoopPlace } from './host.ts';

/** The parts of a loop's snapshots that reports read. */
export type SnapshotReader = Pick<GitWorkspace, 'versions' | 'texts' | 'sizes' | 'listSnapshots'>;

/** Null if there are no readable snapshots. */
export async function openSnapshots({ project, loop }: LoopPlace): Promise<SnapshotReader | null> {
  return openWorkspace({ shadow: project.shadow, root: project.root, loop }).catch((): SnapshotReader | null => null);
}

/** A file that an iteration changed, with the hash of its new content. */
export interface ChangedFile {
  path: string;
  hash: string | null;
}

/** The files that an iteration changed; null if unknown. */
export async function readChangedFiles(
  snapshots: SnapshotReader | null,
  state: LoopState,
  { snapshot, parent }: Pick<IterationState, 'snapshot' | 'parent'>,
): Promise<ChangedFile[] | null> {
  const before = parent === null ? null : state.iterations[parent]?.snapshot;
  if (!snapshots || !snapshot || !before) return null;
  try {
    const changed = await snapshots.versions([before.tree, snapshot.tree]);
    return changed.map(({ path, blobs }) => ({ path, hash: blobs[1] ?? null }));
  } catch {
    return null;
  }
}

/** The files in which an iteration differs from the baseline: all that keeping it applies; null if unknown. */
export async function readAppliedFiles(
  snapshots: SnapshotReader | null,
  state: LoopState,
  n: number,
): Promise<ChangedFile[] | null> {
  return readChangedFiles(snapshots, state, { snapshot: state.iterations[n]?.snapshot ?? null, parent: 0 });
}

/** The folder and the snapshots of a loop, opened once on first use. */
export function openLoopFiles(env: NodeJS.ProcessEnv) {
  let opened: Promise<SnapshotReader | null> | null = null;
  const project = async (state: LoopState) => projectOf(await stateHome(env), state.workspace.root);
  return {
    folder: async (state: LoopState) => loopPaths(await project(state), state.id).folder,
    snapshots: (state: LoopState): Promise<SnapshotReader | null> => {
      opened ??= project(state).then(
        (loopProject) => openSnapshots({ project: loopProject, loop: state.id }),
        () => null,
      );
      return opened;
    },
  };
}
