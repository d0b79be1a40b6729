import { dirname, join, normalize } from 'node:path/posix';

const CODE = /\.(?:[cm]?[jt]sx?|py|go)$/;

/** Code whose imports are understood here. */
export function isCode(path: string): boolean {
  return CODE.test(path) && !/(?:^|\/)(?:node_modules|vendor|dist)\//.test(path);
}

/** By file: the files that import it. */
export function importersIn(texts: ReadonlyMap<string, string>): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  const go = goPackages(texts);
  for (const [path, text] of texts) {
    for (const target of importsOf(path, text, texts, go))
      importers.set(target, [...(importers.get(target) ?? []), path]);
  }
  return importers;
}

/** The functions, and in JavaScript the other values, that a file defines for others. */
export function definedNames(path: string, text: string): string[] {
  const pattern = path.endsWith('.py') ? PYTHON_NAMES : path.endsWith('.go') ? GO_NAMES : SCRIPT_NAMES;
  const names = [...text.matchAll(pattern)].map(([, name = '']) => name);
  const lists = SCRIPT.test(path) ? [...text.matchAll(/(?:\bexport|\bmodule\.exports\s*=)\s*\{([^}]*)\}/g)] : [];
  return [...names, ...lists.flatMap(([, list = '']) => list.split(',').map(lastWord))].filter((name) => name !== '');
}

const SCRIPT = /\.[cm]?[jt]sx?$/;
const SCRIPT_NAMES =
  /(?:\bexport\s+(?:default\s+)?(?:async\s+)?(?:function\s*\*?|const|let|var|class)\s+|\bexports\.)(\w+)/g;
const PYTHON_NAMES = /^(?:async\s+)?(?:def|class)\s+(\w+)/gm;
const GO_NAMES = /^func\s+(?:\([^)]*\)\s*)?(\w+)/gm;

function importsOf(path: string, text: string, texts: ReadonlyMap<string, string>, go: GoPackages): string[] {
  if (path.endsWith('.go')) return goImports(path, text, go);
  const candidates = path.endsWith('.py') ? pythonImports(path, text) : scriptImports(path, text);
  return [...new Set(candidates)].filter((one) => one !== path && texts.has(one));
}

const ENDS = ['', '.js', '.ts', '.tsx', '.jsx', '.mjs', '.cjs', '.mts', '.cts', '/index.js', '/index.ts'];

/** Relative imports only. TypeScript files are imported by the name of their compiled file. */
function scriptImports(path: string, text: string): string[] {
  const names = [...text.matchAll(/(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"](\.[^'"]*)['"]/g)].map(
    ([, name = '']) => name,
  );
  return names.flatMap((name) => resolveScript(join(dirname(path), name)));
}

/** The files that a path without an extension, or with that of a compiled file, may mean. */
export function resolveScript(path: string): string[] {
  const base = normalize(path);
  return [...ENDS.map((end) => base + end), base.replace(/\.([cm]?)js(x?)$/, '.$1ts$2')];
}

/** Resolved from the root, from the file's folder, or from the parent that leading dots select. */
function pythonImports(path: string, text: string): string[] {
  const names = [
    ...text.matchAll(/^[ \t]*(?:from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+\(?([\w, \t]+)|import[ \t]+([\w.]+))/gm),
  ];
  return names.flatMap(([, dots = '', from = '', importedNames = '', whole = '']) => {
    const module = (from || whole).replaceAll('.', '/');
    const own = dirname(path);
    const places = dots === '' ? ['.', 'src', own] : [join(own, ...Array(dots.length - 1).fill('..'))];
    const within = importedNames
      .split(',')
      .map((one) => one.trim().split(/\s+/)[0] ?? '')
      .filter(Boolean);
    return places.flatMap((place) =>
      [module, ...within.map((one) => join(module, one))].flatMap((one) => [
        join(place, `${one}.py`),
        join(place, one, '__init__.py'),
      ]),
    );
  });
}

interface GoFile {
  path: string;
  names: string[];
}

/** By folder, which is a package. */
type GoPackages = ReadonlyMap<string, GoFile[]>;

function goPackages(texts: ReadonlyMap<string, string>): GoPackages {
  const packages = new Map<string, GoFile[]>();
  for (const [path, text] of texts) {
    if (!path.endsWith('.go') || path.endsWith('_test.go')) continue;
    const folder = dirname(path);
    packages.set(folder, [...(packages.get(folder) ?? []), { path, names: definedNames(path, text) }]);
  }
  return packages;
}

/** Files of the same package whose functions it names, and of packages that it imports. */
function goImports(path: string, text: string, packages: GoPackages): string[] {
  const words = new Set(text.match(/\w+/g) ?? []);
  const imported = [...text.matchAll(/^\s*(?:import\s+)?(?:[\w.]+\s+)?"([\w./-]+)"\s*$/gm)].flatMap(([, name = '']) => {
    const parts = name.split('/');
    return parts.slice(1).map((_, index) => parts.slice(index + 1).join('/'));
  });
  const near = [dirname(path), ...imported].flatMap((folder) => packages.get(folder) ?? []);
  return near.filter((one) => one.path !== path && one.names.some((name) => words.has(name))).map((one) => one.path);
}

const lastWord = (text: string) => text.match(/\w+/g)?.at(-1) ?? '';
