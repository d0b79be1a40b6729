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
  const write: IterationFiles['write'] = async (iteration, name, text) => {
    const at = place(iteration, name);
    await writeFileAtomic(at.absolute, text);
    return at;
  };
  const read = (iteration: number, name: string) => readFile(place(iteration, name).absolute, 'utf8').catch(() => null);
  return {
    path: place,
    write,
    read: async (iteration, name, maxChars = MAX_READ) => (await read(iteration, name))?.slice(0, maxChars) ?? null,
    writeData: (iteration, name, data) => write(iteration, name, `${JSON.stringify(data)}\n`),
    async readData(iteration, name) {
      const text = await read(iteration, name);
      return text === null ? null : JSON.parse(text);
    },
    remove: (iteration, name) => rm(place(iteration, name).absolute, { force: true }),
  };
}
