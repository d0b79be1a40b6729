import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import picomatch from 'picomatch';
import { fieldsOrEmpty, isFields } from '../core/text/foreign-json.ts';
import { openFolder, readJson } from './folder.ts';
import { isForeignPath } from './skipped-paths.ts';

export interface Workspaces {
  /** The file that declares them: `package.json`, `Cargo.toml`. */
  from: string;
  /** Relative to the root, sorted. */
  folders: string[];
}

const MAX_DEPTH = 4;
const MAX_FOLDERS = 4000;

/** The members that a monorepo's root declares, per tool. Only reads files, and never rejects. */
export async function detectWorkspaces(root: string): Promise<Workspaces[]> {
  const declarations = (await Promise.all(readers.map((read) => read(root)))).filter((one) => one !== null);
  if (declarations.length === 0) return [];
  const folders = await foldersIn(root);
  const result: Workspaces[] = [];
  for (const { from, patterns, marker } of declarations) {
    const included = patterns.map(normalise).filter((pattern) => pattern !== '' && !pattern.startsWith('!'));
    const excluded = patterns
      .filter((pattern) => pattern.startsWith('!'))
      .map((pattern) => normalise(pattern.slice(1)));
    const isMember = picomatch(included, { ignore: excluded });
    const members = folders.filter(({ path, names }) => isMember(path) && names.some((name) => marker.test(name)));
    if (members.length > 0) result.push({ from, folders: members.map(({ path }) => path) });
  }
  return result;
}

interface WorkspaceDeclaration {
  from: string;
  patterns: string[];
  /** A member folder contains a file that matches. */
  marker: RegExp;
}

type Reader = (root: string) => Promise<WorkspaceDeclaration | null>;

const node: Reader = async (root) => {
  const { workspaces } = await readJson(openFolder(root), 'package.json');
  const patterns = isFields(workspaces) ? workspaces.packages : workspaces;
  return declarationOf('package.json', patterns, /^package\.json$/);
};

const pnpm: Reader = async (root) => {
  const text = await openFolder(root).read('pnpm-workspace.yaml');
  if (text === '') return null;
  const { parse } = await import('yaml');
  try {
    const value: unknown = parse(text);
    return declarationOf('pnpm-workspace.yaml', fieldsOrEmpty(value).packages, /^package\.json$/);
  } catch {
    return null;
  }
};

const cargo: Reader = async (root) => {
  const text = await openFolder(root).read('Cargo.toml');
  if (!/^\[workspace\]/m.test(text)) return null;
  const { parse } = await import('smol-toml');
  try {
    const { workspace } = parse(text);
    return declarationOf('Cargo.toml', fieldsOrEmpty(workspace).members, /^Cargo\.toml$/);
  } catch {
    return null;
  }
};

const go: Reader = async (root) => {
  const text = await openFolder(root).read('go.work');
  const block = /^use\s*\(([^)]*)\)/m.exec(text)?.[1]?.split('\n') ?? [];
  const single = [...text.matchAll(/^use\s+([^\s(]+)/gm)].map(([, path = '']) => path);
  return declarationOf('go.work', [...block.map((line) => line.replace(/\/\/.*/, '').trim()), ...single], /^go\.mod$/);
};

const maven: Reader = async (root) => {
  const text = await openFolder(root).read('pom.xml');
  const modules = [...text.matchAll(/<module>\s*([^<\s]+)\s*<\/module>/g)].map(([, path = '']) => path);
  return declarationOf('pom.xml', modules, /^pom\.xml$/);
};

const gradle: Reader = async (root) => {
  const folder = openFolder(root);
  const text = (await folder.read('settings.gradle')) + (await folder.read('settings.gradle.kts'));
  const names = [...text.matchAll(/^\s*include[\s(]+([^\n)]+)/gm)].flatMap(
    ([, list = '']) => list.match(/[\w:.-]+/g) ?? [],
  );
  const paths = names.map((name) => name.replace(/^:/, '').replaceAll(':', '/'));
  return declarationOf('settings.gradle', paths, /^build\.gradle(?:\.kts)?$/);
};

const uv: Reader = async (root) => {
  const text = await openFolder(root).read('pyproject.toml');
  const list = /^\[tool\.uv\.workspace\][^[]*?members\s*=\s*\[([^\]]*)\]/ms.exec(text)?.[1] ?? '';
  return declarationOf('pyproject.toml', list.match(/[^"',\s]+/g), /^pyproject\.toml$/);
};

const readers: readonly Reader[] = [node, pnpm, cargo, go, maven, gradle, uv];

function declarationOf(from: string, patterns: unknown, marker: RegExp): WorkspaceDeclaration | null {
  const texts = Array.isArray(patterns) ? patterns.filter((one): one is string => typeof one === 'string') : [];
  return texts.length > 0 ? { from, patterns: texts, marker } : null;
}

const normalise = (pattern: string) => pattern.trim().replace(/^\.\//, '').replace(/\/+$/, '');

async function foldersIn(root: string): Promise<{ path: string; names: string[] }[]> {
  const result: { path: string; names: string[] }[] = [];
  let level = [''];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    for (const path of level) {
      if (result.length >= MAX_FOLDERS) return result;
      const entries = await readdir(join(root, path), { withFileTypes: true }).catch(() => []);
      if (path !== '') result.push({ path, names: entries.map(({ name }) => name) });
      for (const entry of entries) {
        const inner = path ? `${path}/${entry.name}` : entry.name;
        if (entry.isDirectory() && !entry.name.startsWith('.') && !isForeignPath(`${inner}/`)) next.push(inner);
      }
    }
    level = next;
  }
  return result.sort((a, b) => (a.path < b.path ? -1 : 1));
}
