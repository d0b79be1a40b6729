import type { LostFunction } from './align/functions.ts';
import { plainWords } from './align/similarity.ts';
import type { Comparison } from './compare.ts';
import type { FileModel } from './model.ts';
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
  [/(^|\/)Cargo\.toml$/, /^[\w-]+(?= = (?:"\d|\{))|^[\w-]+ = \{ git\b/gm],
];

const ownerOf = ({ function: { qualified, name } }: LostFunction): string =>
  /(\w+)(?:\([^)]*\))?\.$/.exec(qualified.slice(0, -name.length))?.[1] ?? '';

/** The type that held it stands there with other types above it. */
function inheritsAnew(lost: LostFunction, comparison: Comparison): boolean {
  const owner = ownerOf(lost);
  if (owner === '') return false;
  const old = headingsIn(lost.file).find(([name]) => name === owner)?.[1];
  return (newsOf(comparison).headings.get(owner) ?? []).some((above) => above !== '' && above !== old);
}

function isImported(lost: LostFunction, comparison: Comparison): boolean {
  const { imported } = newsOf(comparison);
  return [lost.function.name, ownerOf(lost)].some((name) => /^\w{3,}$/.test(name) && imported.has(name));
}

/** A file that took from the one that is gone takes from another in the same change. */
function isExchanged(path: string, comparison: Comparison): boolean {
  const stem = (/\.go$/.test(path) ? /([^/]+)\/[^/]+$/ : /([^/]+?)\.\w+$/).exec(path)?.[1] ?? '';
  const isGone = comparison.files.every((pair) => pair.oldPath !== path || pair.after === null);
  return isGone && stem.length > 2 && newsOf(comparison).left.has(stem);
}

/** What the files of a change take from where now, read once for all findings. */
interface News {
  /** What stands behind the names of types. */
  headings: Map<string, string[]>;
  /** Words of imports that are new. */
  imported: Set<string>;
  /** Words of imports that sources gave up for others. */
  left: Set<string>;
}

const known = new WeakMap<Comparison, News>();

function newsOf(comparison: Comparison): News {
  const cached = known.get(comparison);
  if (cached) return cached;
  const news: News = { headings: new Map(), imported: new Set(), left: new Set() };
  for (const { before, after } of comparison.files) {
    for (const [name, above] of headingsIn(after)) news.headings.set(name, [...(news.headings.get(name) ?? []), above]);
    const [had, has] = [importsOf(before), importsOf(after)];
    const fresh = has.filter((text) => !had.includes(text));
    for (const word of fresh.flatMap(plainWords)) news.imported.add(word);
    if (before?.role === 'source' && after && fresh.length > 0)
      for (const word of had.filter((text) => !has.includes(text)).flatMap(plainWords)) news.left.add(word);
  }
  known.set(comparison, news);
  return news;
}

const headingsIn = (file: FileModel | null): [name: string, above: string][] =>
  [...(file?.source ?? '').matchAll(/\bclass\s+(\w+)\b([^:{]*)/g)].map(([, name, above]) => [name!, above!.trim()]);

/** The statements by which a file takes things from elsewhere; of a list of Go each line. */
export const importsOf = (file: FileModel | null): string[] =>
  (file?.source.match(statements) ?? []).flatMap((text) =>
    /^\s*import\s*\(/.test(text)
      ? text
          .split('\n')
          .slice(1, -1)
          .map((line) => line.trim())
          .filter(Boolean)
      : [text],
  );

const statements =
  /^\s*(?:from\s+\S+\s+import\s+(?:\([^)]*\)|.*)|import\s*\([^)]*\)|import\b[^;\n]*(?:\{[^}]*\}[^;\n]*)?|export\b.*\bfrom\b.*|(?:pub )?use\s[^;]*;|(?:const|let|var)\b.*\brequire\(.*)/gm;
