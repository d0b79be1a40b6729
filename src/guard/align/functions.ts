import type { FileModel, FunctionModel } from '../../syntax/model.ts';
import { containsMost, containsNames } from './containment.ts';
import type { FilePair } from './files.ts';
import { pairByKey } from './pair-by-key.ts';
import { containment, similarity, similarityAtMost } from './similarity.ts';
import { commentHolding, isUnparsed } from './tests.ts';

export interface PlacedFunction {
  function: FunctionModel;
  file: FileModel;
  path: string;
}

export interface FunctionPair {
  before: PlacedFunction;
  after: PlacedFunction;
  likeness: number;
}

export interface LostFunction extends PlacedFunction {
  fate: 'gone' | 'commented-out' | 'file-gone';
  /** The remaining code still calls it. */
  isStillCalled: boolean;
  /** A remaining file that still imports the deleted file it was in. */
  importedBy?: string;
  /** Unchanged files name it; null if they were not searched. */
  isNamedElsewhere: boolean | null;
  remains: { path: string; line: number; text: string } | null;
}

export interface FunctionAlignment {
  pairs: FunctionPair[];
  lost: LostFunction[];
  added: PlacedFunction[];
}

/** Pairs functions: by name within a file, then by name or body anywhere in the change. */
export function alignFunctions(files: FilePair[]): FunctionAlignment {
  const before = placedFunctions(files, 'before');
  const after = placedFunctions(files, 'after');
  const left = new Set(before);
  const right = new Set(after);
  const pairs: FunctionPair[] = [];
  const match = (b: PlacedFunction, a: PlacedFunction): void => {
    left.delete(b);
    right.delete(a);
    pairs.push({ before: b, after: a, likeness: similarity(b.function.tokens, a.function.tokens) });
  };
  const homes = new Map<FileModel, number>();
  files.forEach((file, i) => {
    if (file.before) homes.set(file.before, i);
    if (file.after) homes.set(file.after, i);
  });
  const unpaired = { left, right, match, tokensOf: (one: PlacedFunction) => one.function.tokens };
  pairByKey(unpaired, (one) => `${homes.get(one.file)}|${one.function.qualified}`);
  pairByKey(unpaired, (one) => `${homes.get(one.file)}|${one.function.name}`);
  pairByKey(unpaired, (one) => one.function.qualified);
  pairByKey(unpaired, (one) => one.function.name);
  pairByKey(unpaired, (one) => one.function.name.replace(/^_+/, '').replace(/_/g, '').toLowerCase(), 0.2);
  for (const b of [...left]) {
    if (b.function.tokens.length < 6) continue;
    let best: PlacedFunction | null = null;
    let score = 0.6;
    for (const a of right) {
      if (similarityAtMost(b.function.tokens, a.function.tokens) <= score) continue;
      const found = similarity(b.function.tokens, a.function.tokens);
      if (found > score) [best, score] = [a, found];
    }
    if (best) match(b, best);
  }
  const pairOf = new Map(
    files.flatMap((file) => (file.before && file.after ? [[file.before, file.after] as const] : [])),
  );
  const movedByName = new Map<string, FunctionPair[]>();
  for (const pair of pairs) {
    if (pair.before.path === pair.after.path) continue;
    const { name } = pair.after.function;
    movedByName.set(name, [...(movedByName.get(name) ?? []), pair]);
  }
  const lost = [...left]
    .filter((one) => !isUnparsed(one.function.name, pairOf.get(one.file)))
    .filter(
      (one) =>
        !survivesElsewhere(one, files) && !movedByName.get(one.function.name)?.some((pair) => isMerged(one, pair)),
    )
    .map((one) => ({ ...one, ...fateOf(one, files, pairOf), isNamedElsewhere: null }));
  return { pairs, lost, added: [...right] };
}

/** What callers would have to name: the type if the method's own name is too common, otherwise the function. */
export function subjectOf(one: PlacedFunction): string {
  const owner = ownerOf(one);
  const { name } = one.function;
  return owner && (name.length < 5 || common.test(name))
    ? owner
    : name.replace(/^(get|set) /, '').replace(/ (setter|getter|deleter)$/, '');
}

/** The type that contains it. */
const ownerOf = ({ function: { qualified } }: PlacedFunction): string | undefined =>
  /(\w+)(?: <.*>)?(?:#.*)?(?:\([^)]*\))?\.[^.]*$/.exec(qualified)?.[1];

const common =
  /^(clone|default|deref\w*|close|toString|equals|hashCode|constructor|String|Error|from_\w+|into_\w+|poll\w*|__\w+__)$/;

function placedFunctions(files: FilePair[], side: 'before' | 'after'): PlacedFunction[] {
  return files.flatMap((pair) => {
    const file = pair[side];
    if (!file) return [];
    return file.functions.map((found) => ({
      function: found,
      file,
      path: side === 'before' ? pair.oldPath : pair.path,
    }));
  });
}

/** Its body was inlined or moved into another form: a closure, an object, a class. */
function survivesElsewhere(one: PlacedFunction, files: FilePair[]): boolean {
  if (one.function.name === '<file>') return true;
  if (one.function.tokens.length < 8) return false;
  if (isInlined(one, files)) return true;
  return files.some(
    (pair) =>
      pair.after &&
      containsMost(pair.after, one.function.tokens, 0.85) &&
      !(pair.before && containment(one.function.tokens, tokensWithout(pair.before, one)) > 0.85),
  );
}

/** One of several similar functions moved and replaces them all: into a base class, a shared module. */
const isMerged = (one: PlacedFunction, { after }: FunctionPair): boolean =>
  after.path !== one.path && similarity(one.function.tokens, after.function.tokens) >= 0.8;

/** Its statements appear verbatim elsewhere in the change. */
function isInlined({ function: { tokens } }: PlacedFunction, files: FilePair[]): boolean {
  const inner = tokens[0] === '{' ? tokens.slice(1, -1) : tokens;
  if (inner.length < 8) return false;
  const text = ` ${inner.join(' ')} `;
  const times = (side: 'before' | 'after'): number =>
    files.reduce((sum, { [side]: file }) => {
      return file && containsNames(file, inner) ? sum + joinedTokens(file).split(text).length - 1 : sum;
    }, 0);
  const now = times('after');
  return now > 0 && now >= times('before');
}

const texts = new WeakMap<FileModel, string>();
function joinedTokens(file: FileModel): string {
  let text = texts.get(file);
  if (text === undefined) {
    text = ` ${file.tokens.join(' ')} `;
    texts.set(file, text);
  }
  return text;
}

const remainders = new WeakMap<FunctionModel, string[]>();
function tokensWithout(file: FileModel, one: PlacedFunction): string[] {
  if (file !== one.file) return file.tokens;
  let rest = remainders.get(one.function);
  if (!rest) {
    const at = file.tokens.join('\0').indexOf(one.function.tokens.join('\0'));
    const start = at < 0 ? -1 : file.tokens.join('\0').slice(0, at).split('\0').length - 1;
    rest =
      start < 0
        ? file.tokens
        : [...file.tokens.slice(0, start), ...file.tokens.slice(start + one.function.tokens.length)];
    remainders.set(one.function, rest);
  }
  return rest;
}

/** Called by its bare name, and not imported. */
function isCalled(file: FileModel, name: string, isMethod: boolean): boolean {
  if ((file.identifiers.get(name) ?? 0) === 0 || isImported(file, name)) return false;
  return file.tokens.some(
    (token, i) =>
      token === name && file.tokens[i + 1] === '(' && (isMethod || !/^(\.|\?\.|::)$/.test(file.tokens[i - 1] ?? '')),
  );
}

/** The remaining code newly imports the name: another module or a dependency provides it now. */
export const isNewlyImported = ({ function: { name } }: PlacedFunction, files: FilePair[]): boolean =>
  files.some(({ before, after }) => after && isImported(after, name) && !(before && isImported(before, name)));

const isImported = (file: FileModel, name: string): boolean =>
  new RegExp(
    `^\\s*(?:import|from|use|export|const|var|let)\\b[^;]*\\b${name.replace(/\W/g, '\\$&')}\\b[^;=(]*(?:from|import|require|;|$)`,
    'm',
  ).test(
    file.source
      .slice(0, 20_000)
      .split('\n')
      .filter((line) => /^\s*(import|from|use|export .* from|const .*require|var .*require)\b/.test(line))
      .join('\n'),
  );

function fateOf(
  one: PlacedFunction,
  files: FilePair[],
  pairOf: Map<FileModel, FileModel>,
): Pick<LostFunction, 'fate' | 'isStillCalled' | 'remains'> {
  const home = pairOf.get(one.file);
  const name = one.function.name.replace(/^(get|set) /, '').replace(/ (setter|getter|deleter)$/, '');
  const defined = files.some((pair) => pair.after?.functions.some((other) => other.name === name));
  const owner = /^[*& ]*(\w+)/.exec(one.function.qualified)?.[1];
  const isMethod = one.function.qualified !== one.function.name;
  const orphan = isMethod && !files.some((pair) => pair.after?.identifiers.has(owner ?? ''));
  const isStillCalled =
    !defined && !orphan && files.some((pair) => pair.after?.role === 'source' && isCalled(pair.after, name, isMethod));
  if (!home) return { fate: 'file-gone', isStillCalled, remains: null };
  const commented = commentHolding(home, [name, ...one.function.tokens], one.file);
  if (commented)
    return {
      fate: 'commented-out',
      isStillCalled,
      remains: { path: home.path, line: commented.line, text: commented.text.slice(0, 300) },
    };
  return { fate: 'gone', isStillCalled, remains: null };
}
