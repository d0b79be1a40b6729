import { megabytes, tidyShadow } from '../workspace/index.ts';

const MUCH = 2 * 1024 ** 3;

/** Keeps the project's snapshots from growing without bound, and says when they are large. It never fails a loop that has ended. */
export async function tidySnapshots(shadow: string, note: (text: string) => void): Promise<void> {
  try {
    const bytes = await tidyShadow(shadow);
    if (bytes >= MUCH)
      note(
        `the snapshots of this project take ${megabytes(bytes)} (${shadow}); \`jumar prune\` removes those of ended loops that nothing needs`,
      );
  } catch {
    // A full disk, or a repository that is gone: the next loop says so.
  }
}
