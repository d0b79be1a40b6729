import type { FilePair } from './align/files.ts';
import type { LostFunction } from './align/functions.ts';
import type { Comparison } from './compare.ts';
import type { FileModel } from './model.ts';
import { quoted } from './tree.ts';
import type { Hit } from './types.ts';

/** What the change brings from outside of the repository, or from a type above, that may do the work of what is gone: a sentence, or null. */
export function takenOverBy(path: string, { before }: Hit, comparison: Comparison): string | null {
  if (takesDependency(comparison)) return 'But a dependency that came with the change may do its work.';
  const lost = comparison.functions.lost.find((one) => one.path === path && one.function.line === before?.line);
  if (lost && inheritsAnew(lost, comparison)) return 'But its type has another base now, which may have it.';
  if (lost && isImported(lost, comparison)) return 'But its name is newly imported from elsewhere.';
  return isExchanged(path, comparison) ? 'But what used it imports something else now.' : null;
}

/** The manifest names something that it did not name. */
const takesDependency = ({ input }: Comparison): boolean =>
  input.changes.some(({ path, before, after }) => {
    const entry = manifests.find(([file]) => file.test(path))?.[1];
    const had = new Set(before?.match(entry ?? /$^/gm) ?? []);
    return (after?.match(entry ?? /$^/gm) ?? []).some((one) => before !== null && !had.has(one));
  });

/** Names of dependencies, without their versions. */
const manifests: [RegExp, RegExp][] = [
  [/(^|\/)package\.json$/, /"[@\w./-]+"(?=: "(?:[~^>=]|\d|workspace|npm:|latest))/g],
  [/(^|\/)pom\.xml$/, /<(?:artifact|group)Id>[^<]+/g],
  [/(^|\/)build\.gradle(\.kts)?$/, /\b(?:api|implementation|compile)\b[ (]["'][\w.-]+:[\w.-]+/g],
  [
    /(^|\/)(pyproject\.toml|setup\.(cfg|py)|requirements[\w.-]*\.txt)$/,
    /^[\s"']*[A-Za-z][\w.-]+(?=\s*(?:\[[\w,]+\])?\s*[><=~])/gm,
  ],
  [/(^|\/)go\.mod$/, /^\s*(?:require )?[\w.-]+\.[\w./-]+(?= v\d)/gm],
  [/(^|\/)Cargo\.toml$/, /^[\w-]+(?= = (?:"\d|\{))/gm],
];

const ownerOf = ({ function: { qualified, name } }: LostFunction): string =>
  /(\w+)(?:\([^)]*\))?\.$/.exec(qualified.slice(0, -name.length))?.[1] ?? '';

/** The type that held it stands there with other types above it. */
function inheritsAnew(lost: LostFunction, { files }: Comparison): boolean {
  const owner = ownerOf(lost);
  if (owner === '') return false;
  const heading = new RegExp(`\\bclass\\s+${quoted(owner)}\\b([^:{]*)`);
  const above = (file: FileModel | null): string | undefined => heading.exec(file?.source ?? '')?.[1]?.trim();
  const now = files.map(({ after }) => above(after)).filter((one) => one !== undefined && one !== '');
  return now.some((one) => one !== above(lost.file));
}

function isImported(lost: LostFunction, { files }: Comparison): boolean {
  const names = [lost.function.name, ownerOf(lost)].filter((name) => /^\w{3,}$/.test(name));
  return files.some((pair) => newImports(pair).some((text) => names.some((name) => words(text).includes(name))));
}

/** A file that took from the one that is gone takes from another in the same change. */
function isExchanged(path: string, { files }: Comparison): boolean {
  const stem = /([^/]+?)\.\w+$/.exec(path)?.[1] ?? '';
  const isGone = files.every((pair) => pair.oldPath !== path || pair.after === null);
  return (
    isGone &&
    stem.length > 2 &&
    files.some((pair) => {
      if (pair.before?.role !== 'source' || !pair.after) return false;
      const kept = importsOf(pair.after);
      const left = importsOf(pair.before).some((text) => !kept.includes(text) && words(text).includes(stem));
      return left && newImports(pair).length > 0;
    })
  );
}

const words = (text: string): string[] => text.match(/\w+/g) ?? [];

function newImports({ before, after }: FilePair): string[] {
  const had = importsOf(before);
  return importsOf(after).filter((one) => !had.includes(one));
}

/** The statements by which a file takes things from elsewhere. */
export const importsOf = (file: FileModel | null): string[] =>
  file?.source.match(
    /^\s*(?:from\s+\S+\s+import\s+(?:\([^)]*\)|.*)|import\b[^;\n]*(?:\{[^}]*\}[^;\n]*)?|export\b.*\bfrom\b.*|(?:pub )?use\s[^;]*;|(?:const|let|var)\b.*\brequire\(.*)/gm,
  ) ?? [];
