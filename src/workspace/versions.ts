import type { Shadow } from './shadow.ts';

/** A file across several snapshots: its blob in each, null if it did not exist. */
export interface FileVersions {
  path: string;
  blobs: (string | null)[];
}

const NO_BLOB = /^0+$/;

/** Every file that differs between the trees. One git process for any number of trees. */
export async function versionsOf(shadow: Shadow, trees: readonly string[]): Promise<FileVersions[]> {
  const [first, ...others] = trees;
  // For an equal pair, git prints only its name, which would be read as the next pair's.
  const different = [...new Set(others)].filter((tree) => tree !== first);
  if (first === undefined || different.length === 0) return [];
  const input = different.map((tree) => `${first} ${tree}\n`).join('');
  const args = ['diff-tree', '--stdin', '-r', '-z', '--raw', '--no-renames', '--no-abbrev'];
  const { stdout } = await shadow.run(args, { input });
  const found = new Map<string, { before: string | null; after: Map<string, string | null> }>();
  let tree = '';
  const fields = stdout.toString('utf8').split('\0');
  for (let index = 0; index < fields.length; index++) {
    const field = fields[index] ?? '';
    // A line names the pair of trees that follows; it may share a field with the first entry.
    const pair = /^[0-9a-f]+ ([0-9a-f]+)\n?/.exec(field);
    if (pair) tree = pair[1] as string;
    const entry = /:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) \S+$/.exec(field);
    if (!entry) continue;
    const path = fields[++index] ?? '';
    const [before, after] = [blobOf(entry[1]), blobOf(entry[2])];
    const versions = found.get(path) ?? { before, after: new Map() };
    versions.after.set(tree, after);
    found.set(path, versions);
  }
  return [...found].map(([path, { before, after }]) => ({
    path,
    blobs: trees.map((one) => (after.has(one) ? (after.get(one) ?? null) : before)),
  }));
}

/** The texts of blobs that are no longer than `maxBytes`; a longer or binary one is null. */
export async function blobTexts(shadow: Shadow, blobs: readonly string[], maxBytes: number) {
  const sizes = await blobSizes(shadow, blobs);
  const small = blobs.filter((blob) => (sizes.get(blob) ?? Number.POSITIVE_INFINITY) <= maxBytes);
  const texts = new Map<string, string | null>(blobs.map((blob) => [blob, null]));
  const stdout = await batch(shadow, ['cat-file', '--batch'], small);
  for (let at = 0; at < stdout.length; ) {
    const end = stdout.indexOf('\n', at);
    const [blob = '', , size = '0'] = stdout.toString('latin1', at, end).split(' ');
    const content = stdout.subarray(end + 1, end + 1 + Number(size));
    texts.set(blob, content.includes(0) ? null : content.toString('utf8'));
    at = end + 1 + content.length + 1;
  }
  return texts;
}

/** In bytes; missing blobs have no size. */
export async function blobSizes(shadow: Shadow, blobs: readonly string[]): Promise<Map<string, number>> {
  const stdout = await batch(shadow, ['cat-file', '--batch-check=%(objectname) %(objectsize)'], blobs);
  const lines = stdout
    .toString('latin1')
    .split('\n')
    .map((line) => line.split(' '));
  return new Map(lines.filter(([, size]) => /^\d+$/.test(size ?? '')).map(([blob = '', size]) => [blob, Number(size)]));
}

async function batch(shadow: Shadow, args: readonly string[], blobs: readonly string[]): Promise<Buffer> {
  if (blobs.length === 0) return Buffer.alloc(0);
  return (await shadow.run(args, { input: blobs.map((blob) => `${blob}\n`).join('') })).stdout;
}

function blobOf(id: string | undefined): string | null {
  return id === undefined || NO_BLOB.test(id) ? null : id;
}
