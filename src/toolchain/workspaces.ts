import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import picomatch from 'picomatch';
import { isForeignPath } from '../collectors/code/skip.ts';
import { isRecord, openFolder, readJson } from './folder.ts';

export interface Workspaces {
  /** What declares them: `package.json`, `Cargo.toml`. */
  from: string;
  /** Relative to the root, sorted. */
  folders: string[];
}

const DEEPEST = 4;
const MOST_FOLDERS = 4000;

/** The members that a monorepo's root declares, for each kind of it. Reads, runs nothing, and never rejects. */
export async function detectWorkspaces(root: string): Promise<Workspaces[]> {
  const declared = (await Promise.all(readers.map((read) => read(root)))).filter((one) => one !== null);
  if (declared.length === 0) return [];
  const folders = await foldersIn(root);
  const found: Workspaces[] = [];
  for (const { from, patterns, marker } of declared) {
    const wanted = patterns.map(tidy).filter((pattern) => pattern !== '' && !pattern.startsWith('!'));
    const unwanted = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => tidy(pattern.slice(1)));
    const isMember = picomatch(wanted, { ignore: unwanted });
    const members = folders.filter(({ path, names }) => isMember(path) && names.some((name) => marker.test(name)));
    if (members.length > 0) found.push({ from, folders: members.map(({ path }) => path) });
  }
  return found;
}

interface Declared {
  from: string;
  patterns: string[];
  /** A member holds such a file. */
  marker: RegExp;
}

type Reader = (root: string) => Promise<Declared | null>;

const node: Reader = async (root) => {
  const { workspaces } = await readJson(openFolder(root), 'package.json');
  const patterns = isRecord(workspaces) ? workspaces.packages : workspaces;
  return declared('package.json', patterns, /^package\.json$/);
};

const pnpm: Reader = async (root) => {
  const text = await openFolder(root).read('pnpm-workspace.yaml');
  if (text === '') return null;
  const { parse } = await import('yaml');
  try {
    const value: unknown = parse(text);
    return declared('pnpm-workspace.yaml', isRecord(value) ? value.packages : null, /^package\.json$/);
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
    return declared('Cargo.toml', isRecord(workspace) ? workspace.members : null, /^Cargo\.toml$/);
  } catch {
    return null;
  }
};

const go: Reader = async (root) => {
  const text = await openFolder(root).read('go.work');
  const block = /^use\s*\(([^)]*)\)/m.exec(text)?.[1]?.split('\n') ?? [];
  const single = [...text.matchAll(/^use\s+([^\s(]+)/gm)].map(([, path = '']) => path);
  return declared('go.work', [...block.map((line) => line.replace(/\/\/.*/, '').trim()), ...single], /^go\.mod$/);
};

const maven: Reader = async (root) => {
  const text = await openFolder(root).read('pom.xml');
  const modules = [...text.matchAll(/<module>\s*([^<\s]+)\s*<\/module>/g)].map(([, path = '']) => path);
  return declared('pom.xml', modules, /^pom\.xml$/);
};

const gradle: Reader = async (root) => {
  const folder = openFolder(root);
  const text = (await folder.read('settings.gradle')) + (await folder.read('settings.gradle.kts'));
  const names = [...text.matchAll(/^\s*include[\s(]+([^\n)]+)/gm)].flatMap(
    ([, list = '']) => list.match(/[\w:.-]+/g) ?? [],
  );
  const paths = names.map((name) => name.replace(/^:/, '').replaceAll(':', '/'));
  return declared('settings.gradle', paths, /^build\.gradle(?:\.kts)?$/);
};

const uv: Reader = async (root) => {
  const text = await openFolder(root).read('pyproject.toml');
  const list = /^\[tool\.uv\.workspace\][^[]*?members\s*=\s*\[([^\]]*)\]/ms.exec(text)?.[1] ?? '';
  return declared('pyproject.toml', list.match(/[^"',\s]+/g), /^pyproject\.toml$/);
};

const readers: readonly Reader[] = [node, pnpm, cargo, go, maven, gradle, uv];

function declared(from: string, patterns: unknown, marker: RegExp): Declared | null {
  const texts = Array.isArray(patterns) ? patterns.filter((one): one is string => typeof one === 'string') : [];
  return texts.length > 0 ? { from, patterns: texts, marker } : null;
}

const tidy = (pattern: string) => pattern.trim().replace(/^\.\//, '').replace(/\/+$/, '');

async function foldersIn(root: string): Promise<{ path: string; names: string[] }[]> {
  const found: { path: string; names: string[] }[] = [];
  let level = [''];
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth++) {
    const next: string[] = [];
    for (const path of level) {
      if (found.length >= MOST_FOLDERS) return found;
      const entries = await readdir(join(root, path), { withFileTypes: true }).catch(() => []);
      if (path !== '') found.push({ path, names: entries.map(({ name }) => name) });
      for (const entry of entries) {
        const inner = path ? `${path}/${entry.name}` : entry.name;
        if (entry.isDirectory() && !entry.name.startsWith('.') && !isForeignPath(`${inner}/`)) next.push(inner);
      }
    }
    level = next;
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}
