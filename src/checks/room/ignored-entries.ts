import { existsSync, readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { statIfThere } from '../../system/stat-if-there.ts';
import { isBuildOutput } from '../../workspace/index.ts';
import { copyEntries } from './copy-entries.ts';

export interface IgnoredEntries {
  /**
   * Puts single files back and removes what came since. The first time, what there is becomes what there always is.
   * Resolves to the folders in which changes must last for one visit only.
   */
  reset(): Promise<string[]>;
  /** Saves what dependencies are installed in; the result puts it back. */
  save(): Promise<() => Promise<void>>;
  /** What there is next time becomes what there always is. */
  forget(): Promise<void>;
}

interface Kept {
  folders: string[];
  /** Files with what they looked like. */
  files: Record<string, string>;
  /** Too large for a copy. */
  others: string[];
}

const MAX_FILE_BYTES = 1024 * 1024;
const MAX_FILES = 500;
/** Build output by name, and yet what checks trust. */
const TRUSTED = /^(?:node_modules|bower_components|\.venv|venv|\.eggs|.*\.egg-info)$/;

/**
 * Every visit finds the same ignored files: those from after the baseline's checks, before an agent's code ran in the room.
 * Build output and caches are exceptions, so that builds stay warm.
 */
export function openIgnoredEntries(root: string, folder: string, list: () => Promise<string[]>): IgnoredEntries {
  const record = join(folder, 'ignored.json');
  const copies = join(folder, 'ignored-files');
  const saved = join(folder, 'before-install');

  const isFolder = (path: string) => statIfThere(join(root, path))?.isDirectory() ?? false;
  const keep = async (entries: readonly string[]): Promise<Kept> => {
    const kept: Kept = { folders: [], files: {}, others: [] };
    for (const path of entries) {
      const stats = statIfThere(join(root, path));
      const isSmall = stats && stats.size <= MAX_FILE_BYTES;
      if (isFolder(path)) kept.folders.push(path);
      else if (isSmall && Object.keys(kept.files).length < MAX_FILES) kept.files[path] = looks(join(root, path)) ?? '';
      else kept.others.push(path);
    }
    await rm(copies, { recursive: true, force: true });
    await copyEntries(root, copies, Object.keys(kept.files));
    await writeFile(record, JSON.stringify(kept));
    return kept;
  };

  return {
    async reset() {
      const entries = (await list()).filter((path) => !isOutput(path));
      const kept = readKept(record);
      if (!kept) return (await keep(entries)).folders.filter(isFolder);
      const known = new Set([...kept.folders, ...Object.keys(kept.files), ...kept.others]);
      for (const path of entries) if (!known.has(path)) await remove(join(root, path));
      const changed = Object.keys(kept.files).filter((path) => looks(join(root, path)) !== kept.files[path]);
      for (const path of changed) await remove(join(root, path));
      await copyEntries(copies, root, changed);
      for (const path of changed) kept.files[path] = looks(join(root, path)) ?? '';
      if (changed.length > 0) await writeFile(record, JSON.stringify(kept));
      return kept.folders.filter(isFolder);
    },
    async save() {
      const folders = (await list()).filter((path) => TRUSTED.test(basename(path)) && isFolder(path));
      await remove(saved);
      await copyEntries(root, saved, folders);
      return async () => {
        for (const path of (await list()).filter((one) => TRUSTED.test(basename(one)))) await remove(join(root, path));
        for (const path of folders) await rename(join(saved, path), join(root, path));
      };
    },
    forget: () => rm(record, { force: true }),
  };
}

/** What there is before a visit of which nothing may stay. `remove` gets what there is after it. */
export function noteIgnored(root: string, before: readonly string[]) {
  const looked = new Map(before.map((path) => [path, looks(join(root, path))]));
  const folders = before.filter((path) => statIfThere(join(root, path))?.isDirectory());
  return {
    folders,
    async remove(after: readonly string[]): Promise<void> {
      const old = new Set(folders);
      for (const path of after) {
        if (!old.has(path) && looked.get(path) !== looks(join(root, path))) await remove(join(root, path));
      }
    },
  };
}

function isOutput(path: string): boolean {
  const name = basename(path);
  return isBuildOutput(name) && !TRUSTED.test(name);
}

/** The time of the last change cannot be set back. */
function looks(path: string): string | null {
  const stats = statIfThere(path);
  return stats ? `${stats.ino} ${stats.size} ${stats.mode} ${stats.ctimeMs}` : null;
}

function remove(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 3 });
}

function readKept(record: string): Kept | null {
  return existsSync(record) ? (JSON.parse(readFileSync(record, 'utf8')) as Kept) : null;
}
