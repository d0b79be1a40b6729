import { createHash } from 'node:crypto';
import { join } from 'node:path/posix';
import type { TreeDifference } from '../workspace/amend.ts';
import type { LaidFile } from '../workspace/overlay.ts';
import { folderOf } from '../workspace/paths.ts';
import { configuresTests, editedSetup } from './edited-setup.ts';
import { isTest, judgingPart, type Overlaying } from './judge-files.ts';
import { followsMoves, type Moves } from './moved-imports.ts';
import { overlaidCompiler } from './overlay-compiler.ts';
import { overlaidPackage, overlaidSections } from './overlay-parts.ts';
import type { PathRules } from './path-rules.ts';
import { replacesPlaceholders } from './placeholder-scripts.ts';
import { type BaselineFiles, mayShadow, shadowPart } from './shadow-files.ts';
import { mayHelpTests } from './test-helpers.ts';

export interface Sources {
  /** Reads a file of a snapshot; null where it has none. */
  file(commit: string, path: string): Promise<Buffer | null>;
  blob(object: string): Promise<Buffer>;
  /** What the baseline had; asked for only where something new may judge. */
  baseline(): Promise<BaselineFiles>;
  /** Modules of the baseline by which only tests compare; asked for only where code changed. */
  helpers?(): Promise<ReadonlySet<string>>;
  /** Ignored files that may configure a judge and were not there at the baseline, with a digest of what they hold. */
  strangers: readonly { path: string; digest: string }[];
}

/** By path: git's ids of versions that a person approved, the latest last; null where its removal was. */
export type Accepted = ReadonlyMap<string, readonly (string | null)[]>;

interface Judging {
  /** What the criteria run. */
  scripts: PathRules;
  accepted?: Accepted;
  /** What make is asked for: a new file of that name stands in the way of its work. */
  targets?: readonly string[];
}

export interface PristineFile extends LaidFile {
  /** The baseline had none: it is taken away, or what it says on judging is. */
  isNew: boolean;
  /** It sets the judge up, and is no test. */
  setsUp: boolean;
  /** The baseline's version judged nothing: its scripts only said that there is no check. */
  isPlaceholder: boolean;
}

export interface PristineFiles {
  files: PristineFile[];
  /** Tests that are new, and not only in another place. */
  newTests: string[];
  /** What the agent made of them: an approval holds for this and nothing else. */
  fingerprint: string;
}

const LINK = '120000';
const EXECUTABLE = '100755';
const NOTHING = Buffer.from('');

/**
 * The baseline's versions of the tests, test configuration and check scripts that were changed since, or those that a person
 * approved. A file that was only moved stays as it is, and so does a test that only imports from where its subject was moved, and
 * one that is new, unless it would configure or replace the judge.
 */
export async function pristineFiles(
  changes: readonly TreeDifference[],
  commits: { baseline: string; current: string },
  { scripts, accepted = new Map(), targets = [] }: Judging,
  sources: Sources,
): Promise<PristineFiles> {
  // What was moved to where no test is looked for is gone.
  const arrived = new Set(
    changes.filter(({ before, path }) => !before && judgingPart(path)).map(({ after }) => after?.object),
  );
  const left = new Set(changes.filter(({ after }) => !after).map(({ before }) => before?.object));
  const mayJudge = ({ path, before }: TreeDifference) =>
    mayShadow(path) || (!before && targets.some((target) => path === target || path.startsWith(`${target}/`)));
  const asked = sources.strangers.length > 0 || changes.some(mayJudge);
  const baseline = asked ? await sources.baseline() : null;
  const helped = changes.some(({ path, before }) => before && mayHelpTests(path));
  const helpers = (helped && (await sources.helpers?.())) || new Set<string>();
  const moves = movesIn(changes);
  const files: PristineFile[] = [];
  const newTests: string[] = [];
  const hash = createHash('sha256');
  for (const { path, before, after } of changes) {
    const name = Buffer.from(path, 'latin1').toString('utf8');
    const approved = accepted.get(name) ?? [];
    if (approved.includes(after?.object ?? null)) continue;
    const known = approved.at(-1) ?? null;
    const isNew = approved.length > 0 ? known === null : !before;
    const shadows =
      before || !baseline ? null : isTarget(name, targets, baseline) ? 'away' : shadowPart(name, baseline);
    const edited = before && baseline ? editedSetup(name, baseline) : null;
    const judging =
      scripts.matches(name) || helpers.has(name) ? 'whole' : (judgingPart(name) ?? edited ?? (shadows && 'whole'));
    const part = isNew ? shadows : judging;
    if (isNew && !part && isTest(name) && !left.has(after?.object)) newTests.push(name);
    if (!part || before?.mode === LINK || (before && !after && arrived.has(before.object))) continue;
    const wanted = known ? await sources.blob(known) : isNew ? NOTHING : await sources.file(commits.baseline, name);
    const current = after ? await sources.file(commits.current, name) : null;
    const content = part === 'away' ? null : wanted && overlaid(part, wanted, current, goneBeside(name, changes));
    if (!content && part !== 'away') continue;
    if (isTest(name) && wanted && current && followsMoves(name, `${wanted}`, `${current}`, moves)) continue;
    const mode = before?.mode === EXECUTABLE ? 0o755 : 0o644;
    const isPlaceholder =
      part === 'package-json' && !!wanted && !!current && replacesPlaceholders(`${wanted}`, `${current}`);
    files.push({ path: name, content, mode, isNew, setsUp: !isTest(name) || part === 'away', isPlaceholder });
    hash.update(`${name}\0${after?.object ?? ''}\0`);
  }
  for (const { path, digest } of sources.strangers) {
    if (!baseline || shadowPart(path, baseline) !== 'away') continue;
    files.push({ path, content: null, mode: 0o644, isNew: true, setsUp: true, isPlaceholder: false });
    hash.update(`${path}\0ignored ${digest}\0`);
  }
  return { files, newTests, fingerprint: hash.digest('hex').slice(0, 12) };
}

function movesIn(changes: readonly TreeDifference[]): Moves {
  const paths = (of: (change: TreeDifference) => boolean) =>
    new Set(changes.filter(of).map(({ path }) => Buffer.from(path, 'latin1').toString('utf8')));
  return { gone: paths(({ after }) => !after), come: paths(({ before }) => !before) };
}

function isTarget(path: string, targets: readonly string[], baseline: BaselineFiles): boolean {
  return targets.some((target) => path === target || (path.startsWith(`${target}/`) && !baseline.hadIn(target)));
}

/** Whether what a package.json of the baseline leads to went away since; tests and their helpers do not, they are laid over. */
function goneBeside(manifest: string, changes: readonly TreeDifference[]): (target: string) => boolean {
  const folder = folderOf(manifest);
  return (target) => {
    const way = join(folder, target).split('*');
    const isGone = ({ path, after }: TreeDifference) =>
      !after && !isTest(path) && (way.length > 1 ? path.startsWith(way[0] as string) : path === way[0]);
    return changes.some(isGone);
  };
}

function overlaid(
  part: Overlaying | 'tests-in-it',
  before: Buffer,
  after: Buffer | null,
  isGone: (target: string) => boolean,
): Buffer | null {
  if (part === 'tests-in-it' && !configuresTests(before.toString('utf8'), after?.toString('utf8') ?? '')) return null;
  if (part === 'whole' || part === 'tests-in-it' || !after) return after?.equals(before) ? null : before;
  const [old, now] = [before.toString('utf8'), after.toString('utf8')];
  const merge = {
    'package-json': () => overlaidPackage(old || '{}', now, isGone),
    sections: () => overlaidSections(old, now),
    compiler: () => overlaidCompiler(old, now),
  };
  const text = merge[part]();
  return text === null ? null : Buffer.from(text);
}
