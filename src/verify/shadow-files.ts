import { basename } from 'node:path';
import { ancestors, folderOf } from '../workspace/paths.ts';
import { runsTests, setsUpTests } from './judge-files.ts';

/** What the baseline had. */
export interface BaselineFiles {
  has(path: string): boolean;
  /** It had a file in this folder, or below it. */
  hadIn(folder: string): boolean;
}

export function baselineFiles(paths: readonly string[]): BaselineFiles {
  const files = new Set(paths);
  const folders = new Set(paths.flatMap((path) => ['', ...ancestors(path)]));
  return { has: (path) => files.has(path), hadIn: (folder) => folders.has(folder) };
}

/**
 * What becomes of a file that is new and would configure or replace the judge, while the baseline's judge is asked: it is taken `away`,
 * or loses its part in judging. Null for whatever is none: a new test, a new source, the set-up of a folder that is itself new.
 */
export function shadowPart(path: string, baseline: BaselineFiles): 'away' | 'package-json' | 'sections' | null {
  const name = basename(path);
  const folder = folderOf(path);
  const standsIn = name === '__init__.py' && STANDS_IN.test(`${folder}.py`);
  // What is read in a folder of its own counts where that folder lies.
  if (standsIn || (runsTests(path) && !runsTests(name))) return baseline.hadIn(folderOf(folder)) ? 'away' : null;
  if (!baseline.hadIn(folder)) return null;
  if (name === 'package.json') {
    return outer(folder).some((one) => baseline.has(join(one, name))) ? 'away' : 'package-json';
  }
  if (name === 'pyproject.toml' || name === 'setup.cfg') return 'sections';
  if (setsUpTests(name) || runsTests(name) || SURROUNDINGS.test(name) || STANDS_IN.test(path)) return 'away';
  const family = FAMILIES.find((one) => one.names.test(name));
  if (!family) return null;
  const places = [folder, ...outer(folder)];
  return places.some((one) => family.others.some((other) => baseline.has(join(one, other)))) ? 'away' : null;
}

/** By its name alone: whether it may be such a file, and is worth a closer look. */
export function mayShadow(path: string): boolean {
  return shadowPart(path, { has: () => true, hadIn: () => true }) !== null;
}

/** Read by runners of tests and builds wherever they find them; what becomes of an edit, edited-setup.ts says. */
const SURROUNDINGS =
  /^(?:\.env(?:\.[\w.-]+)?|\.envrc|vite\.config\.\w+|turbo\.json|nx\.json|lerna\.json|go\.work|gradle\.properties|Directory\.Build\.(?:props|targets)|mise\.toml|\.tool-versions)$/;

/** A module with the name of a runner, in a folder that may be searched first; coverage is also what people call their own. */
const STANDS_IN = /(?:^|\/)(?:pytest|_pytest|unittest|doctest|nose2?|tox|nox)\.py$|^coverage\.py$/;

interface Family {
  names: RegExp;
  /** Names under which the baseline may have had what the new file takes the place of. */
  others: readonly string[];
}

/** These judge only where they take the place of another: the first of them is work like any other. */
const FAMILIES: readonly Family[] = [
  { names: /^(?:ts|js)config(?:\.[\w-]+)?\.json$/, others: ['tsconfig.json', 'jsconfig.json'] },
  {
    names: /^(?:eslint\.config\.\w+|\.eslintrc(?:\.\w+)?|\.eslintignore)$/,
    others: [
      ...['js', 'mjs', 'cjs', 'ts', 'mts'].map((end) => `eslint.config.${end}`),
      ...['', '.js', '.cjs', '.json', '.yml', '.yaml'].map((end) => `.eslintrc${end}`),
    ],
  },
  { names: /^\.?biome\.jsonc?$/, others: ['biome.json', 'biome.jsonc', '.biome.json', '.biome.jsonc'] },
  { names: /^\.?ruff\.toml$|^\.flake8$|^\.pylintrc$/, others: ['pyproject.toml', 'setup.cfg', 'ruff.toml', '.flake8'] },
  { names: /^(?:\.?mypy\.ini|pyrightconfig\.json)$/, others: ['pyproject.toml', 'setup.cfg', 'mypy.ini', '.mypy.ini'] },
  { names: /^deno\.jsonc?$/, others: ['deno.json', 'deno.jsonc'] },
];

/** The folders around one, up to the root, which is the empty name. */
function outer(folder: string): string[] {
  if (folder === '') return [];
  const parts = folder.split('/');
  return parts.map((_, index) => parts.slice(0, parts.length - 1 - index).join('/'));
}

const join = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);
