import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '../store/layout.ts';
import { movedRefs, type References } from '../workspace/history.ts';
import type { GitWorkspace } from '../workspace/index.ts';
import { openSpare } from '../workspace/spare.ts';
import type { Agent, Workspace } from './ports.ts';

/**
 * An agent may commit, reset, delete branches, or the whole repository: what only the user's repository holds is kept beside
 * every snapshot, and the repository itself is put back as soon as the agent's run is over.
 */
export function openKeptHistory({ root, folder, shadow }: Pick<Project, 'root' | 'folder' | 'shadow'>, loop: string) {
  const place = join(folder, 'spare-git');
  const atWork = join(place, 'agent-at-work');
  const spare = openSpare(root, place);
  const where = `${shadow} (refs/jumar-user/${loop}/)`;
  let untold: string[] = [];
  let isStale = true;
  let refs: References | null = null;

  const tell = async (work: () => Promise<string | null>) => {
    const note = await work().catch((error: Error) => `your .git could not be kept or put back: ${error.message}`);
    if (note) untold.push(note);
  };

  return {
    /** For a run that was killed with its runner: what its agent did to the repository is undone first. */
    async mendAfterKill(): Promise<void> {
      if (existsSync(atWork)) await tell(spare.mend);
      rmSync(atWork, { force: true });
    },
    agent: (agent: Agent): Agent => ({
      async run(request, signal) {
        if (isStale) await tell(spare.keep);
        isStale = false;
        mkdirSync(place, { recursive: true, mode: 0o700 });
        writeFileSync(atWork, request.run);
        try {
          return await agent.run(request, signal);
        } finally {
          await tell(spare.mend);
          rmSync(atWork, { force: true });
        }
      },
    }),
    workspace: (workspace: GitWorkspace): Workspace => ({
      ...workspace,
      async snapshot(name, parent) {
        const label = name.slice(loop.length + 1);
        const { note, refs: now } = await workspace.protectHistory(loop, label);
        const snapshot = await workspace.snapshot(name, parent);
        const moved = refs
          ? movedRefs(refs, now).map(({ name: ref, to }) => `${ref} ${to ? 'was moved' : 'is gone'}`)
          : [];
        refs = now;
        isStale ||= moved.length > 0;
        const told =
          moved.length > 0 ? [`${moved.join(', ')} since the last snapshot; the old values are kept in ${where}`] : [];
        const notes = [...snapshot.notes, ...(note ? [note] : []), ...untold, ...told];
        untold = [];
        return { ...snapshot, notes };
      },
      async moveBack(moved, keptIndex) {
        const notes = await workspace.moveBack(moved, keptIndex);
        refs = refs && (await workspace.refsNow());
        return notes;
      },
    }),
  };
}
