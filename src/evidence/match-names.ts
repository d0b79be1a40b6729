import type { LanguageName, TestCase } from '../syntax/model.ts';
import { quoted } from '../syntax/tree.ts';

/** A test as it is written, and how runners report it. */
export interface Definition {
  path: string;
  language: LanguageName;
  test: TestCase;
  /** A regular expression that its ids match, and nothing else in its file does. */
  pattern: string;
  /** How many characters of the ids it names itself. */
  weight: number;
  /** Nothing in its name is filled in when it runs. */
  isFixed: boolean;
}

export function definitionOf(path: string, language: LanguageName, test: TestCase): Definition {
  const names = [...test.suite, test.name];
  const pattern = `^${PATTERNS[language](path, names, test)}$`;
  const isFixed = names.every((name) => literalOf(name) === plain(name));
  return { path, language, test, pattern, weight: names.map(literalOf).join('').length, isFixed };
}

/**
 * The definition that a reported test comes from: by its file, suites and name. Several of the same name differ by their
 * number. Null if there is none, or more than one that it may be.
 */
export function findDefinition(id: string, definitions: readonly Definition[]): Definition | null {
  const [, plain = id, number = '1'] = /^(.*?)(?: #(\d+))?$/s.exec(id) ?? [];
  const all = definitions.filter(({ pattern }) => new RegExp(pattern, 's').test(plain));
  const found = narrowed(all, plain);
  const most = Math.max(...found.map(({ weight }) => weight));
  const best = found.filter(({ weight }) => weight === most);
  const [first] = best;
  if (!first || best.length === 1) return first ?? null;
  const alike = best.every(({ path, pattern, isFixed }) => isFixed && path === first.path && pattern === first.pattern);
  return alike ? (best[Number(number) - 1] ?? null) : null;
}

/** Where names alone leave a choice, those whose file is named too: Rust names modules, not files. */
function narrowed(all: readonly Definition[], id: string): readonly Definition[] {
  const parts = new Set(id.split(BETWEEN));
  const named = all.filter(({ path }) => parts.has(stemOf(path)));
  return new Set(all.map(({ path }) => path)).size > 1 && named.length > 0 ? named : all;
}

const BETWEEN = ' › ';
const stemOf = (path: string) => (path.split('/').at(-1) ?? '').replace(/\.\w+$/, '');

const PATTERNS: Record<LanguageName, (path: string, names: string[], test: TestCase) => string> = {
  javascript: (path, names) => `(?:${tailsOf(path)}${BETWEEN})?${names.map(titlePattern).join(BETWEEN)}`,
  python(path, names, { rows }) {
    const module = path.replace(/\.py$/, '').split('/').join(BETWEEN);
    const numbered = rows.length > 0 ? '|_\\d+.*' : '';
    return `(?:(?:${tailsOf(path)}|${tailsOf(module, BETWEEN)})${BETWEEN})?${exactly(names)}(?:\\[.*\\]${numbered})?`;
  },
  go(path, names, { suite }) {
    const folder = path.split('/').slice(0, -1).join('/');
    const [top = '', ...inner] = names;
    const sub = inner.map((one) => `${BETWEEN}${quoted(one.replace(/\s/g, '_')).replaceAll('/', BETWEEN)}`).join('');
    const method = suite.length === 0 ? `(?:\\w+${BETWEEN})?` : '';
    return `[^›]*${folder && tailsOf(folder)}${BETWEEN}${method}${quoted(top)}${sub}(?:${BETWEEN}.*)?`;
  },
  rust: (_, names, { rows }) => `(?:.+${BETWEEN})?${exactly(names)}${rows.length > 0 ? `(?:${BETWEEN}.+)?` : ''}`,
  java: (_, names) => `(?:.*[ .])?${exactly(names)}(?:[([ ].*)?`,
};

const exactly = (names: readonly string[]) => names.map((name) => quoted(plain(name))).join(BETWEEN);
const plain = (name: string) => name.replace(/\s+/g, ' ').trim();

/** A path as a whole, or from any of its folders on: tests may run in one of them. */
function tailsOf(path: string, separator = '/'): string {
  const parts = path.split(separator);
  return `(?:${parts.map((_, from) => quoted(parts.slice(from).join(separator))).join('|')})`;
}

/** What a title fills in when it runs: `${…}`, `%s` and `$name` of a table, or all of it where it is no text. */
const FILLED_IN = /\$\{[^}]*\}|%(?:\d+\$)?[sdifjoOpc#$]|\$#|\$[A-Za-z_][\w.]*|^<.*>$/gs;

const titlePattern = (title: string) => plain(title).split(FILLED_IN).map(quoted).join('.*');
const literalOf = (name: string) => plain(name).replaceAll(FILLED_IN, '');
