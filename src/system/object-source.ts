import { GitError, type GitOptions } from './git.ts';
import type { Staying } from './lasting-git.ts';
import { type GitObject, readLooseObject } from './loose-objects.ts';
import { openObjectProcess } from './object-process.ts';

/** The objects of a repository, by full ids. Rejects with a GitError if git fails. */
export interface ObjectSource {
  /** Throws if one of them is missing. */
  read(ids: readonly string[]): Promise<GitObject[]>;
  /** The content of blobs that the repository has and that are no longer than `maxBytes`. */
  blobs(ids: readonly string[], maxBytes: number): Promise<Map<string, Buffer>>;
  /** In bytes; missing objects have no size. */
  sizes(ids: readonly string[]): Promise<Map<string, number>>;
  /** Ends the git that answers. */
  close(): void;
}

/** What one question may bring into memory. */
const MOST_BYTES_AT_ONCE = 16_000_000;

/** Reads objects that are files itself, and asks git for the others. `objects` is null if the folder is not known. */
export function openObjects(objects: string | null, options: () => GitOptions, stays?: Staying): ObjectSource {
  const git = openObjectProcess(options, stays);
  const loose = (id: string) => (objects === null ? null : readLooseObject(objects, id));

  const sizes = async (ids: readonly string[]) => {
    const found = await git.sizes(ids);
    return new Map(ids.flatMap((id, at) => (typeof found[at] === 'number' ? [[id, found[at]] as const] : [])));
  };

  return {
    sizes,
    close: git.close,
    async read(ids) {
      const found = new Map(ids.map((id) => [id, loose(id)]));
      const others = [...found].filter(([, object]) => object === null).map(([id]) => id);
      const answers = await git.contents(others);
      for (const [at, id] of others.entries()) found.set(id, answers[at] ?? null);
      return ids.map((id) => found.get(id) ?? missing(id));
    },
    async blobs(ids, maxBytes) {
      const found = new Map<string, Buffer>();
      const others: string[] = [];
      for (const id of new Set(ids)) {
        const object = loose(id);
        if (object === null) others.push(id);
        else if (object.content.length <= maxBytes) found.set(id, object.content);
      }
      for (const batch of batches(await sizes(others), maxBytes)) {
        const contents = await git.contents(batch);
        for (const [at, id] of batch.entries()) if (contents[at]) found.set(id, contents[at].content);
      }
      return found;
    },
  };
}

function batches(sizes: ReadonlyMap<string, number>, maxBytes: number): string[][] {
  const found: string[][] = [];
  let room = 0;
  for (const [id, size] of sizes) {
    if (size > maxBytes) continue;
    if (found.length === 0 || size > room) {
      found.push([]);
      room = MOST_BYTES_AT_ONCE;
    }
    found.at(-1)!.push(id);
    room -= size;
  }
  return found;
}

function missing(id: string): never {
  throw new GitError('git-failed', ['cat-file'], null, `unable to read ${id}`, 'missing object');
}
