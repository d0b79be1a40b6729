import { mkdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { IterationFiles } from '../ports/index.ts';
import { writeFileAtomic } from '../system/files.ts';
import { iterationFolder, type LoopPaths } from './layout.ts';

const MAX_READ = 64 * 1024;

/** Prompts, outputs and other large files of a loop, under `iterations/NNNN/` beside its log. */
export function iterationFiles(paths: LoopPaths): IterationFiles {
  const place = (iteration: number, name: string) => {
    const folder = iterationFolder(iteration);
    mkdirSync(join(paths.iterations, folder), { recursive: true, mode: 0o700 });
    return {
      absolute: join(paths.iterations, folder, name),
      relative: join('iterations', folder, name),
    };
  };
  return {
    path: place,
    async write(iteration, name, text) {
      const at = place(iteration, name);
      await writeFileAtomic(at.absolute, text);
      return at;
    },
    async read(iteration, name, maxChars = MAX_READ) {
      const text = await readFile(place(iteration, name).absolute, 'utf8').catch(() => null);
      return text === null ? null : text.slice(0, maxChars);
    },
    remove: (iteration, name) => rm(place(iteration, name).absolute, { force: true }),
  };
}
