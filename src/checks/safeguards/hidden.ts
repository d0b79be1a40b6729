import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, posix, resolve } from 'node:path';
import type { HiddenCheck } from '../../core/state/verification-settings.ts';
import type { HiddenFile, HiddenFiles } from '../../ports/safeguards.ts';

/** Reads the hidden checks' files from outside the workspace. Throws, with a message for the user, if one is missing or not allowed. */
export function readHidden(checks: readonly HiddenCheck[], root: string): HiddenFiles {
  const files = new Map<string, HiddenFile>();
  const hash = createHash('sha256');
  for (const { name, command, files: places } of checks) {
    hash.update(`${name}\0${command}\0`);
    for (const [target, source] of Object.entries(places)) {
      for (const file of filesOf(validTarget(target), resolveOutside(source, root))) {
        files.set(file.path, file);
        hash.update(`${file.path}\0${file.mode}\0`).update(file.content);
      }
    }
  }
  return { files: [...files.values()], fingerprint: hash.digest('hex').slice(0, 16) };
}

function filesOf(target: string, source: string): HiddenFile[] {
  const stats = statSync(source, { throwIfNoEntry: false });
  if (!stats) throw new Error(`there is no ${source}`);
  if (stats.isDirectory()) {
    return readdirSync(source)
      .sort()
      .flatMap((name) => filesOf(`${target}/${name}`, join(source, name)));
  }
  if (!stats.isFile()) throw new Error(`${source} is not a regular file`);
  return [{ path: target, content: readFileSync(source), mode: stats.mode & 0o777 }];
}

function validTarget(target: string): string {
  const path = posix.normalize(target).replace(/\/$/, '');
  const [first] = path.split('/');
  if (path.startsWith('/') || first === '..' || first === '.' || first === '.git' || first === '.jumar') {
    throw new Error(`${target} is outside the workspace`);
  }
  return path;
}

/** The files and folders outside the workspace that hidden checks come from. */
export function hiddenSources(checks: readonly HiddenCheck[], root: string): string[] {
  return checks.flatMap(({ files }) => Object.values(files).map((source) => expand(source, root)));
}

/** The source must be outside the workspace: a check that the agent can read is not hidden. */
function resolveOutside(source: string, root: string): string {
  const path = expand(source, root);
  if (path === root || path.startsWith(`${root}/`)) {
    throw new Error(`${source} is inside the workspace, where the agent can see it`);
  }
  return path;
}

function expand(source: string, root: string): string {
  return resolve(root, source.replace(/^~(?=\/|$)/, homedir()));
}
