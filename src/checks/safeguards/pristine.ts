import { createHash } from 'node:crypto';
import { join } from 'node:path/posix';
import type { MovedFile, PristineFile, PristineFiles } from '../../ports/safeguards.ts';
import type { TreeDifference } from '../../ports/workspace.ts';
import type { PathRules } from '../../system/path-rules.ts';
import { folderOf } from '../../system/paths.ts';
import { configuresTests, overlayOfEdit } from './edited-setup.ts';
import { isTest, judgingPart, type OverlayKind } from './judge-files.ts';
import { isCode } from './module-imports.ts';
import { followsMoves, type Moves } from './moved-imports.ts';
import { findMovedJudges } from './moved-judges.ts';
import { overlayCargo } from './overlay-cargo.ts';
import { overlayCompiler } from './overlay-compiler.ts';
import { overlayPackage, overlaySections } from './overlay-parts.ts';
import { replacesPlaceholders } from './placeholder-scripts.ts';
import { removesAsAsked } from './requested-removals.ts';
import { type BaselineFiles, mayShadow, shadowPart } from './shadow-files.ts';

export interface PristineSources {
  /** Reads a file of a snapshot; null if there is none. */
  file(commit: string, path: string): Promise<Buffer | null>;
  blob(object: string): Promise<Buffer>;
  /** The baseline's files; only called if a new file may judge. */
  baseline(): Promise<BaselineFiles>;
  /** What else of the baseline belongs to its tests; only called if other files than tests changed. */
  belongings?(): Promise<ReadonlySet<string>>;
  /** Ignored files that may configure a judge and did not exist at the baseline, with a digest of their content. */
  unexpectedFiles: readonly { path: string; digest: string }[];
}

/** By path: git's ids of the versions that a person approved, latest last; null for an approved removal. */
export type AcceptedVersions = ReadonlyMap<string, readonly (string | null)[]>;

interface JudgingRules {
  /** The scripts that the criteria run. */
  scripts: PathRules;
  accepted?: AcceptedVersions;
  /** The targets of make: a new file with such a name would keep make from running them. */
  targets?: readonly string[];
  /** What the task asks to remove takes its tests along. */
  task?: string;
}

const LINK = '120000';
const EXECUTABLE = '100755';
const EMPTY = Buffer.from('');

/**
 * The baseline's versions, or later approved ones, of changed tests, test configuration and check scripts. Those that were moved are
 * listed apart. Tests that only follow moved imports stay as they are, and so do tests that only lost what the task asks to remove,
 * and new files, unless they would configure or replace the judge.
 */
export async function pristineFiles(
  changes: readonly TreeDifference[],
  commits: { baseline: string; current: string },
  { scripts, accepted = new Map(), targets = [], task = '' }: JudgingRules,
  sources: PristineSources,
): Promise<PristineFiles> {
  const mayJudge = ({ path, before }: TreeDifference) =>
    mayShadow(path) || (!before && targets.some((target) => path === target || path.startsWith(`${target}/`)));
  const needsBaseline = sources.unexpectedFiles.length > 0 || changes.some(mayJudge);
  const baseline = needsBaseline ? await sources.baseline() : null;
  const mayBelong = changes.some(({ path, before }) => before && judgingPart(path) === null);
  const belongings = (mayBelong && (await sources.belongings?.())) || new Set<string>();
  const moves = movesIn(changes);
  const read = async (side: 'before' | 'after', path: string) =>
    (await sources.file(side === 'before' ? commits.baseline : commits.current, path))?.toString('utf8') ?? null;
  const filesIn = async (folder: string) =>
    (await sources.baseline()).paths.filter((path) => folderOf(path) === folder);
  const movedJudges = await findMovedJudges(changes, moves, { read, filesIn });
  const destinations = new Set([...movedJudges.values()].map(({ to }) => to));
  const files: PristineFile[] = [];
  const moved: MovedFile[] = [];
  const newTests: string[] = [];
  const hash = createHash('sha256');
  for (const { path, before, after } of changes) {
    const name = Buffer.from(path, 'latin1').toString('utf8');
    const approvedVersions = accepted.get(name) ?? [];
    if (approvedVersions.includes(after?.object ?? null)) continue;
    const lastApproved = approvedVersions.at(-1) ?? null;
    const isNew = approvedVersions.length > 0 ? lastApproved === null : !before;
    const shadowKind =
      before || !baseline ? null : isTarget(name, targets, baseline) ? 'away' : shadowPart(name, baseline);
    const editKind = before && baseline ? overlayOfEdit(name, baseline) : null;
    const isJudge = scripts.matches(name) || belongings.has(name);
    const judgingKind = isJudge ? 'whole' : (judgingPart(name) ?? editKind ?? (shadowKind && 'whole'));
    const part = isNew ? shadowKind : judgingKind;
    if (isNew && !part && isTest(name) && !destinations.has(name)) newTests.push(name);
    if (!part || before?.mode === LINK || (isNew && destinations.has(name))) continue;
    const expected = lastApproved
      ? await sources.blob(lastApproved)
      : isNew
        ? EMPTY
        : await sources.file(commits.baseline, name);
    const current = after ? await sources.file(commits.current, name) : null;
    const content =
      part === 'away' ? null : expected && overlayContent(part, expected, current, isRemovedTarget(name, changes));
    if (!content && part !== 'away') continue;
    if (isTest(name) && expected && stays(name, `${expected}`, current && `${current}`, moves, task)) continue;
    const mode = before?.mode === EXECUTABLE ? 0o755 : 0o644;
    const isPlaceholder =
      part === 'package-json' && !!expected && !!current && replacesPlaceholders(`${expected}`, `${current}`);
    const setsUp = part === 'away' || !(isTest(name) || (belongings.has(name) && !isCode(name)));
    const file = { path: name, content, mode, isNew, setsUp, isPlaceholder };
    const place = movedJudges.get(name);
    if (place) moved.push({ ...place, file });
    else files.push(file);
    hash.update(`${name}\0${place?.to ?? after?.object ?? ''}\0`);
  }
  for (const { path, digest } of sources.unexpectedFiles) {
    if (!baseline || shadowPart(path, baseline) !== 'away') continue;
    files.push({ path, content: null, mode: 0o644, isNew: true, setsUp: true, isPlaceholder: false });
    hash.update(`${path}\0ignored ${digest}\0`);
  }
  return { files, moved, newTests, fingerprint: hash.digest('hex').slice(0, 12) };
}

/** It claims what it claimed, but for what the task asks to remove. */
function stays(path: string, before: string, after: string | null, moves: Moves, task: string): boolean {
  return (after !== null && followsMoves(path, before, after, moves)) || removesAsAsked(task, before, after);
}

function movesIn(changes: readonly TreeDifference[]): Moves {
  const paths = (of: (change: TreeDifference) => boolean) =>
    new Set(changes.filter(of).map(({ path }) => Buffer.from(path, 'latin1').toString('utf8')));
  return { removed: paths(({ after }) => !after), added: paths(({ before }) => !before) };
}

function isTarget(path: string, targets: readonly string[], baseline: BaselineFiles): boolean {
  return targets.some((target) => path === target || (path.startsWith(`${target}/`) && !baseline.hadIn(target)));
}

/** Whether a target in the baseline's package.json was removed since. Tests do not count, because they are restored. */
function isRemovedTarget(manifest: string, changes: readonly TreeDifference[]): (target: string) => boolean {
  const folder = folderOf(manifest);
  return (target) => {
    const pathParts = join(folder, target).split('*');
    const isRemoved = ({ path, after }: TreeDifference) =>
      !after &&
      !isTest(path) &&
      (pathParts.length > 1 ? path.startsWith(pathParts[0] as string) : path === pathParts[0]);
    return changes.some(isRemoved);
  };
}

function overlayContent(
  part: OverlayKind | 'tests-in-it',
  before: Buffer,
  after: Buffer | null,
  isRemoved: (target: string) => boolean,
): Buffer | null {
  if (part === 'tests-in-it' && !configuresTests(before.toString('utf8'), after?.toString('utf8') ?? '')) return null;
  if (part === 'whole' || part === 'tests-in-it' || !after) return after?.equals(before) ? null : before;
  const [old, now] = [before.toString('utf8'), after.toString('utf8')];
  const merge = {
    'package-json': () => overlayPackage(old || '{}', now, isRemoved),
    sections: () => overlaySections(old, now),
    cargo: () => overlayCargo(old, now),
    compiler: () => overlayCompiler(old, now),
  };
  const text = merge[part]();
  return text === null ? null : Buffer.from(text);
}
