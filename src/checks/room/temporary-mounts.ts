import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bindAll, realPath } from '../../process/bwrap.ts';
import type { RunSpec } from '../../process/supervise.ts';
import { splitSearchPath } from '../../system/find-program.ts';
import { statIfThere } from '../../system/stat-if-there.ts';

const OWN_FOLDER = dirname(fileURLToPath(import.meta.url));

/** What a cage says about places. */
export interface Places {
  room: string;
  workspace: string;
  stateHome: string;
  home: string | null;
  /** Variables that a person passes to checks by name: what they name in temporary folders is there. */
  passed: readonly string[];
}

/**
 * Temporary folders of the command's own. Of the host's, a command finds sockets and programs there, and what it names itself:
 * in its own words, in a variable that a person passes on, or as a place that checks may write to.
 */
export function temporaryMounts({ command, env }: RunSpec, visit: string, places: Places): string[] {
  const folders = temporaryFolders(env.TMPDIR);
  const isTemporary = (path: string) => folders.some((folder) => path.startsWith(`${folder}/`));
  const own = folders.map((path, n) => ({ path, own: join(visit, `temporary-${n}`) }));
  for (const folder of own) mkdirSync(folder.own, { recursive: true, mode: 0o1777 });
  const inner = env.TMPDIR ? realPath(env.TMPDIR) : '';
  if (isTemporary(inner)) {
    const at = own.find(({ path }) => inner.startsWith(`${path}/`));
    if (at) mkdirSync(join(at.own, inner.slice(at.path.length)), { recursive: true });
  }
  const programs = [...splitSearchPath(env.PATH), OWN_FOLDER].map((folder) => packageOf(folder, folders));
  const words = typeof command === 'string' ? command : command.args.join(' ');
  const values = places.passed.map((name) => env[name] ?? '').join(' ');
  const named = pathsIn(`${words} ${values}`).filter((path) => !isHidden(path, places));
  const present = (paths: readonly string[]) => [...new Set(paths.map(realPath))].filter(isTemporary).filter(isThere);
  const home =
    places.home !== null && isTemporary(places.home) && realPath(places.home) !== places.home ? [places.home] : [];
  return [
    ...own.flatMap(({ path, own: source }) => ['--bind', source, path]),
    ...home.flatMap((path) => ['--symlink', realPath(path), path]),
    ...bindAll('--ro-bind', present(programs)),
    ...bindAll('--bind', present([...folders.flatMap(socketsIn), ...named])),
  ];
}

/** Folders of the host that a command finds empty, at real paths. */
export function temporaryFolders(own: string | undefined): string[] {
  return outermost(['/tmp', '/var/tmp', ...(own ? [own] : [])].map(realPath).filter(isFolder));
}

const PATH_WORD = /(?<![\w./-])\/[^\s'"`;|&<>()$*?,:=]+/g;

function pathsIn(text: string): string[] {
  return (text.match(PATH_WORD) ?? []).map((path) => path.replace(/\/+$/, ''));
}

/** What is mounted by itself, later. */
function isHidden(path: string, { workspace, stateHome, room }: Places): boolean {
  return [workspace, stateHome, room].some((root) => path === root || path.startsWith(`${root}/`));
}

/** A program needs the folder that it was installed in, unless that is the temporary folder itself. */
function packageOf(folder: string, temporary: readonly string[]): string {
  const real = realPath(folder);
  return temporary.includes(dirname(real)) ? real : dirname(real);
}

/** Sockets of servers and of the display. */
function socketsIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isSocket() || entry.name === '.X11-unix')
      .map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}

function outermost(folders: readonly string[]): string[] {
  return [...new Set(folders)].filter((one) => !folders.some((other) => one.startsWith(`${other}/`)));
}

function isFolder(path: string): boolean {
  return statIfThere(path)?.isDirectory() ?? false;
}

function isThere(path: string): boolean {
  return statIfThere(path) !== undefined;
}
