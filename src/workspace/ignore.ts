import type { BytePath } from './paths.ts';

export interface IgnoreFile {
  /** The folder whose `.gitignore` it is; empty for the root. */
  folder: BytePath;
  /** latin1. */
  content: string;
}

/**
 * The rules of several `.gitignore` files as the lines of one exclude file at the root, in which the last match wins:
 * so the outer folders come first, and what is deeper overrides.
 */
export function collate(files: readonly IgnoreFile[]): string[] {
  return [...files].sort(outerFirst).flatMap(({ folder, content }) => {
    const lines = content.replace(/^\xef\xbb\xbf/, '').split('\n');
    return lines.flatMap((line) => anchored(folder, line.replace(/\r$/, '')));
  });
}

/**
 * Of the ignore rules made since the baseline, those that are honoured: the ones that name build output. Any other
 * would let an agent hide its work from the snapshot, and so from the restore and from those who judge it.
 */
export function honoured(files: readonly IgnoreFile[], frozen: readonly string[]): string[] {
  const known = new Set(frozen);
  const lines = collate(files);
  // `dist/*` with `!dist/keep.js` wants something of it kept: then all of it is.
  const partlyKept = new Set(lines.filter((line) => line.startsWith('!')).flatMap((line) => line.slice(1).split('/')));
  return lines.filter((line) => !known.has(line) && namesBuildOutput(line, partlyKept)).sort();
}

/** A pattern that matches this path alone. A newline cannot be written in an exclude file: any character stands for it. */
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

/** What belongs to no snapshot whatever the rules say: jumar's own files, which change with every iteration. Loop types, beside them, do. */
export const ownFiles = ['**/.jumar/loops/*/', '**/.jumar/loops/.gitignore', '**/.jumar/aside/'];

const buildOutput = new Set(
  `node_modules bower_components dist build out obj target coverage htmlcov .nyc_output .coverage .next .nuxt .output
  .svelte-kit .turbo .gradle .venv venv __pycache__ .tox .nox .eggs *.egg-info *.py[cod] *.pyc *.pyo *.class *.o *.a
  *.so *.obj *.log logs *.tmp tmp temp *.swp *.tsbuildinfo .DS_Store .eslintcache`.split(/\s+/),
);

/** A name under which tools leave what they make. */
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
