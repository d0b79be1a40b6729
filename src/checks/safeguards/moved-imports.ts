import { dirname, join, normalize } from 'node:path';
import { isTest } from './judge-files.ts';

/** The paths that a change removed and added. */
export interface Moves {
  removed: ReadonlySet<string>;
  added: ReadonlySet<string>;
  /** Files that have the same content in another place, by where they were. */
  unchanged?: ReadonlyMap<string, string>;
}

/**
 * Whether a test changed only in the paths of its imports, and each new path follows a moved file: then it still tests the
 * same thing. A test that imports something else while the old file still exists does not. The test itself may have moved, too.
 */
export function followsMoves(path: string, before: string, after: string, moves: Moves, now = path): boolean {
  const [oldParts, newParts] = [split(before, path), split(after, now)];
  if (oldParts.imports.length !== newParts.imports.length || oldParts.rest !== newParts.rest) return false;
  return oldParts.imports.every((old, index) => {
    const specifier = newParts.imports[index] as string;
    if (path !== now && path.endsWith('.py') && old.startsWith('.')) return false;
    const [from, to] = [targetOf(old, path), targetOf(specifier, now)];
    return from === to ? from !== null || old === specifier : isMove(from, to, moves);
  });
}

const SCRIPT =
  /(\bfrom\s*|\bimport\s*\(?\s*|\brequire(?:\.resolve)?\s*\(\s*|\b(?:jest|vi)\.\w+\(\s*)(["'])([^"'\n]+)(\2)/g;
const PYTHON = /(^[ \t]*(?:from|import)[ \t]+)()([\w.]+)()/gm;
const EXTENSION = /\.(?:[cm]?[jt]sx?|py)$/;

function split(text: string, path: string): { imports: string[]; rest: string } {
  const imports: string[] = [];
  const rest = text.replace(path.endsWith('.py') ? PYTHON : SCRIPT, (_, head, quote, specifier, end) => {
    imports.push(specifier);
    return `${head}${quote}${end}`;
  });
  return { imports, rest };
}

/** The imported file or folder without its extension; null if it is not part of the project. */
function targetOf(specifier: string, path: string): string | null {
  if (path.endsWith('.py')) return specifier.startsWith('.') ? null : specifier.replaceAll('.', '/');
  if (!/^\.{1,2}(?:\/|$)/.test(specifier)) return null;
  return normalize(join(dirname(path), specifier))
    .replace(/\/$/, '')
    .replace(EXTENSION, '');
}

function isMove(old: string | null, now: string | null, { removed, added, unchanged }: Moves): boolean {
  if (old === null || now === null) return false;
  for (const [from, to] of unchanged ?? []) {
    if (from.replace(EXTENSION, '') === old && to.replace(EXTENSION, '') === now) return true;
  }
  const oldPaths = [...removed].filter((path) => isTarget(path, old));
  const newPaths = new Set([...added].map((path) => path.replace(EXTENSION, '')));
  return oldPaths.some((path) => {
    const rest = path.replace(EXTENSION, '').slice(old.length);
    const isSame = rest !== '' || nameOf(old) === nameOf(now);
    return isSame && newPaths.has(`${now}${rest}`) && !isTest(`${now}${rest}`);
  });
}

const isTarget = (path: string, target: string) =>
  path.replace(EXTENSION, '') === target || (path.startsWith(`${target}/`) && path !== target);
const nameOf = (path: string) => path.split('/').at(-1);
