import type { FilePair } from '../align/files.ts';
import type { LostFunction } from '../align/functions.ts';
import type { Hit } from '../types.ts';

/** A module that its own name calls private. */
export const isInternal = (path: string): boolean => /(^|\/)(_(?!_)[^/]*\.py|internal\/.*\.go)$/.test(path);

/** Rust: `Trait for Type` without the attributes that tell several of its functions apart. */
const ownerOf = (one: LostFunction): string =>
  one.file.language === 'rust' ? (/^(.* for [^#]*?)(?:#.*)?\.[^.]*$/.exec(one.function.qualified)?.[1] ?? '') : '';

/** The trait is still implemented, by what it provides itself or by a macro. */
export function isImplemented(one: LostFunction, files: FilePair[]): boolean {
  const owner = ownerOf(one);
  return owner !== '' && files.some((pair) => pair.after?.tokens.join(' ').includes(` ${owner} {`));
}

/** A written implementation gave way to a derived one. */
export function isDerived(one: LostFunction, files: FilePair[]): boolean {
  const [trait = '', type = ''] = ownerOf(one)
    .split(' for ')
    .map((part) => part.split(' < ')[0]!.split(' :: ').at(-1)!);
  if (trait === '' || type === '') return false;
  const derived = new RegExp(`derive\\([^)]*\\b${trait}\\b[^)]*\\)[^;{]{0,400}\\b(enum|struct|union)\\s+${type}\\b`);
  return files.some((pair) => pair.after && derived.test(pair.after.source));
}

/** Only passes on what other files hold. */
export const isBarrel = (source: string): boolean =>
  source
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*|^\s*#(?!\[).*/gm, '')
    .split(/;|\n(?=\S)/)
    .every((part) =>
      /^\s*$|^\s*(#\[|pub (use|mod)\b|use\b|mod\b|import\b|from\b|export\b[^=]*\bfrom\b|__all__|package\b)/.test(part),
    );

/** A class that lives on without its written constructor has a generated or inherited one. */
export function isOnlyConstructor({ function: { name, qualified }, file }: LostFunction, files: FilePair[]): boolean {
  const owner = qualified.split('.').at(-2);
  if (!owner || !/^(__init__|constructor)$/.test(name)) return false;
  return files.some((pair) => pair.before === file && (pair.after?.identifiers.get(owner) ?? 0) > 0);
}

export const isSource = (one: LostFunction): boolean =>
  one.file.role === 'source' &&
  one.function.name !== '<file>' &&
  !one.function.abstract &&
  !one.file.tests.some((test) => test.start <= one.function.start && test.end >= one.function.end);

export const listed = (lost: LostFunction[]): string =>
  lost
    .slice(0, 5)
    .map((one) => `"${one.function.qualified}"`)
    .join(', ') + (lost.length > 5 ? ` and ${lost.length - 5} more` : '');

export const lostHit = (one: LostFunction, why: string, all: LostFunction[]): Hit => ({
  before: { path: one.path, line: one.function.line },
  after: null,
  excerptBefore: one.function.excerpt,
  excerptAfter: '',
  why,
  names: [...all.map((each) => each.function.name), one.path],
});
