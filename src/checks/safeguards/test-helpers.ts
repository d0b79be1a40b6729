import { dirname, join, normalize } from 'node:path/posix';
import { judgingPart } from './judge-files.ts';

const CODE = /\.(?:[cm]?[jt]sx?|py)$/;

export function isCode(path: string): boolean {
  return CODE.test(path) && !/(?:^|\/)(?:node_modules|vendor|dist)\//.test(path);
}

/** Code that does not already count as judging by its name. */
export function mayHelpTests(path: string): boolean {
  return isCode(path) && judgingPart(path) === null;
}

/**
 * Helper modules of tests outside the test folders. Only tests import them, directly or through each other, and their
 * name or imports show that they are helpers. Being imported only by tests is not enough, because that is also true of
 * the code of many libraries.
 */
export function testHelpers(texts: ReadonlyMap<string, string>): Set<string> {
  const importers = new Map<string, string[]>();
  for (const [path, text] of texts) {
    for (const target of importsOf(path, text, texts)) importers.set(target, [...(importers.get(target) ?? []), path]);
  }
  const isHelper = (path: string, visited: readonly string[]): boolean => {
    const by = importers.get(path) ?? [];
    return (
      mayHelpTests(path) &&
      by.length > 0 &&
      looksLikeHelper(path, texts.get(path) ?? '') &&
      by.every((one) => judgingPart(one) !== null || visited.includes(one) || isHelper(one, [...visited, path]))
    );
  };
  return new Set([...importers.keys()].filter((path) => isHelper(path, [])));
}

const HELPER_NAME =
  /(?:^|[/._-])(?:tests?|testing|spec)[-_.]?(?:utils?|helpers?|support|lib|kit|tools?|common|setup|harness)[/._-]|(?:^|\/)testing\//i;
const BESIDE_WORK = /(?:^|\/)(?:support|helpers?|harness|mocks?|__mocks__|assertions?|matchers?)\//i;
const WORK = /(?:^|\/)(?:src|lib|app)\//;
const TEST_LIBRARY =
  /\bfrom\s+['"](?:vitest|chai|expect|sinon|node:test|@jest\/\w+|@testing-library\/[\w-]+)['"]|\brequire\(['"](?:chai|expect|sinon|node:test)['"]\)|^\s*(?:import|from)\s+(?:pytest|unittest)\b/m;

function looksLikeHelper(path: string, text: string): boolean {
  return HELPER_NAME.test(path) || (BESIDE_WORK.test(path) && !WORK.test(path)) || TEST_LIBRARY.test(text);
}

function importsOf(path: string, text: string, texts: ReadonlyMap<string, string>): string[] {
  const candidates = path.endsWith('.py') ? pythonImports(path, text) : scriptImports(path, text);
  return candidates.filter((one) => one !== path && texts.has(one));
}

const ENDS = ['', '.js', '.ts', '.tsx', '.jsx', '.mjs', '.cjs', '.mts', '.cts', '/index.js', '/index.ts'];

/** Relative imports only. TypeScript files are imported by the name of their compiled file. */
function scriptImports(path: string, text: string): string[] {
  const names = [...text.matchAll(/(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"](\.[^'"]*)['"]/g)].map(
    ([, name = '']) => name,
  );
  return names.flatMap((name) => {
    const base = normalize(join(dirname(path), name));
    const source = base.replace(/\.([cm]?)js(x?)$/, '.$1ts$2');
    return [...ENDS.map((end) => base + end), source];
  });
}

/** Resolved from the root, from the file's folder, or from the parent that leading dots select. */
function pythonImports(path: string, text: string): string[] {
  const names = [
    ...text.matchAll(/^[ \t]*(?:from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+\(?([\w, \t]+)|import[ \t]+([\w.]+))/gm),
  ];
  return names.flatMap(([, dots = '', from = '', importedNames = '', whole = '']) => {
    const module = (from || whole).replaceAll('.', '/');
    const own = dirname(path);
    const places = dots === '' ? ['.', own] : [join(own, ...Array(dots.length - 1).fill('..'))];
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
