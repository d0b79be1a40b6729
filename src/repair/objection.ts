import { guard } from '../guard/index.ts';
import type { FileChange } from './evaluate.ts';
import type { SourceTree } from './model/project.ts';

/** Why the guard would object to a change, or null. A patch that drops a check or a feature is not a repair, whatever the tests say. */
export async function guardObjection(changes: readonly FileChange[], { tests }: SourceTree): Promise<string | null> {
  const contextFiles = [...tests].map(([path, content]) => ({ path, content }));
  const { findings } = await guard({ changes: changes.map((change) => ({ ...change })), contextFiles });
  return findings[0]?.why ?? null;
}
