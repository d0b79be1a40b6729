import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { User } from './user.ts';

/** A line of a reference's log. */
export interface LogEntry {
  line: string;
  from: string;
  to: string;
  /** Seconds since the epoch. */
  at: number;
  message: string;
}

/** Remembers how far the log of this working tree's HEAD reaches. */
export function markHeadLog(user: User, target: string): void {
  const log = headLog(user);
  const size = log && existsSync(log) ? statSync(log).size : 0;
  writeFileSync(target, JSON.stringify({ size, at: Math.floor(Date.now() / 1000) }));
}

/** What this working tree's HEAD did since; null if git keeps no log or it was not marked. */
export function headLogSince(user: User, mark: string): LogEntry[] | null {
  const log = headLog(user);
  if (!log || !existsSync(log) || !existsSync(mark)) return null;
  const { size, at } = JSON.parse(readFileSync(mark, 'utf8')) as { size: number; at: number };
  const content = readFileSync(log);
  // A shorter one was rewritten: by `git reflog expire`, for example.
  return content.length >= size
    ? entriesIn(content.subarray(size))
    : entriesIn(content).filter((entry) => entry.at >= at);
}

/** The log of a branch or of the stash, oldest entry first; null if git keeps none. */
export function logOf({ located }: User, reference: string): LogEntry[] | null {
  const log = located.git && join(located.git.commonDir, 'logs', reference);
  return log && existsSync(log) ? entriesIn(readFileSync(log)) : null;
}

export function entriesIn(content: Buffer): LogEntry[] {
  return content
    .toString('latin1')
    .split('\n')
    .flatMap((line) => {
      const [, from = '', to = '', at = '', message = ''] =
        /^([0-9a-f]+) ([0-9a-f]+) .*> (\d+) [+-]\d+(?:\t(.*))?$/.exec(line) ?? [];
      return to === '' ? [] : [{ line, from, to, at: Number(at), message }];
    });
}

/** Branches that other working trees of the repository have checked out. */
export function checkedOutElsewhere({ located }: User): Set<string> {
  if (!located.git) return new Set();
  const { gitDir, commonDir } = located.git;
  const linked = join(commonDir, 'worktrees');
  const folders = [commonDir, ...(existsSync(linked) ? readdirSync(linked).map((name) => join(linked, name)) : [])];
  return new Set(folders.filter((folder) => folder !== gitDir).flatMap(branchIn));
}

function branchIn(folder: string): string[] {
  try {
    const [, branch] = /^ref: (\S+)/.exec(readFileSync(join(folder, 'HEAD'), 'utf8')) ?? [];
    return branch === undefined ? [] : [branch];
  } catch {
    return [];
  }
}

function headLog({ located }: User): string | null {
  return located.git && join(located.git.gitDir, 'logs', 'HEAD');
}
