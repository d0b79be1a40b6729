import { GitError } from '../system/git.ts';
import type { LiveIndex } from './live-index.ts';

/**
 * A full disk may leave an index that names content which was never written; git then fails for ever. The index is a cache: if
 * that may be the reason of a failure, it is dropped, and `work` runs once more.
 */
export async function withSoundIndex<T>(index: LiveIndex, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GitError && error.code === 'git-failed' && DAMAGED.test(error.stderr))) throw error;
    index.drop();
    return await work();
  }
}

const DAMAGED =
  /invalid object|bad object|building trees|unable to read|could not read|index file|bad signature|bad index|unordered stage|corrupt/i;
