import { join } from 'node:path';
import type { Analyst } from '../analyst/client.ts';
import type { Collected } from '../collectors/assemble.ts';
import type { MeasureRequest } from '../runner/ports.ts';
import type { Project } from '../store/layout.ts';
import type { GitWorkspace } from '../workspace/index.ts';

/** Size and complexity of a snapshot; what was parsed once is remembered per project, by content, and not read again. */
export function codeMeter(project: Project, analyst: Analyst, { paths, blobs }: Pick<GitWorkspace, 'paths' | 'blobs'>) {
  return async (request: MeasureRequest, signal: AbortSignal): Promise<NonNullable<Collected['code']>> => {
    try {
      const now = await blobs(request.commit);
      const before = request.parent ? changedSince(await blobs(request.parent), now) : {};
      const input = {
        root: request.root,
        paths: await paths(request.commit),
        blobs: now,
        before,
        cacheFile: join(project.folder, 'code-cache.json'),
      };
      return await analyst.ask('code', input, signal);
    } catch (error) {
      signal.throwIfAborted();
      return { files: null, loc: null, complexity: null, unknown: [`code: ${(error as Error).message}`] };
    }
  };
}

/** What the files that changed held before; null for new ones. */
function changedSince(before: Record<string, string>, now: Record<string, string>): Record<string, string | null> {
  const changed = Object.keys(now).filter((path) => now[path] !== before[path]);
  return Object.fromEntries(changed.map((path) => [path, before[path] ?? null]));
}
