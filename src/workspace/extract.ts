import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { type BytePath, splitNul } from '../system/paths.ts';
import { entryAt } from '../system/tree-diff.ts';
import { WorkspaceError } from './errors.ts';
import { assertCommit, readRecord } from './record.ts';
import { applyModes } from './restore.ts';
import type { Shadow } from './shadow.ts';
import { treeListing } from './tree-listing.ts';

/** A file as it was in a snapshot (of a symbolic link: its target); null if the snapshot has no such file. */
export async function fileAt(shadow: Shadow, commit: string, path: string | Buffer): Promise<Buffer | null> {
  assertCommit(shadow, commit);
  const name = Buffer.from(path as Buffer);
  if (
    name
      .toString('latin1')
      .split('/')
      .some((part) => part === '' || part === '.' || part === '..')
  )
    return null;
  const entry = await entryAt(shadow.objects, commit, name.toString('latin1'));
  if (!entry || !/^1[02]0/.test(entry.mode)) return null;
  const [blob] = await shadow.objects.read([entry.object]);
  return blob!.content;
}

/** Writes a snapshot into a folder outside the workspace, which must be empty or not exist. */
export async function exportTree(shadow: Shadow, commit: string, folder: string): Promise<void> {
  if (!isAbsolute(folder)) throw new TypeError(`expected an absolute path, not ${folder}`);
  const { tree, modes } = await readRecord(shadow, commit);
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) {
    throw new WorkspaceError('unsafe-workspace', `${folder} is not empty. Export to a new folder.`);
  }
  const index = join(shadow.dir, `export-${process.pid}-${Date.now()}.index`);
  const env = { ...shadow.options().env, GIT_INDEX_FILE: index };
  try {
    await shadow.run(['read-tree', '-u', '--reset', tree], { cwd: folder, workTree: folder, env });
  } finally {
    for (const file of [index, `${index}.lock`]) rmSync(file, { force: true });
  }
  const { stdout } = await shadow.run(['ls-tree', '-r', '-z', '--name-only', tree]);
  applyModes(folder, new Set(splitNul(stdout)), modes);
}

/** The files of a snapshot whose names are UTF-8. */
export async function pathsIn(shadow: Shadow, commit: string): Promise<string[]> {
  return [...(await treeListing(shadow, commit)).keys()].map(text).filter((path) => !path.includes('\ufffd'));
}

/** The files of a snapshot whose names are UTF-8, with git's names for their contents. Without links and submodules. */
export async function blobsIn(shadow: Shadow, commit: string): Promise<Record<string, string>> {
  const blobs: Record<string, string> = Object.create(null);
  for (const [bytes, { mode, object }] of await treeListing(shadow, commit)) {
    const path = text(bytes);
    if (mode.startsWith('100') && !path.includes('\ufffd')) blobs[path] = object;
  }
  return blobs;
}

/** Most names are ASCII, which needs no conversion. */
function text(path: BytePath): string {
  return ASCII.test(path) ? path : Buffer.from(path, 'latin1').toString('utf8');
}

const ASCII = /^[\0-\x7f]*$/;
