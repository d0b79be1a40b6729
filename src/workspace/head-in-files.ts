import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLooseObject } from '../system/loose-objects.ts';
import { readHead } from './user.ts';

/** HEAD's commit and tree, read without git. Null if there are none, or only git can find them. */
export function headInFiles(repository: {
  gitDir: string;
  commonDir: string;
}): { commit: string; tree: string } | null {
  const head = readHead(repository)?.trim();
  if (head === undefined) return null;
  const commit = head.startsWith('ref: ') ? referenced(repository.commonDir, head.slice(5)) : head;
  const objects = join(repository.commonDir, 'objects');
  const read = (id: string | undefined, type: string) => {
    const object = id === undefined ? null : readLooseObject(objects, id);
    return object?.type === type ? object.content.toString('latin1') : null;
  };
  const [, tree] = /^tree ([0-9a-f]{40,64})\n/.exec(read(commit, 'commit') ?? '') ?? [];
  return commit !== undefined && tree !== undefined && read(tree, 'tree') !== null ? { commit, tree } : null;
}

function referenced(commonDir: string, name: string): string | undefined {
  const file = join(commonDir, name);
  const content = existsSync(file) ? readFileSync(file, 'latin1').trim() : '';
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(content) ? content : undefined;
}
