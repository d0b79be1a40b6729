import type { GitObject } from './loose-objects.ts';
import type { ObjectSource } from './object-source.ts';
import type { BytePath } from './paths.ts';

/** An entry of a tree, as `git ls-tree` names it. */
export interface TreeEntry {
  mode: string;
  object: string;
}

/** A file, link or submodule that differs; null on the side that lacks it. */
export interface TreeChange {
  path: BytePath;
  before: TreeEntry | null;
  after: TreeEntry | null;
}

type Folder = ReadonlyMap<string, TreeEntry>;

/** What differs between two trees or commits, in git's order. Reads only the folders that differ. */
export async function diffTrees(source: ObjectSource, from: string, to: string): Promise<TreeChange[]> {
  const [before, after] = await Promise.all([rootTree(source, from), rootTree(source, to)]);
  const changes: TreeChange[] = [];
  let pairs: FolderPair[] = before === after ? [] : [{ prefix: '', before, after }];
  while (pairs.length > 0) {
    const folders = await readFolders(source, pairs);
    pairs = pairs.flatMap((pair) => compareFolders(pair, folders, changes));
  }
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The entry at a path of a tree or commit; null if there is none. */
export async function entryAt(source: ObjectSource, from: string, path: BytePath): Promise<TreeEntry | null> {
  let entry: TreeEntry = { mode: FOLDER, object: await rootTree(source, from) };
  for (const name of path.split('/')) {
    if (entry.mode !== FOLDER) return null;
    const { object } = entry;
    const next = (await readFolders(source, [{ prefix: '', before: object, after: null }])).get(object)?.get(name);
    if (!next) return null;
    entry = next;
  }
  return entry;
}

interface FolderPair {
  prefix: string;
  before: string | null;
  after: string | null;
}

/** Adds the files that differ to `changes`, and returns the folders that do. */
function compareFolders(
  { prefix, before, after }: FolderPair,
  folders: ReadonlyMap<string, Folder>,
  changes: TreeChange[],
): FolderPair[] {
  const [old, now] = [before, after].map((id) => (id === null ? NO_ENTRIES : (folders.get(id) ?? NO_ENTRIES)));
  const deeper: FolderPair[] = [];
  for (const name of new Set([...old!.keys(), ...now!.keys()])) {
    const [a = null, b = null] = [old!.get(name), now!.get(name)];
    if (a?.object === b?.object && a?.mode === b?.mode) continue;
    const path = `${prefix}${name}`;
    const sides = [folderIn(a), folderIn(b)] as const;
    if (sides[0] !== null || sides[1] !== null) deeper.push({ prefix: `${path}/`, before: sides[0], after: sides[1] });
    const files = [fileIn(a), fileIn(b)] as const;
    if (files[0] !== null || files[1] !== null) changes.push({ path, before: files[0], after: files[1] });
  }
  return deeper;
}

const folderIn = (entry: TreeEntry | null) => (entry?.mode === FOLDER ? entry.object : null);
const fileIn = (entry: TreeEntry | null) => (entry && entry.mode !== FOLDER ? entry : null);

/** The tree of a commit, or the tree itself. */
export async function rootTree(source: ObjectSource, id: string): Promise<string> {
  if (EMPTY_TREES.includes(id)) return id;
  const [object] = await source.read([id]);
  if (object?.type === 'tree') return id;
  const text = object?.type === 'commit' ? object.content.toString('latin1', 0, 80) : '';
  const tree = /^tree (\w+)\n/.exec(text)?.[1];
  if (tree === undefined) throw new TypeError(`${id} is neither a tree nor a commit`);
  return tree;
}

async function readFolders(source: ObjectSource, pairs: readonly FolderPair[]): Promise<Map<string, Folder>> {
  const ids = pairs.flatMap(({ before, after }) => [before, after]).filter((id) => id !== null);
  const unique = [...new Set(ids)].filter((id) => !EMPTY_TREES.includes(id));
  const objects = await source.read(unique);
  return new Map(unique.map((id, at) => [id, parseFolder(objects[at]!, id.length / 2)]));
}

function parseFolder({ content }: GitObject, idBytes: number): Folder {
  const entries = new Map<string, TreeEntry>();
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at);
    const end = content.indexOf(0, space);
    const mode = content.toString('latin1', at, space).padStart(6, '0');
    const object = content.toString('hex', end + 1, end + 1 + idBytes);
    entries.set(content.toString('latin1', space + 1, end), { mode, object });
    at = end + 1 + idBytes;
  }
  return entries;
}

/** The tree of nothing, which every repository has. */
export const emptyTree = (objectFormat: string): string => EMPTY_TREES[objectFormat === 'sha256' ? 1 : 0]!;

const FOLDER = '040000';
const NO_ENTRIES: Folder = new Map();
/** Git knows them without storing them: in SHA-1 and SHA-256 repositories. */
const EMPTY_TREES = [
  '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
];
