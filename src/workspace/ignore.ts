import type { BytePath } from '../system/paths.ts';

export interface IgnoreFile {
  /** The folder whose `.gitignore` it is; empty for the root. */
  folder: BytePath;
  /** latin1. */
  content: string;
}

/**
 * The rules of several `.gitignore` files as the lines of one exclude file at the root. The last match wins, so
 * outer folders come first and deeper ones override them.
 */
export function mergeIgnoreFiles(files: readonly IgnoreFile[]): string[] {
  return [...files].sort(outerFirst).flatMap(({ folder, content }) => {
    const lines = content.replace(/^\xef\xbb\xbf/, '').split('\n');
    return lines.flatMap((line) => anchored(folder, line.replace(/\r$/, '')));
  });
}

/**
 * The ignore rules added since the baseline that are honoured: those that name build output. Any other rule would let an
 * agent hide its work from snapshots, restores and checks.
 */
export function honouredRules(files: readonly IgnoreFile[], frozen: readonly string[]): string[] {
  const frozenRules = new Set(frozen);
  const lines = mergeIgnoreFiles(files);
  // `dist/*` with `!dist/keep.js`: part of it must be stored, so all of it is.
  const reincluded = new Set(lines.filter((line) => line.startsWith('!')).flatMap((line) => line.slice(1).split('/')));
  return lines.filter((line) => !frozenRules.has(line) && namesBuildOutput(line, reincluded)).sort();
}

/** A pattern that matches only this path. An exclude file cannot contain a newline: `?` stands for it. */
export function literal(path: BytePath): string {
  return `/${escaped(path)}`.replace(/ $/, '\\ ');
}

export const defaultExcludes = [
  'node_modules/',
  '.venv/',
  '__pycache__/',
  'target/',
  '.pytest_cache/',
  '.mypy_cache/',
  '.ruff_cache/',
];

/** Never part of a snapshot: Jumar's own files, which change with every iteration. Loop types beside them are included. */
export const ownFiles = [
  '**/.jumar/loops/*/',
  '**/.jumar/loops/*.txt',
  '**/.jumar/loops/.gitignore',
  '**/.jumar/aside/',
];

const buildOutput = new Set(
  `node_modules bower_components dist build out obj target coverage htmlcov .nyc_output .coverage .next .nuxt .output
  .svelte-kit .turbo .gradle .venv venv __pycache__ .tox .nox .eggs *.egg-info *.py[cod] *.pyc *.pyo *.class *.o *.a
  *.so *.obj *.log logs *.tmp tmp temp *.swp *.tsbuildinfo .DS_Store .eslintcache`.split(/\s+/),
);

/** Whether tools use this name for their output. */
export function isBuildOutput(name: string): boolean {
  return buildOutput.has(name) || /\.(?:py[cod]|class|o|log|tmp|swp|tsbuildinfo)$|^\.[\w-]*cache$/.test(name);
}

function namesBuildOutput(line: string, except: ReadonlySet<string>): boolean {
  if (line.startsWith('!')) return false;
  const name = line
    .split('/')
    .filter((part) => part !== '' && part !== '*' && part !== '**')
    .at(-1);
  return name !== undefined && !except.has(name) && (buildOutput.has(name) || /^\.[\w-]*cache$/.test(name));
}

function outerFirst(a: IgnoreFile, b: IgnoreFile): number {
  const depth = (folder: BytePath) => (folder === '' ? 0 : folder.split('/').length);
  return depth(a.folder) - depth(b.folder) || (a.folder < b.folder ? -1 : 1);
}

function anchored(folder: BytePath, line: string): string[] {
  if (line.startsWith('#')) return [];
  const negated = line.startsWith('!');
  const pattern = withoutTrailingSpaces(negated ? line.slice(1) : line);
  if (pattern === '' || pattern === '/') return [];
  if (folder === '') return [negated ? `!${pattern}` : pattern];
  const inner = pattern.replace(/\/$/, '').includes('/');
  const placed = inner ? pattern.replace(/^\//, '') : `**/${pattern}`;
  return [`${negated ? '!' : ''}/${escaped(folder)}/${placed}`];
}

function withoutTrailingSpaces(pattern: string): string {
  return /^((?:\\.|[^\\])*?) +$/s.exec(pattern)?.[1] ?? pattern;
}

function escaped(path: BytePath): string {
  return path.replace(/[\\*?[]/g, '\\$&').replace(/[\n\r]/g, '?');
}
