import { fileURLToPath } from 'node:url';
import type { Place, RepairTest } from '../model/model.ts';

/** One line of a driver's report. */
export interface RunFact {
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

export function readFacts(text: string): RunFact[] {
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as RunFact];
    } catch {
      return [];
    }
  });
}

const FRAME = /(?:\(|at |^\s*|async )((?:file:\/\/)?\/[^\s():]+):(\d+)(?::\d+)?\)?/gm;
const PYTHON_FRAME = /File "([^"]+)", line (\d+)|^(\S+\.py):(\d+): /gm;

/** The frames of a stack within a folder, innermost first, without dependencies. */
export function framesIn(stack: string, folder: string): Place[] {
  const javascript = [...stack.matchAll(FRAME)].map(([, file = '', line]) => ({ file, line: Number(line) }));
  // Python puts the innermost frame last.
  const python = [...stack.matchAll(PYTHON_FRAME)]
    .map(([, file, line, short, shortLine]) => ({ file: file ?? short ?? '', line: Number(line ?? shortLine) }))
    .reverse();
  return [...javascript, ...python].flatMap(({ file, line }) => {
    const path = limitTo(file, folder);
    return path === null ? [] : [{ path, line }];
  });
}

/** The path relative to the folder; null if it is outside or belongs to a dependency. */
export function limitTo(file: string, folder: string): string | null {
  const plain = file.startsWith('file://') ? fileURLToPath(file) : file;
  const path = plain.startsWith(`${folder}/`) ? plain.slice(folder.length + 1) : plain.startsWith('/') ? null : plain;
  return path === null || /(^|\/)(node_modules|site-packages|\.venv|venv)\//.test(path) ? null : path;
}
