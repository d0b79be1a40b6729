import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ended, GitError, startGit } from '../system/git.ts';
import { hasLooseObject } from '../system/loose-objects.ts';
import type { Shadow } from './shadow.ts';
import type { User } from './user.ts';

/** Full reference name, or `HEAD`, → object id. Without remote-tracking references. */
export type References = Record<string, string>;

export interface CopyPlan {
  /** Commits with their whole trees, and annotated tags, that the shadow repository does not have yet. */
  commits: string[];
  tags: string[];
  /** Commits to treat as roots, because their ancestors stay on the remote. */
  cut: string[];
  /** Commits whose ancestors are all here: no longer shallow. */
  whole: string[];
  /** Below `refs/`, or `HEAD`. */
  named: References;
  /** Commits that no reference reaches. */
  unnamed: string[];
}

/** Finds the commits that no remote-tracking branch reaches, and which of them must be copied. */
export async function planCopy(
  shadow: Shadow,
  user: User,
  refs: References,
  peeled: References,
  existing: readonly string[],
): Promise<CopyPlan> {
  const args = ['rev-list', '--parents', '--boundary', '--ignore-missing', '--stdin', '--all', '--reflog'];
  const input = existing.map((object) => `^${object}\n`).join('');
  const listed = await user.run!([...args, '--not', '--remotes'], { input });
  const local = new Set<string>();
  const boundary: string[] = [];
  const inner = new Set<string>();
  for (const line of listed.stdout.toString().split('\n')) {
    const [commit = '', ...parents] = line.split(' ');
    if (commit.startsWith('-')) boundary.push(commit.slice(1));
    else if (commit) {
      local.add(commit);
      for (const parent of parents) inner.add(parent);
    }
  }
  const here = Object.entries(refs).filter(([name, object]) => local.has(peeled[name] ?? object));
  const tags = here.filter(([name]) => peeled[name]).map(([, object]) => object);
  const missing = await missingIn(shadow, [...local, ...boundary, ...tags]);
  const shallow = shallowOf(user);
  const named = new Set(here.map(([name, object]) => peeled[name] ?? object));
  return {
    commits: [...local, ...boundary].filter((commit) => missing.has(commit)),
    tags: tags.filter((tag) => missing.has(tag)),
    cut: [...boundary.filter((commit) => missing.has(commit)), ...[...local].filter((commit) => shallow.has(commit))],
    whole: [...local].filter((commit) => !shallow.has(commit)),
    named: Object.fromEntries(here.map(([name, object]) => [name.replace(/^refs\//, ''), object])),
    unnamed: [...local].filter((commit) => !inner.has(commit) && !named.has(commit)),
  };
}

/** Packs the objects in the user's repository and unpacks them in the shadow repository, up to a byte limit. */
export async function copyObjects(
  shadow: Shadow,
  user: User,
  commits: readonly string[],
  blobs: readonly string[],
  capBytes: number,
): Promise<'copied' | 'too big'> {
  const children: ChildProcess[] = [];
  const endings: Promise<unknown>[] = [];
  const start = (args: string[], options = user.options()) => {
    const child = startGit(args, options);
    children.push(child);
    endings.push(ended(child, args, options));
    return child;
  };
  const list = start(['rev-list', '--objects', '--no-walk=unsorted', '--stdin']);
  const pack = start(['pack-objects', '-q', '--stdout', '--window=0', '--delta-base-offset']);
  const unpack = start(['index-pack', '--stdin'], shadow.options());
  list.stdin?.end(commits.map((commit) => `${commit}\n`).join(''));
  unpack.stdout?.resume();

  let bytes = 0;
  const limited = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > capBytes) throw new Error('too big');
      yield chunk;
    }
  };
  const listing = async function* (source: AsyncIterable<Buffer>) {
    for (const blob of blobs) yield Buffer.from(`${blob}\n`);
    yield* source;
  };
  const unpacking = pipeline(pack.stdout!, limited, unpack.stdin!).catch((error: NodeJS.ErrnoException) => {
    // A pack says itself where it ends, so git may exit before its input is closed. Its exit code judges.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && error.code !== 'EPIPE') throw error;
  });
  const flows = [pipeline(list.stdout!, listing, pack.stdin!), unpacking];
  try {
    await Promise.all([...endings, ...flows]);
    return 'copied';
  } catch (error) {
    for (const child of children) child.kill('SIGKILL');
    await Promise.allSettled([...endings, ...flows]);
    removeParts(shadow);
    if (bytes > capBytes) return 'too big';
    throw (await firstFailure(endings)) ?? error;
  }
}

/** The process that failed first, not the one that failed because of it. */
async function firstFailure(endings: readonly Promise<unknown>[]): Promise<GitError | undefined> {
  const reasons = (await Promise.allSettled(endings)).map((ending) => ending.status === 'rejected' && ending.reason);
  return reasons.find((reason) => reason instanceof GitError && reason.exitCode !== null);
}

async function missingIn(shadow: Shadow, objects: readonly string[]): Promise<Set<string>> {
  if (objects.length === 0) return new Set();
  const folder = join(shadow.dir, 'objects');
  // A new repository has no pack, and never another repository's objects.
  if (readdirSync(join(folder, 'pack')).length === 0)
    return new Set(objects.filter((object) => !hasLooseObject(folder, object)));
  const sizes = await shadow.objects.sizes(objects);
  return new Set(objects.filter((object) => !sizes.has(object)));
}

/** The root commits of a shallow clone; their parents are missing. */
function shallowOf(user: User): Set<string> {
  const file = join(user.located.git?.commonDir ?? '', 'shallow');
  return new Set(existsSync(file) ? readFileSync(file, 'latin1').split('\n').filter(Boolean) : []);
}

function removeParts(shadow: Shadow): void {
  const folder = join(shadow.dir, 'objects/pack');
  for (const name of readdirSync(folder)) if (name.startsWith('tmp_')) rmSync(join(folder, name), { force: true });
}
