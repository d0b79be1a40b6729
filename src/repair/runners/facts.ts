import { fileURLToPath } from 'node:url';
import type { Place, RepairTest } from '../model.ts';

/** One line of what a driver tells. */
export interface Fact {
  ev: 'begun' | 'test' | 'covered' | 'end' | 'stopped';
  name?: string;
  /** Seconds since 1970. */
  at?: number;
  file?: string;
  status?: RepairTest['status'];
  error?: { message: string; stack: string } | null;
  reason?: string;
  scripts?: { url: string; ranges: [start: number, end: number, count: number][] }[];
  /** Lines by absolute path. */
  lines?: Record<string, number[]>;
}

export function readFacts(text: string): Fact[] {
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as Fact];
    } catch {
      return [];
    }
  });
}

const FRAME = /(?:\(|at |^\s*|async )((?:file:\/\/)?\/[^\s():]+):(\d+)(?::\d+)?\)?/gm;
const PYTHON_FRAME = /File "([^"]+)", line (\d+)|^(\S+\.py):(\d+): /gm;

/** The frames of a stack within a folder, innermost first, dependencies left out. */
export function framesIn(stack: string, folder: string): Place[] {
  const javascript = [...stack.matchAll(FRAME)].map(([, file = '', line]) => ({ file, line: Number(line) }));
  // Python tells the innermost last.
  const python = [...stack.matchAll(PYTHON_FRAME)]
    .map(([, file, line, short, shortLine]) => ({ file: file ?? short ?? '', line: Number(line ?? shortLine) }))
    .reverse();
  return [...javascript, ...python].flatMap(({ file, line }) => {
    const path = within(file, folder);
    return path === null ? [] : [{ path, line }];
  });
}

/** The path relative to the folder; null where it lies outside or among the dependencies. */
export function within(file: string, folder: string): string | null {
  const plain = file.startsWith('file://') ? fileURLToPath(file) : file;
  const path = plain.startsWith(`${folder}/`) ? plain.slice(folder.length + 1) : plain.startsWith('/') ? null : plain;
  return path === null || /(^|\/)(node_modules|site-packages|\.venv|venv)\//.test(path) ? null : path;
}
