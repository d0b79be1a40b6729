import type { Collected } from '../collectors/assemble.ts';
import type { MeasureRequest } from '../ports/index.ts';
import type { Analyst } from './client.ts';

/** The files of a snapshot, relative to the root, and git's name for the content of each. */
interface SnapshotFiles {
  paths(commit: string): Promise<string[]>;
  blobs(commit: string): Promise<Record<string, string>>;
}

/** Size and complexity of a snapshot. Results are cached per project by content, so a file is parsed only once. */
export function codeMeter(cacheFile: string, analyst: Analyst, { paths, blobs }: SnapshotFiles) {
  return async (request: MeasureRequest, signal: AbortSignal): Promise<NonNullable<Collected['code']>> => {
    try {
      const now = await blobs(request.commit);
      const before = request.parent ? changedSince(await blobs(request.parent), now) : {};
      const input = {
        root: request.root,
        paths: await paths(request.commit),
        blobs: now,
        before,
        cacheFile,
      };
      return await analyst.ask('code', input, { signal, timeoutMs: request.settings.metrics.timeoutMinutes * 60_000 });
    } catch (error) {
      signal.throwIfAborted();
      return { files: null, loc: null, complexity: null, unknown: [`code: ${(error as Error).message}`] };
    }
  };
}

/** The earlier blob of each changed file; null for new files. */
function changedSince(before: Record<string, string>, now: Record<string, string>): Record<string, string | null> {
  const changed = Object.keys(now).filter((path) => now[path] !== before[path]);
  return Object.fromEntries(changed.map((path) => [path, before[path] ?? null]));
}
