import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { filesUnder } from '../system/files-under.ts';
import { type GitOptions, type GitResult, git } from '../system/git.ts';
import type { Staying } from '../system/lasting-git.ts';
import { type LineCounts, openLineCounts } from '../system/line-counts.ts';
import { type ObjectSource, openObjects } from '../system/object-source.ts';
import { writeDurably } from './durable.ts';

/** The repository with the snapshots, outside the workspace. Its index persists: the stat cache makes the next snapshot cheap. */
export interface Shadow {
  dir: string;
  root: string;
  /** Where the index of this working tree is, and what is known of it. */
  cache: string;
  objectFormat: string;
  /** References are files, as git keeps them by default. */
  hasFileReferences: boolean;
  objects: ObjectSource;
  /** The lines that differ between two trees. */
  lineCounts: LineCounts;
  /** Runs git on the shadow repository with the workspace as its working tree. */
  run(args: readonly string[], options?: Partial<GitOptions>): Promise<GitResult>;
  options(): GitOptions;
  /** Removes locks of a killed git. The caller holds the workspace's lock and has ended that git. */
  clearLocks(): Promise<void>;
}

export interface ShadowOptions {
  shadowDir: string;
  root: string;
  /** By default the repository itself. */
  cache?: string;
  /** The same as in the user's repository, so that its history can be stored here too. */
  objectFormat?: string;
  /** The environment of every git process, with the marker of its loop. */
  env?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** The git processes that answer questions. */
  stays?: Staying;
}

/** Opens the shadow repository and creates it if there is none. A kill at any point leaves no repository or a complete one. */
export async function openShadow(options: ShadowOptions): Promise<Shadow> {
  const { shadowDir: dir, root, cache = dir, signal, stays } = options;
  const env = { ...options.env, ...(cache !== dir && { GIT_INDEX_FILE: join(cache, 'index') }) };
  if (!(await exists(join(dir, 'HEAD')))) await create(options);
  const config = readFileSync(join(dir, 'config'), 'latin1');
  const asked = () => ({ cwd: root, gitDir: dir, ...(signal && { signal }) });
  const settings = (): GitOptions => ({ cwd: root, gitDir: dir, workTree: root, env, ...(signal && { signal }) });
  return {
    dir,
    root,
    cache,
    objectFormat: /objectformat\s*=\s*(\w+)/i.exec(config)?.[1] ?? 'sha1',
    hasFileReferences: !/refstorage\s*=/i.test(config),
    // It ends when this process does: without the marker by which what a killed runner left behind is found.
    objects: openObjects(join(dir, 'objects'), asked, stays),
    lineCounts: openLineCounts(asked, stays),
    options: settings,
    run: (args, extra) => git(args, { ...settings(), ...extra }),
    clearLocks: () => clearLocks(dir),
  };
}

async function create({ shadowDir, objectFormat = 'sha1', env = {}, signal }: ShadowOptions): Promise<void> {
  const parent = dirname(shadowDir);
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const draft = await mkdtemp(`${shadowDir}${draftSuffix}`);
  try {
    await git(['init', '-q', '--bare', '--template=', `--object-format=${objectFormat}`, draft], {
      cwd: parent,
      env,
      ...(signal && { signal }),
    });
    const config = readFileSync(join(draft, 'config'), 'latin1').replace(/bare = true/, 'bare = false');
    writeDurably(join(draft, 'config'), config + ownConfig);
    mkdirSync(join(draft, 'info'));
    writeDurably(join(draft, 'info/attributes'), byteExact);
    writeDurably(join(draft, 'HEAD'), readFileSync(join(draft, 'HEAD')));
    renameSync(draft, shadowDir);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process was faster: use its repository.
    if (!(await exists(join(shadowDir, 'HEAD')))) throw error;
  }
}

/** From this size on, git streams a file into a pack and does not diff it. */
export const bigFile = 32 * 1024 * 1024;

const draftSuffix = '.draft-';

/**
 * Objects and references are on disk when git returns. On Linux, names that only Windows or macOS would mistake for
 * `.git` are allowed.
 */
const ownConfig = `[core]
	compression = 1
	autocrlf = false
	safecrlf = false
	excludesFile = /dev/null
	attributesFile = /dev/null
	logAllRefUpdates = false
	bigFileThreshold = ${bigFile}
	fsync = loose-object,pack,pack-metadata,index,reference
	fsyncMethod = batch
${process.platform === 'linux' ? '\tprotectNTFS = false\n\tprotectHFS = false\n' : ''}[gc]
	auto = 0
[maintenance]
	auto = false
`;

/** Overrides every .gitattributes: bytes are stored unchanged, and `-diff` hides nothing from diffs. */
const byteExact = '* -text -filter -ident -working-tree-encoding -eol !diff\n';

async function clearLocks(dir: string): Promise<void> {
  const locks = ['index', 'HEAD', 'config', 'packed-refs', 'shallow'].map((name) => join(dir, `${name}.lock`));
  const refs = await filesUnder(join(dir, 'refs'));
  locks.push(...refs.filter((path) => path.endsWith('.lock')));
  const drafts = (await readdir(dirname(dir)))
    .filter((name) => name.startsWith(`${basename(dir)}${draftSuffix}`))
    .map((name) => join(dirname(dir), name));
  for (const leftover of [...locks, ...drafts]) await rm(leftover, { recursive: true, force: true });
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
