import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { writeFileAtomic } from '../../system/files.ts';
import { isSanctionedUserFile } from '../../system/sanctioned.ts';
import type { UserLaunchFiles } from '../../system/user-launch-files.ts';
import { changedBelow, type Entry, entryBelow, putBack, readEntry } from './entries.ts';
import { riskyKeys } from './git-keys.ts';
import { type LaunchPlace, openLaunchPlaces } from './places.ts';

interface Saved extends LaunchPlace {
  /** The real path of its folder: what is put back is never written through a link that came later. */
  folder: string;
  entry: Entry;
}

export interface LaunchFiles {
  /** Before an agent runs. */
  save(): Promise<void>;
  /**
   * After an agent ran: puts back what decides which programs a person's next command runs, and keeps what was there.
   * Returns a sentence on it, or null if nothing had changed.
   */
  restore(): Promise<string | null>;
}

/** Files outside of every snapshot that an agent could use to have a person run something. */
export function openLaunchFiles(
  { root, folder, home }: { root: string; folder: string; home: string },
  user: UserLaunchFiles,
): LaunchFiles {
  const savedFile = join(folder, 'launch-files.json');
  const places = openLaunchPlaces(root, user);

  const changesOf = async (saved: Saved): Promise<{ below: string; words: string }[]> => {
    const now = readEntry(saved.path);
    const found = [];
    for (const below of changedBelow(saved.entry, now)) {
      const [before, after] = [entryBelow(saved.entry, below), entryBelow(now, below)];
      const path = below === '' ? saved.path : join(saved.path, below);
      const content = contentOf(after);
      if (content && (await isSanctionedUserFile(home, path, content))) continue;
      if (saved.kind === 'other') found.push({ below, words: shownPath(root, path) });
      else {
        const keys = await riskyKeys(contentOf(before), content, root);
        if (keys.length > 0) found.push({ below, words: `${shownPath(root, path)} (${keys.join(', ')})` });
      }
    }
    return found;
  };

  return {
    async save() {
      const saved: Saved[] = (await places.list()).map((place) => ({
        ...place,
        folder: realFolder(place.path),
        entry: readEntry(place.path),
      }));
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      await writeFileAtomic(savedFile, JSON.stringify(saved));
    },

    async restore() {
      if (!existsSync(savedFile)) return null;
      const savedPlaces = JSON.parse(readFileSync(savedFile, 'utf8')) as Saved[];
      const aside = join(folder, 'undone', new Date().toISOString().replace(/[:.]/g, '-'));
      const [undone, left]: [string[], string[]] = [[], []];
      for (const saved of savedPlaces) {
        for (const { below, words } of await changesOf(saved)) {
          const path = join(saved.path, below);
          const isSafe = realFolder(saved.path) === saved.folder;
          if (isSafe) putBack(path, entryBelow(saved.entry, below), join(aside, String(undone.length + 1)));
          (isSafe ? undone : left).push(words);
        }
      }
      // Of a repository that came meanwhile, such as a submodule's: it is named, and stays.
      const known = new Set(savedPlaces.map(({ path }) => path));
      for (const place of await places.list()) {
        if (known.has(place.path)) continue;
        const added = { ...place, folder: realFolder(place.path), entry: { is: 'nothing' } satisfies Entry };
        left.push(...(await changesOf(added)).map(({ words }) => words));
      }
      rmSync(savedFile, { force: true });
      return sentence(undone, left, aside);
    },
  };
}

function sentence(undone: string[], left: string[], aside: string): string | null {
  const parts = [
    ...(undone.length > 0 ? [`${undone.join(', ')} (undone, and kept in ${aside})`] : []),
    ...(left.length > 0 ? [`${left.join(', ')} (still there)`] : []),
  ];
  return parts.length > 0 ? parts.join('; ') : null;
}

function contentOf(entry: Entry): Buffer | null {
  return (entry.is === 'file' || entry.is === 'link') && entry.content !== null
    ? Buffer.from(entry.content, 'base64')
    : null;
}

/** The real path of a file's folder; as it would be, if it does not exist. */
function realFolder(path: string): string {
  const folder = dirname(path);
  try {
    return realpathSync(folder);
  } catch {
    return folder === path ? folder : join(realFolder(folder), basename(folder));
  }
}

function shownPath(root: string, path: string): string {
  if (path.startsWith(`${root}/`)) return path.slice(root.length + 1);
  return path.startsWith(`${homedir()}/`) ? `~${path.slice(homedir().length)}` : path;
}
