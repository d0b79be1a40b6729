import { isTestPath, languageOf } from '../syntax/languages/index.ts';
import type { FileModel } from '../syntax/model.ts';
import { compare, type TreeComparison } from './align/compare.ts';
import { type ConfigDelta, configDelta } from './config/delta.ts';
import { isConfig } from './config/facts.ts';
import { leavesOf } from './config/leaves.ts';
import type { Change, GuardInput, Unjudged } from './finding/types.ts';
import { isNamedIn } from './named-in.ts';
import { readModel } from './read-model.ts';
import { share } from './share.ts';
import { unreadable } from './unreadable.ts';

interface Sides {
  change: Change;
  before: FileModel | null;
  after: FileModel | null;
}

/** Parses and aligns what changed. A file that cannot be judged is added to `skipped`; nothing is left out without that. */
export async function readComparison(input: GuardInput, skipped: Unjudged[]): Promise<TreeComparison> {
  const sides: Sides[] = [];
  const config: ConfigDelta[] = [];
  const others: Change[] = [];
  const unread: (Change & { reason: string })[] = [];
  for (const change of input.changes) {
    const marked = markedBefore(change, input);
    if (marked !== null) {
      skipped.push({ path: change.path, reason: marked });
      others.push(change);
      continue;
    }
    const reason = reasonToSkip(change);
    if (reason) {
      unread.push({ ...change, reason });
      continue;
    }
    try {
      if (isConfig(change.path)) {
        if (isConfig(change.oldPath ?? change.path) && (await becameInvalid(change)))
          skipped.push({ path: change.path, reason: 'it could not be parsed', wasReadable: true });
        config.push(await configDelta(change));
      }
      const side = await readSides(change, input.changes, skipped);
      if (side) sides.push(side);
      else others.push(change);
    } catch (error) {
      const wasReadable = change.after !== null && (await isParsable(change));
      skipped.push({ path: change.path, reason: whyNotParsed(error), wasReadable });
    }
  }
  for (const change of await judgeNewCode(unread, sides, input)) {
    skipped.push({ path: change.path, reason: change.reason, ...(couldBeRead(change) && { wasReadable: true }) });
    others.push(change);
  }
  return compare(input, sides, await readContext(input, skipped), config, others);
}

async function readSides(change: Change, all: Change[], skipped: Unjudged[]): Promise<Sides | null> {
  const { path, oldPath, before, after } = change;
  const like = oldPath ?? twinOf(change, all);
  if (!languageOf(path) && !languageOf(like)) return null;
  const models = {
    before: before === null ? null : await readModel(oldPath ?? path, before),
    after: after === null ? null : await readModel(path, after, like),
  };
  if ((models.before?.broken && after !== null) || models.after?.broken) {
    const wasReadable = models.before !== null && !models.before.broken;
    skipped.push({ path, reason: 'large parts could not be parsed', wasReadable });
  } else if (after !== null && !languageOf(path) && !(isScript(after) && !isTestPath(like))) {
    skipped.push({ path, reason: `it was ${like}, and its name is not one of code any more`, wasReadable: true });
  }
  if (models.before && models.after) share(models.before, models.after);
  return { change, ...models };
}

/** A program needs no ending: its first line says what runs it. */
const isScript = (text: string): boolean => /^#!.*\b(?:node|python|deno|bun|tsx)/.test(text);

/**
 * Generated and vendored files are left out, but a mark or a folder is easily added. So new ones are judged if code that is
 * judged uses them. Returns what is still not judged.
 */
async function judgeNewCode(unread: (Change & { reason: string })[], sides: Sides[], { stance }: GuardInput) {
  if (stance === 'review') return unread;
  const judged = [...sides];
  let left = unread;
  for (let isMore = true; isMore; ) {
    isMore = false;
    for (const change of left) {
      const { path, before, after } = change;
      if (before !== null || after === null || !languageOf(path) || !isNamedIn(path, judged)) continue;
      const model = after.length > maxLength ? null : await readModel(path, after).catch(() => null);
      if (!model || model.broken) continue;
      const side = { change: { path, before, after }, before: null, after: model };
      sides.push(side);
      judged.push(side);
      left = left.filter((one) => one !== change);
      isMore = true;
    }
  }
  return left;
}

const maxLength = 1_000_000;

async function readContext({ contextFiles = [] }: GuardInput, skipped: Unjudged[]): Promise<FileModel[]> {
  const context: FileModel[] = [];
  for (const { path, content } of contextFiles) {
    const reason = unreadable(path, content);
    const model = reason === null ? await readModel(path, content).catch(() => null) : null;
    if (model) context.push(model);
    else if (languageOf(path)) skipped.push({ path, reason: `unchanged, and not read: ${reason ?? 'not parsed'}` });
  }
  return context;
}

/** A settings file of a format that is read in parts, and cannot be any more. */
async function becameInvalid({ path, oldPath, before, after }: Change): Promise<boolean> {
  if (before === null || after === null || languageOf(path)) return false;
  return (await leavesOf(oldPath ?? path, before)) !== null && (await leavesOf(path, after)) === null;
}

/** If a file was renamed to an unknown extension, returns its old path so that it is parsed in the same language. */
function twinOf(change: Change, changes: Change[]): string {
  if (change.before !== null || languageOf(change.path) || !change.after) return change.path;
  const lines = new Set(change.after.split('\n'));
  const twin = changes.find((one) => {
    if (one.after !== null || one.before === null || !languageOf(one.path)) return false;
    const old = one.before.split('\n');
    return old.filter((line) => lines.has(line)).length >= old.length * 0.8;
  });
  return twin?.path ?? change.path;
}

function reasonToSkip(change: Change): string | null {
  for (const content of [change.after, change.before]) {
    const reason = content === null ? null : unreadable(change.path, content);
    if (reason) return reason;
  }
  return null;
}

/** Tests and snapshots that a tool wrote still say what must hold. */
function markedBefore({ path, oldPath }: Change, { stance, markOf }: GuardInput): string | null {
  const mark = stance === 'review' && markOf?.(oldPath ?? path) ? markOf(path) : null;
  if (mark === null || (mark === 'generated' && (isTestPath(path) || path.endsWith('.snap')))) return null;
  return `${mark}, by .gitattributes`;
}

/** Code that was judged before the change, and still exists. */
function couldBeRead({ path, oldPath, before, after }: Change): boolean {
  const old = oldPath ?? path;
  return before !== null && after !== null && languageOf(old) !== null && unreadable(old, before) === null;
}

async function isParsable({ path, oldPath, before }: Change): Promise<boolean> {
  if (before === null) return false;
  return readModel(oldPath ?? path, before).then(
    () => true,
    () => false,
  );
}

const whyNotParsed = (error: unknown): string =>
  `could not be parsed: ${error instanceof RangeError ? 'nested too deeply' : (error as Error).message}`;
