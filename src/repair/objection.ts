import { guard } from '../guard/guard.ts';
import type { FileChange } from './evaluate.ts';
import type { SourceTree } from './project.ts';

/** Why the guard would object to a change: a patch that drops a check or a feature is no repair, whatever the tests say. */
export async function hasObjection(changes: readonly FileChange[], { tests }: SourceTree): Promise<string | null> {
  const contextFiles = [...tests].map(([path, content]) => ({ path, content }));
  const { findings } = await guard({ changes: changes.map((change) => ({ ...change })), contextFiles });
  return findings[0]?.why ?? null;
}
