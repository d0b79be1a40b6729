import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent, Workspace } from '../ports/index.ts';
import { writeFileAtomic } from '../system/files.ts';
import type { UserLaunchFiles } from '../system/user-launch-files.ts';
import type { References } from './copy-history.ts';
import { openGitBackup } from './git-backup.ts';
import type { GitWorkspace } from './git-workspace.ts';
import { movedRefs } from './history.ts';
import { openLaunchFiles } from './launch-files/launch-files.ts';

/**
 * An agent may commit, reset, delete branches, or delete the whole repository. This saves the user's local history with
 * every snapshot, and restores a destroyed repository as soon as the agent's run is over. The same holds for what decides
 * which programs a person's own commands run.
 */
export function openProtectedRepository(
  { root, folder, shadow }: { root: string; folder: string; shadow: string },
  loop: string,
  launch: { home: string; user: UserLaunchFiles },
) {
  const place = join(folder, 'spare-git');
  const runMarker = join(place, 'agent-at-work');
  const alive = join(place, 'agent-alive');
  const backup = openGitBackup(root, place);
  const launchFiles = openLaunchFiles({ root, folder: place, home: launch.home }, launch.user);
  const pendingFile = join(place, 'left-behind.json');
  const where = `${shadow} (refs/jumar-user/${loop}/)`;
  let pendingNotes: string[] = [];
  let isStale = true;
  let refs: References | null = null;

  const collectNote = async (work: () => Promise<string | null>) => {
    const note = await work().catch((error: Error) => `your .git could not be saved or restored: ${error.message}`);
    if (note) pendingNotes.push(note);
  };

  const undoLeftBehind = async () => {
    const words = await launchFiles.restore().catch((error: Error) => `it could not be put back: ${error.message}`);
    if (words !== null) await writeFileAtomic(pendingFile, JSON.stringify([...readPending(pendingFile), words]));
  };

  return {
    /** For an agent run that was killed together with its runner: restores the repository first. */
    async restoreAfterKill(): Promise<void> {
      if (existsSync(runMarker)) {
        await collectNote(backup.restore);
        await undoLeftBehind();
      }
      rmSync(runMarker, { force: true });
    },
    agent: (agent: Agent): Agent => ({
      async run(request, signal) {
        if (isStale) await collectNote(backup.save);
        isStale = false;
        await collectNote(async () => launchFiles.save().then(() => null));
        mkdirSync(place, { recursive: true, mode: 0o700 });
        writeFileSync(runMarker, request.run);
        touch(alive);
        const beat = setInterval(() => touch(alive), BEAT_MS);
        try {
          return await agent.run(request, signal);
        } finally {
          clearInterval(beat);
          touch(alive);
          await collectNote(backup.restore);
          await undoLeftBehind();
          rmSync(runMarker, { force: true });
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
        const movedNotes =
          moved.length > 0 ? [`${moved.join(', ')} since the last snapshot; the old values are saved in ${where}`] : [];
        const notes = [...snapshot.notes, ...(note ? [note] : []), ...pendingNotes, ...movedNotes];
        pendingNotes = [];
        const leftBehind = readPending(pendingFile);
        rmSync(pendingFile, { force: true });
        return { ...snapshot, notes, ...(leftBehind.length > 0 && { leftBehind }) };
      },
      /** What was done after the last agent ended, or was killed, was not done by an agent. */
      agentMoves: (before, { savedIndex }) =>
        workspace.agentMoves(before, {
          savedIndex,
          until: existsSync(alive) ? statSync(alive).mtimeMs + 2 * BEAT_MS : null,
        }),
      async moveBack(moved, savedIndex) {
        const notes = await workspace.moveBack(moved, savedIndex);
        refs = refs && (await workspace.refsNow());
        return notes;
      },
    }),
  };
}

/** On disk until a snapshot records it: a person may pause the loop before that. */
function readPending(file: string): string[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : [];
}

const BEAT_MS = 500;

/** Its time is when an agent was last alive, also if everything is killed. */
function touch(file: string): void {
  try {
    writeFileSync(file, '');
  } catch {
    // The disk is full: what the agent does from now on stays.
  }
}
