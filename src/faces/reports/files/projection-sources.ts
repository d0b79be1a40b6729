import { openLoopFiles, readAppliedFiles, readChangedFiles } from '../../../app/snapshots.ts';
import type { ProjectionSources } from './projections.ts';

const MAX_ARTIFACTS = 1000;

/** Reads data from the snapshots for the files of a loop. Must never fail the loop. */
export function projectionSources(env: NodeJS.ProcessEnv): ProjectionSources {
  const files = openLoopFiles(env);
  return {
    folder: (state) => files.folder(state),
    async artifacts(state, n) {
      const iteration = state.iterations[n];
      const changed = iteration && (await readChangedFiles(await files.snapshots(state), state, iteration));
      return changed?.slice(0, MAX_ARTIFACTS) ?? null;
    },
    async applied(state) {
      return state.best === null ? null : readAppliedFiles(await files.snapshots(state), state, state.best);
    },
    async html(state) {
      const { htmlReport } = await import('../html/html-report.ts');
      return htmlReport({ state, folder: await files.folder(state), workspace: await files.snapshots(state) });
    },
  };
}
