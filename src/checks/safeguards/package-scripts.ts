import { dirname, join, normalize } from 'node:path/posix';
import picomatch from 'picomatch';
import { type Fields, fieldsOrEmpty, parseJson } from '../../core/text/foreign-json.ts';
import type { Invocation } from '../../project/invocations.ts';
import type { ProjectFiles } from './project-files.ts';

/** A script of a package.json that a package manager runs, in the folder of that package. */
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

/** The scripts behind `npm test`, `npm run check`, `node --run check`, with pre and post scripts; options can select another folder or package. */
export async function packageScripts(
  { program, args }: Invocation,
  files: ProjectFiles,
  cwd: string,
): Promise<PackageScript[]> {
  const request = parseRequest(program, args);
  if (!request) return [];
  const folder = request.folder === null ? await ownFolder(files, cwd) : normalize(join(cwd, request.folder));
  const folders = request.packages ? await foldersOf(request.packages, files, cwd) : folder === null ? [] : [folder];
  const result: PackageScript[] = [];
  for (const place of folders) {
    const scripts = fieldsOrEmpty(manifest(await files.text(join(place, 'package.json'))).scripts);
    for (const name of request.names) {
      const lines = [`pre${name}`, name, `post${name}`]
        .map((one) => scripts[one])
        .filter((one) => typeof one === 'string');
      if (lines.length > 0) result.push({ name, folder: place, lines });
    }
  }
  return result;
}

interface ScriptRequest {
  names: string[];
  /** Null for the nearest folder with a package.json. */
  folder: string | null;
  /** Selectors of workspace packages; null if there are none. */
  packages: string[] | null;
}

function parseRequest(program: string, args: readonly string[]): ScriptRequest | null {
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
  for (let index = 0; index < own.length; index++) {
    const [option = '', inline] = (own[index] as string).split(/=(.*)/s);
    const value = () => inline ?? own[++index] ?? '';
    if (FOLDER.test(option)) folder = value();
    else if (PACKAGE.test(option)) packages.push(value());
    else if (EVERY.test(option)) packages.push('*');
    else if (!option.startsWith('-')) words.push(own[index] as string);
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

/** Packages by name, name pattern or folder. pnpm's additions (`...`, `^`), which select related packages, are ignored. */
async function foldersOf(selectors: readonly string[], files: ProjectFiles, cwd: string): Promise<string[]> {
  const all = (await files.manifests()).filter((path) => path !== 'package.json');
  const folders: string[] = [];
  for (const path of all) {
    const folder = dirname(path);
    const { name } = manifest(await files.text(path));
    const isSelected = selectors.some((one) => {
      if (one === '*') return true;
      const plain = one.replace(/^\.\.\.\^?|\^?\.\.\.$|^\{|\}$/g, '');
      const inFolder = normalize(join(cwd, plain)).replace(/\/$/, '');
      return picomatch.isMatch(folder, inFolder) || (typeof name === 'string' && picomatch.isMatch(name, plain));
    });
    if (isSelected) folders.push(folder);
  }
  return folders;
}

function manifest(text: string | null): Fields {
  return fieldsOrEmpty(parseJson(text ?? ''));
}
