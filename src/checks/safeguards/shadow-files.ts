import { basename } from 'node:path';
import { ancestors, folderOf } from '../../system/paths.ts';
import { runsTests, setsUpTests } from './judge-files.ts';

/** The files of the baseline. */
export interface BaselineFiles {
  has(path: string): boolean;
  /** Whether it had a file in or below this folder. */
  hadIn(folder: string): boolean;
  paths: readonly string[];
}

export function baselineFiles(paths: readonly string[]): BaselineFiles {
  const files = new Set(paths);
  const folders = new Set(paths.flatMap((path) => ['', ...ancestors(path)]));
  return { has: (path) => files.has(path), hadIn: (folder) => folders.has(folder), paths };
}

/**
 * What happens to a new file that would configure or replace the judge while the baseline's judge runs: it is taken
 * `away`, or loses its judging part. Null for other files: a new test, new source, or the set-up of a new folder.
 */
export function shadowPart(path: string, baseline: BaselineFiles): 'away' | 'package-json' | 'sections' | null {
  const name = basename(path);
  const folder = folderOf(path);
  const isStandIn = name === '__init__.py' && STANDS_IN.test(`${folder}.py`);
  // For a file in a dedicated folder, the parent of that folder counts.
  if (isStandIn || (runsTests(path) && !runsTests(name))) return baseline.hadIn(folderOf(folder)) ? 'away' : null;
  if (!baseline.hadIn(folder)) return null;
  if (name === 'package.json') {
    return parentFolders(folder).some((one) => baseline.has(join(one, name))) ? 'away' : 'package-json';
  }
  if (name === 'pyproject.toml' || name === 'setup.cfg') return 'sections';
  if (setsUpTests(name) || runsTests(name) || SURROUNDINGS.test(name) || STANDS_IN.test(path)) return 'away';
  const family = FAMILIES.find((one) => one.names.test(name));
  if (!family) return null;
  const places = [folder, ...parentFolders(folder)];
  return places.some((one) => family.others.some((other) => baseline.has(join(one, other)))) ? 'away' : null;
}

/** Whether it may be such a file, by its name alone. */
export function mayShadow(path: string): boolean {
  return shadowPart(path, { has: () => true, hadIn: () => true, paths: [] }) !== null;
}

/** Files that test runners and builds read wherever they find them. For edits of these see edited-setup.ts. */
const SURROUNDINGS =
  /^(?:\.env(?:\.[\w.-]+)?|\.envrc|vite\.config\.\w+|turbo\.json|nx\.json|lerna\.json|go\.work|gradle\.properties|Directory\.Build\.(?:props|targets)|mise\.toml|\.tool-versions)$/;

/** A module with the name of a runner, which may be found first. `coverage` only counts in the root, because it is also a common name. */
const STANDS_IN = /(?:^|\/)(?:pytest|_pytest|unittest|doctest|nose2?|tox|nox)\.py$|^coverage\.py$/;

interface Family {
  names: RegExp;
  /** Files of the baseline that the new file may replace. */
  others: readonly string[];
}

/** These only matter if they replace another one: the first one in a project is ordinary work. */
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

/** The parent folders up to the root, which is the empty string. */
function parentFolders(folder: string): string[] {
  if (folder === '') return [];
  const parts = folder.split('/');
  return parts.map((_, index) => parts.slice(0, parts.length - 1 - index).join('/'));
}

const join = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);
