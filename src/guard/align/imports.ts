import { posix } from 'node:path';
import type { FileModel } from '../../syntax/model.ts';

/** The import statements of a file; for a Go import list, each line of it. */
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
 * Project modules that a file imports and that none of these paths provides: the file cannot be loaded. Only checks
 * languages that resolve modules at run time, and folders that are in the tree, since build output is not.
 */
export const deadImports = (file: Text, paths: readonly string[]): string[] =>
  [...new Set(importsOf(file).flatMap((text) => modulesIn(text, file)))].filter((one) => isDead(one, file, paths));

/** The name of a module: its file name, or its folder's name if the file is only the entry point. For a Rust crate, the crate's name. */
export function stemOf(path: string): string {
  const { dir, name, ext } = posix.parse(path);
  if (ext === '.rs' && /^(lib|main)$/.test(name)) return posix.basename(posix.dirname(dir)).replaceAll('-', '_');
  return /^(index|__init__|mod)$/.test(name) ? posix.basename(dir) : name;
}

/** Texts that appear in the imports of files that import this one. */
export function importTexts({ path, language }: Text): string[] {
  const { dir, name } = posix.parse(path);
  const stem = stemOf(path);
  if (stem === '') return [];
  if (language === 'javascript') return [`/${stem}'`, `/${stem}"`, `/${stem}.`];
  return language === 'python' ? [`${posix.basename(dir)}.${name}`, `.${name} import`] : [];
}

/** If the module specifier in the file `from` refers to the file at `path`. */
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

/** Compares stems: TypeScript imports say `.js`, and the extension may be omitted. */
function isDeadFile(specifier: string, { path }: Text, paths: readonly string[]): boolean {
  const extension = posix.extname(specifier);
  if (extension !== '' && !/^\.([cm]?[jt]sx?|vue|svelte)$/.test(extension)) return false;
  const target = posix.join(posix.dirname(path), specifier).replace(/\/$/, '');
  const stem = target.slice(0, extension === '' ? undefined : -extension.length);
  if (paths.some((one) => one === target || one.startsWith(`${stem}.`) || one.startsWith(`${target}/`))) return false;
  const parents = target.split('/').map((_, i, all) => all.slice(0, i).join('/'));
  const existingFolder = parents.findLast(
    (folder) => folder !== '' && paths.some((one) => one.startsWith(`${folder}/`)),
  );
  return existingFolder !== undefined && !buildFolders.test(target.slice(existingFolder.length));
}

/** Folders that a build writes to. */
const buildFolders = /(^|\/)(dist|lib|build|out|esm|cjs|es|umd|generated|node_modules)(\/|$)/;

/** The package is in the tree, and it contains nothing with this name: no module, no folder, nothing that compiles to one. */
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
