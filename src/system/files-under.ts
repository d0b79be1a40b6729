import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The regular files in a folder and all folders below it, by absolute path; links are not followed. Rejects if a folder
 * cannot be read. Node's own recursive listing needs Node 20.1, and says where an entry is only since 20.12.
 */
export async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(path) : entry.isFile() ? [path] : [];
  });
  return (await Promise.all(found)).flat();
}
