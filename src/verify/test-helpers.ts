import { dirname, join, normalize } from 'node:path/posix';
import { judgingPart } from './judge-files.ts';

const CODE = /\.(?:[cm]?[jt]sx?|py)$/;

export function isCode(path: string): boolean {
  return CODE.test(path) && !/(?:^|\/)(?:node_modules|vendor|dist)\//.test(path);
}

/** Worth a look: code that is not known to judge by its name. */
export function mayHelpTests(path: string): boolean {
  return isCode(path) && judgingPart(path) === null;
}

/**
 * Modules by which tests compare: they lie outside of the folders of tests, only tests import them, directly or through one another, and
 * their name or what they import says what they are. That only tests import a module is not enough: so it is with the work of many a library.
 */
export function testHelpers(texts: ReadonlyMap<string, string>): Set<string> {
  const importers = new Map<string, string[]>();
  for (const [path, text] of texts) {
    for (const target of importsOf(path, text, texts)) importers.set(target, [...(importers.get(target) ?? []), path]);
  }
  const isHelper = (path: string, seen: readonly string[]): boolean => {
    const by = importers.get(path) ?? [];
    return (
      mayHelpTests(path) &&
      by.length > 0 &&
      looksLikeHelper(path, texts.get(path) ?? '') &&
      by.every((one) => judgingPart(one) !== null || seen.includes(one) || isHelper(one, [...seen, path]))
    );
  };
  return new Set([...importers.keys()].filter((path) => isHelper(path, [])));
}

const NAMED =
  /(?:^|[/._-])(?:tests?|testing|spec)[-_.]?(?:utils?|helpers?|support|lib|kit|tools?|common|setup|harness)[/._-]|(?:^|\/)testing\//i;
const BESIDE_WORK = /(?:^|\/)(?:support|helpers?|harness|mocks?|__mocks__|assertions?|matchers?)\//i;
const WORK = /(?:^|\/)(?:src|lib|app)\//;
const TEST_LIBRARY =
  /\bfrom\s+['"](?:vitest|chai|expect|sinon|node:test|@jest\/\w+|@testing-library\/[\w-]+)['"]|\brequire\(['"](?:chai|expect|sinon|node:test)['"]\)|^\s*(?:import|from)\s+(?:pytest|unittest)\b/m;

function looksLikeHelper(path: string, text: string): boolean {
  return NAMED.test(path) || (BESIDE_WORK.test(path) && !WORK.test(path)) || TEST_LIBRARY.test(text);
}

function importsOf(path: string, text: string, texts: ReadonlyMap<string, string>): string[] {
  const wanted = path.endsWith('.py') ? pythonImports(path, text) : scriptImports(path, text);
  return wanted.filter((one) => one !== path && texts.has(one));
}

const ENDS = ['', '.js', '.ts', '.tsx', '.jsx', '.mjs', '.cjs', '.mts', '.cts', '/index.js', '/index.ts'];

/** Those by a relative path. TypeScript is imported by the name that it compiles to. */
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

/** From the root, from the folder of the file, or with dots from where these lead. */
function pythonImports(path: string, text: string): string[] {
  const names = [
    ...text.matchAll(/^[ \t]*(?:from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+\(?([\w, \t]+)|import[ \t]+([\w.]+))/gm),
  ];
  return names.flatMap(([, dots = '', from = '', imported = '', whole = '']) => {
    const module = (from || whole).replaceAll('.', '/');
    const own = dirname(path);
    const places = dots === '' ? ['.', own] : [join(own, ...Array(dots.length - 1).fill('..'))];
    const within = imported
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
