import { join } from 'node:path';
import type { Analyst } from '../analyst/client.ts';
import type { Collected } from '../collectors/assemble.ts';
import type { MeasureRequest } from '../runner/ports.ts';
import type { Project } from '../store/layout.ts';

/** Size and complexity of a snapshot; what was parsed once is remembered per project, by content. */
export function codeMeter(project: Project, analyst: Analyst, paths: (commit: string) => Promise<string[]>) {
  return async (request: MeasureRequest, signal: AbortSignal): Promise<NonNullable<Collected['code']>> => {
    try {
      const input = {
        root: request.root,
        paths: await paths(request.commit),
        cacheFile: join(project.folder, 'code-cache.json'),
      };
      return await analyst.ask('code', input, signal);
    } catch (error) {
      signal.throwIfAborted();
      return { files: null, loc: null, complexity: null, unknown: [`code: ${(error as Error).message}`] };
    }
  };
}
