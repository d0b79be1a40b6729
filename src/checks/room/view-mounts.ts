import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { statIfThere } from '../../system/stat-if-there.ts';
import type { FolderView } from './watched-record.ts';

/** Mounts that show watched folders as they were when the loop began: without what came since, with what was changed. */
export function viewMounts(views: readonly FolderView[]): string[] {
  // A folder comes before what is in it.
  const ordered = [...views].sort((a, b) => (a.path < b.path ? -1 : 1));
  return ordered.flatMap((view) => (view.isRebuilt ? rebuilt(view) : covered(view)));
}

/** Options that end the mounting: nothing can be written to what stands for a folder. */
export function closeViews(views: readonly FolderView[]): string[] {
  return views.filter(({ isRebuilt }) => isRebuilt).flatMap(({ path }) => ['--remount-ro', path]);
}

/** An empty folder with each entry that was there. */
function rebuilt({ path, present }: FolderView): string[] {
  return ['--tmpfs', path, ...present.flatMap(({ name, source }) => entryMount(source, join(path, name)))];
}

function entryMount(source: string, path: string): string[] {
  const stats = statIfThere(source);
  if (!stats) return [];
  return stats.isSymbolicLink() ? ['--symlink', readlinkSync(source), path] : ['--ro-bind-try', source, path];
}

/** Too many entries for a mount each: only the changes are mounted. */
function covered({ path, added, present }: FolderView): string[] {
  const hidden = added.flatMap((name) => {
    const stats = statIfThere(join(path, name));
    if (!stats || stats.isSymbolicLink()) return [];
    return stats.isDirectory() ? ['--tmpfs', join(path, name)] : ['--ro-bind', '/dev/null', join(path, name)];
  });
  return [...hidden, ...present.flatMap(({ name, source }) => ['--ro-bind-try', source, join(path, name)])];
}
