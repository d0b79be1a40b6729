import type { GitOptions } from './git.ts';
import { openLastingGit, type Reader, type Staying } from './lasting-git.ts';

/** Lines added and removed in a file, as git counts them; null for a binary file. */
export interface LineCount {
  path: string;
  added: number | null;
  removed: number | null;
}

export interface LineCounts {
  /** Counts the lines that differ between two trees. */
  between(from: string, to: string): Promise<LineCount[]>;
  /** Ends the git that counts. */
  close(): void;
}

export function openLineCounts(options: () => GitOptions, stays?: Staying): LineCounts {
  const git = openLastingGit(['diff-tree', '--stdin', '-r', '-z', '--numstat', '--no-renames'], options, stays);
  return {
    // Git repeats a line that names no tree, and writes out what it has until then.
    between: (from, to) => git.ask(`${from} ${to}\n${END}`, readCounts),
    close: git.close,
  };
}

const END = 'end\n';

function readCounts(): Reader<LineCount[]> {
  let counts: LineCount[] | null = null;
  return {
    take(bytes) {
      const start = bytes.indexOf('\n') + 1;
      if (start === 0) return null;
      const isEmpty = bytes.toString('latin1', start, start + END.length) === END;
      const end = isEmpty ? start : bytes.indexOf(`\0${END}`, start) + 1;
      if (end === 0) return null;
      counts = parse(bytes.toString('latin1', start, end));
      return end + END.length;
    },
    isComplete: () => counts !== null,
    result: () => counts ?? [],
  };
}

function parse(text: string): LineCount[] {
  const number = (digits: string) => (digits === '-' ? null : Number(digits));
  return text
    .split('\0')
    .slice(0, -1)
    .map((line) => {
      const [added = '', removed = '', ...path] = line.split('\t');
      return { path: path.join('\t'), added: number(added), removed: number(removed) };
    });
}
