import { dirname, join, normalize } from 'node:path/posix';
import picomatch from 'picomatch';
import type { Invocation } from '../criteria/invocations.ts';
import type { ProjectFiles } from './project-files.ts';

/** A script of a package.json that a package manager is asked for, in the folder of that package. */
export interface PackageScript {
  name: string;
  folder: string;
  lines: string[];
}

const MANAGER = /^(?:npm|pnpm|yarn|bun)$/;
const SEVERAL = /^(?:npm-run-all2?|run-[sp])$/;
const FOLDER = /^(?:--prefix|-C|--dir|--cwd)$/;
const PACKAGE = /^(?:-w|--workspace|--filter|-F)$/;
const EVERY = /^(?:-ws|--workspaces|-r|--recursive)$/;

/** `npm test`, `npm run check`, `node --run check`, with what npm runs before and after; in another folder or package where it is told so. */
export async function packageScripts(
  { program, args }: Invocation,
  files: ProjectFiles,
  cwd: string,
): Promise<PackageScript[]> {
  const asked = askedFor(program, args);
  if (!asked) return [];
  const folder = asked.folder === null ? await ownFolder(files, cwd) : normalize(join(cwd, asked.folder));
  const folders = asked.packages ? await foldersOf(asked.packages, files, cwd) : folder === null ? [] : [folder];
  const found: PackageScript[] = [];
  for (const place of folders) {
    const scripts = manifest(await files.text(join(place, 'package.json'))).scripts ?? {};
    for (const name of asked.names) {
      const lines = [`pre${name}`, name, `post${name}`]
        .map((one) => scripts[one])
        .filter((one) => typeof one === 'string');
      if (lines.length > 0) found.push({ name, folder: place, lines });
    }
  }
  return found;
}

interface Asked {
  names: string[];
  /** Null: the nearest that has a package.json. */
  folder: string | null;
  /** How packages of the project are named; null: it is not asked for any. */
  packages: string[] | null;
}

function askedFor(program: string, args: readonly string[]): Asked | null {
  if (SEVERAL.test(program)) return { names: args.filter((arg) => !arg.startsWith('-')), folder: null, packages: null };
  if (program === 'node') {
    const name = args.map((arg, index) => /^--run=(.+)/.exec(arg)?.[1] ?? (args[index - 1] === '--run' ? arg : null));
    return { names: name.filter((one) => one !== null), folder: null, packages: null };
  }
  if (!MANAGER.test(program)) return null;
  const words: string[] = [];
  const packages: string[] = [];
  let folder: string | null = null;
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  for (let at = 0; at < own.length; at++) {
    const [option = '', inline] = (own[at] as string).split(/=(.*)/s);
    const value = () => inline ?? own[++at] ?? '';
    if (FOLDER.test(option)) folder = value();
    else if (PACKAGE.test(option)) packages.push(value());
    else if (EVERY.test(option)) packages.push('*');
    else if (!option.startsWith('-')) words.push(own[at] as string);
  }
  if (words[0] === 'workspace') packages.push(words.splice(0, 2)[1] ?? '');
  if (words[0] === 'workspaces')
    packages.push(
      ...words
        .splice(0, words[1] === 'foreach' ? 2 : 1)
        .slice(0, 1)
        .map(() => '*'),
    );
  const [first = '', second] = words;
  const name = /^run(?:-script)?$/.test(first) ? second : /^(?:t|tst)$/.test(first) ? 'test' : first;
  return name ? { names: [name], folder, packages: packages.length > 0 ? packages : null } : null;
}

async function ownFolder(files: ProjectFiles, cwd: string): Promise<string | null> {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if ((await files.text(join(folder, 'package.json'))) !== null) return folder;
    if (folder === '.' || folder === '..' || folder.startsWith('../')) return null;
  }
}

/** Packages by name, by a pattern of names, or by their folder. What pnpm adds to a name (`...`, `^`) says which others run too. */
async function foldersOf(wanted: readonly string[], files: ProjectFiles, cwd: string): Promise<string[]> {
  const all = (await files.manifests()).filter((path) => path !== 'package.json');
  const found: string[] = [];
  for (const path of all) {
    const folder = dirname(path);
    const { name } = manifest(await files.text(path));
    const isWanted = wanted.some((one) => {
      if (one === '*') return true;
      const plain = one.replace(/^\.\.\.\^?|\^?\.\.\.$|^\{|\}$/g, '');
      const inFolder = normalize(join(cwd, plain)).replace(/\/$/, '');
      return picomatch.isMatch(folder, inFolder) || (name !== undefined && picomatch.isMatch(name, plain));
    });
    if (isWanted) found.push(folder);
  }
  return found;
}

interface Manifest {
  name?: string;
  scripts?: Record<string, unknown>;
}

function manifest(text: string | null): Manifest {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? (value as Manifest) : {};
  } catch {
    return {};
  }
}
