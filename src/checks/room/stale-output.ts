import { readdirSync, readFileSync, type Stats } from 'node:fs';
import { basename, join } from 'node:path';
import { statIfThere } from '../../system/stat-if-there.ts';
import { isBuildOutput } from '../../workspace/index.ts';
import { isTest } from '../safeguards/judge-files.ts';

/** Dependencies, caches and reports differ for other reasons. */
const SKIPPED =
  /^(?:node_modules|bower_components|\.venv|venv|\.git|\.jumar|coverage|htmlcov|logs|te?mp|__pycache__|\.[\w-]*cache|.*\.(?:log|tmp|pyc|tsbuildinfo))$/;
const MAX_ENTRIES = 20_000;
const MAX_DEPTH = 6;
const MAX_TESTS = 300;
const MAX_BYTES = 256 * 1024;

/**
 * What an agent built in ignored files of the workspace while the room has an older build, if the check seems to use it: `text` (its
 * command and output), the tests or the manifest name it. Relative to the root. Tracked files are the same in both.
 */
export function staleOutput(text: string, workspace: string, room: string): string[] {
  const files = filesIn(workspace);
  const newer = [...new Set(files.filter((path) => isNewer(join(workspace, path), join(room, path))).map(outputOf))];
  if (newer.length === 0) return [];
  const tests = files.filter(isTest).slice(0, MAX_TESTS);
  const texts = [text, ...['package.json', ...tests].map((path) => textOf(join(room, path)))];
  return newer.filter((path) => texts.some((one) => names(one, path))).sort();
}

/** The folder of build output that a file belongs to; the file itself, if it is in none. */
function outputOf(path: string): string {
  const parts = path.split('/');
  const at = parts.findIndex((name, n) => n < parts.length - 1 && isBuildOutput(name));
  return at < 0 ? path : parts.slice(0, at + 1).join('/');
}

/** `../dist/a.js`, `dist/`, `./dist`; not the word alone, which may be a script's name. Of a file its name, with or without ending. */
function names(text: string, path: string): boolean {
  const name = basename(path);
  if (!isBuildOutput(name)) return text.includes(name) || text.includes(`/${name.replace(/\.\w+$/, '')}`);
  const word = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w-])${word}/|\\.\\.?/${word}(?![\\w-])`).test(text);
}

/** In both, and written later in the workspace: what a check builds for itself is newer in the room. */
function isNewer(inWorkspace: string, inRoom: string): boolean {
  const [mine, theirs] = [fileAt(inWorkspace), fileAt(inRoom)];
  if (!mine || !theirs || mine.mtimeMs <= theirs.mtimeMs) return false;
  return mine.size !== theirs.size || textOf(inWorkspace) !== textOf(inRoom);
}

function fileAt(path: string): Stats | null {
  const stats = statIfThere(path);
  return stats?.isFile() ? stats : null;
}

function filesIn(root: string): string[] {
  const files: string[] = [];
  let entries = 0;
  const look = (folder: string, depth: number) => {
    for (const entry of list(join(root, folder))) {
      if (++entries > MAX_ENTRIES) return;
      if (SKIPPED.test(entry.name)) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) files.push(path);
      else if (entry.isDirectory() && depth < MAX_DEPTH) look(path, depth + 1);
    }
  };
  look('', 0);
  return files;
}

function textOf(path: string): string {
  const stats = fileAt(path);
  return stats && stats.size <= MAX_BYTES ? readFileSync(path, 'utf8') : '';
}

function list(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
