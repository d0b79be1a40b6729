import type { LoopState } from '../core/state/state.ts';
import type { LoopPaths } from '../store/layout.ts';
import { markLog, saveSummary } from '../store/summary.ts';

/**
 * Saves the summary of a running loop whenever nothing has been recorded for a while, as when an agent works: `list` and
 * `status` then need not read a log that may be long. A short iteration pays nothing.
 */
export function rememberSummary(paths: LoopPaths, quietMs = 1000) {
  let latest: LoopState | null = null;
  const save = async () => {
    if (latest) await saveSummary(paths, latest, await markLog(paths));
  };
  const timer = setTimeout(() => void save().catch(() => {}), quietMs).unref();
  return {
    observe(state: LoopState): void {
      latest = state;
      timer.refresh();
    },
    stop(): void {
      clearTimeout(timer);
    },
  };
}
