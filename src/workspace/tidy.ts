import { git } from '../system/git.ts';

export interface TidyLimits {
  /** Objects in files of their own. */
  loose: number;
  packs: number;
}

const LIMITS: TidyLimits = { loose: 5_000, packs: 50 };

/**
 * Packs a shadow repository that has become untidy, and frees what no snapshot names: content that was seen in a workspace or
 * a room and never committed. The caller holds the workspace's lock. Resolves to the bytes that the repository takes.
 */
export async function tidyShadow(shadow: string, limits = LIMITS): Promise<number> {
  const before = await countObjects(shadow);
  if (before.count <= limits.loose && before.packs <= limits.packs) return sizeOf(before);
  // Without delta compression: it would take far too long for recently written files.
  await git(['-c', 'pack.window=0', 'gc', '--quiet', '--prune=now'], { cwd: shadow, gitDir: shadow });
  return sizeOf(await countObjects(shadow));
}

interface Count {
  count: number;
  packs: number;
  /** In KiB. */
  size: number;
  'size-pack': number;
}

async function countObjects(shadow: string): Promise<Count> {
  const { stdout } = await git(['count-objects', '-v'], { cwd: shadow, gitDir: shadow });
  const found = Object.fromEntries(
    stdout
      .toString()
      .split('\n')
      .map((line) => line.split(': '))
      .map(([name, value]) => [name, Number(value)]),
  );
  return { count: 0, packs: 0, size: 0, 'size-pack': 0, ...found };
}

function sizeOf(count: Count): number {
  return (count.size + count['size-pack']) * 1024;
}
