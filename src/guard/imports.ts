import { posix } from 'node:path';
import type { FileModel } from './model.ts';

/** The statements by which a file takes things from elsewhere; of a list of Go each line. */
export const importsOf = (file: Pick<FileModel, 'source'> | null): string[] =>
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

type Text = Pick<FileModel, 'path' | 'language' | 'source'>;

/**
 * The modules of the project that a file takes from and that none of these paths holds: the file cannot be loaded. Only what a tree can tell
 * counts: languages that look up modules when they run, and folders that the tree knows, as what a build writes does not stand in it.
 */
export const deadImports = (file: Text, paths: readonly string[]): string[] =>
  [...new Set(importsOf(file).flatMap((text) => modulesIn(text, file)))].filter((one) => isDead(one, file, paths));

/** What a module is called: by its file, or by its folder where the file only opens it. A crate of Rust is called by its own. */
export function stemOf(path: string): string {
  const { dir, name, ext } = posix.parse(path);
  if (ext === '.rs' && /^(lib|main)$/.test(name)) return posix.basename(posix.dirname(dir)).replaceAll('-', '_');
  return /^(index|__init__|mod)$/.test(name) ? posix.basename(dir) : name;
}

/** What stands in the imports of a file by which others take from it. */
export function importTexts({ path, language }: Text): string[] {
  const { dir, name } = posix.parse(path);
  const stem = stemOf(path);
  if (stem === '') return [];
  if (language === 'javascript') return [`/${stem}'`, `/${stem}"`, `/${stem}.`];
  return language === 'python' ? [`${posix.basename(dir)}.${name}`, `.${name} import`] : [];
}

/** Whether a module that this file names is the one at the path. */
export function isModuleAt(module: string, from: string, path: string): boolean {
  const bare = path.replace(/(\/(index|__init__))?\.\w+$/, '');
  const target = module.startsWith('.')
    ? posix.join(posix.dirname(from), module).replace(/(\/index)?(\.[cm]?[jt]sx?)?$/, '')
    : module.replaceAll('.', '/');
  return bare === target || bare.endsWith(`/${target}`);
}

function modulesIn(statement: string, { language }: Text): string[] {
  if (language === 'javascript') return [...statement.matchAll(/["'](\.{1,2}\/[^"']+)["']/g)].map(([, path]) => path!);
  if (language !== 'python') return [];
  const relative = /^\s*from\s+\.(\.*)([A-Za-z]\w*(?:\.\w+)*)\s+import/.exec(statement);
  if (relative) return [`./${'../'.repeat(relative[1]!.length)}${relative[2]!.replaceAll('.', '/')}`];
  const from = /^\s*from\s+([A-Za-z]\w*(?:\.\w+)+)\s+import/.exec(statement)?.[1];
  return from ? [from] : (/^\s*import\s+([A-Za-z]\w*(?:\.\w+)+)\s*(?:as\b|$)/.exec(statement)?.slice(1, 2) ?? []);
}

const isDead = (module: string, file: Text, paths: readonly string[]): boolean =>
  module.startsWith('.') ? isDeadFile(module, file, paths) : isDeadModule(module.split('.'), paths);

/** Stems are compared: a name of TypeScript says `.js`, and an extension may be left out. */
function isDeadFile(specifier: string, { path }: Text, paths: readonly string[]): boolean {
  const extension = posix.extname(specifier);
  if (extension !== '' && !/^\.([cm]?[jt]sx?|vue|svelte)$/.test(extension)) return false;
  const target = posix.join(posix.dirname(path), specifier).replace(/\/$/, '');
  const stem = target.slice(0, extension === '' ? undefined : -extension.length);
  if (paths.some((one) => one === target || one.startsWith(`${stem}.`) || one.startsWith(`${target}/`))) return false;
  const above = target.split('/').map((_, i, all) => all.slice(0, i).join('/'));
  const known = above.findLast((folder) => folder !== '' && paths.some((one) => one.startsWith(`${folder}/`)));
  return known !== undefined && !built.test(target.slice(known.length));
}

/** Folders that a build writes. */
const built = /(^|\/)(dist|lib|build|out|esm|cjs|es|umd|generated|node_modules)(\/|$)/;

/** The package stands in the tree, and nothing in it bears the name: no module, no folder, nothing that is compiled to one. */
function isDeadModule(names: string[], paths: readonly string[]): boolean {
  const at = names.join('/');
  const root = names.slice(0, -1).join('/');
  const isIn = (one: string, part: string): boolean => one.startsWith(part) || one.includes(`/${part}`);
  return (
    !names.at(-1)!.startsWith('_') &&
    paths.some((one) => isIn(one, `${root}/__init__.py`)) &&
    !paths.some((one) => isIn(one, `${at}.`) || isIn(one, `${at}/`))
  );
}
