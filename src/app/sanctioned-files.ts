import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSanctioned } from '../system/sanctioned.ts';
import { writeInside } from '../system/write-inside.ts';
import type { GitWorkspace } from '../workspace/index.ts';

/**
 * A file that a person wrote with a `jumar` command while the loop runs is not part of an iteration: snapshots contain
 * it as in the previous tree, and every restore writes the person's version again.
 */
export function withSanctioned(workspace: GitWorkspace, root: string, projectFolder: string): GitWorkspace {
  return {
    ...workspace,
    async snapshot(name, parent) {
      const snapshot = await workspace.snapshot(name, parent);
      const theirs: string[] = [];
      for (const [path, content] of parent ? Object.entries(await readSanctioned(projectFolder)) : []) {
        if ((await onDisk(root, path)) !== content) continue;
        const before = await workspace.fileAt(parent as string, path);
        if (before?.toString('base64') !== content) theirs.push(path);
      }
      if (!parent || theirs.length === 0) return snapshot;
      return { ...snapshot, ...(await workspace.amend(name, snapshot.commit, parent, theirs)) };
    },
    async restore(commit, how) {
      const sanctioned = Object.entries(await readSanctioned(projectFolder));
      const spare: string[] = [];
      for (const [path, content] of sanctioned)
        if ((await onDisk(root, path)) === content) spare.push(Buffer.from(path).toString('latin1'));
      const restored = await workspace.restore(commit, { ...how, spare });
      const problems: string[] = [];
      let rewritten = 0;
      for (const [path, content] of sanctioned) {
        if ((await onDisk(root, path)) === content) continue;
        rewritten++;
        const problem = await writeInside(root, path, Buffer.from(content, 'base64').toString());
        if (problem) problems.push(problem);
      }
      const extraneous = Math.max(0, restored.extraneous - rewritten);
      return { ...restored, extraneous, notes: [...restored.notes, ...problems] };
    },
  };
}

async function onDisk(root: string, path: string): Promise<string | null> {
  return readFile(join(root, path), 'base64').catch(() => null);
}
