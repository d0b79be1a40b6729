import { dirname, join, normalize } from 'node:path';
import { isTest } from './judge-files.ts';

/** What a change took away and what it brought, by path. */
export interface Moves {
  gone: ReadonlySet<string>;
  come: ReadonlySet<string>;
}

/**
 * Whether a test differs from what it was in nothing but where it imports from, and each import follows a file that was moved:
 * it judges the same, at the new place. A test that is pointed at something else while the old thing is still there does not.
 */
export function followsMoves(path: string, before: string, after: string, moves: Moves): boolean {
  const [was, is] = [split(before, path), split(after, path)];
  if (was.imports.length !== is.imports.length || was.rest !== is.rest) return false;
  return was.imports.every((old, index) => {
    const now = is.imports[index] as string;
    return old === now || isMove(targetOf(old, path), targetOf(now, path), moves);
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

/** The file or folder that it means, without its extension; null where that is no file of the project. */
function targetOf(specifier: string, path: string): string | null {
  if (path.endsWith('.py')) return specifier.startsWith('.') ? null : specifier.replaceAll('.', '/');
  if (!/^\.{1,2}(?:\/|$)/.test(specifier)) return null;
  return normalize(join(dirname(path), specifier))
    .replace(/\/$/, '')
    .replace(EXTENSION, '');
}

function isMove(old: string | null, now: string | null, { gone, come }: Moves): boolean {
  if (old === null || now === null) return false;
  const left = [...gone].filter((path) => isMeant(path, old));
  const arrived = new Set([...come].map((path) => path.replace(EXTENSION, '')));
  return left.some((path) => {
    const rest = path.replace(EXTENSION, '').slice(old.length);
    const isSame = rest !== '' || nameOf(old) === nameOf(now);
    return isSame && arrived.has(`${now}${rest}`) && !isTest(`${now}${rest}`);
  });
}

const isMeant = (path: string, target: string) =>
  path.replace(EXTENSION, '') === target || (path.startsWith(`${target}/`) && path !== target);
const nameOf = (path: string) => path.split('/').at(-1);
