import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Verdict } from '../../core/criteria/verdict.ts';
import { isLockFile } from '../../core/verification/lock-files.ts';
import type { CachedResults, Checker } from '../../ports/index.ts';
import { runsTests, setsUpTests } from '../safeguards/judge-files.ts';

/** What a room tells of the tree that is in it. */
export interface JudgedTree {
  root: string;
  /** Files of the snapshot that are no longer as it has them, and those that came since. */
  changedFiles(): Promise<{ changed: string[]; added: string[] }>;
  /** Whether no agent has worked on it: what its checks change is their manner. */
  isBaseline(): boolean;
  /** Where the baseline's changes are remembered. */
  notes: string;
  /** What differs outside of the workspace from when the loop began: what came since, which a cage hides, and what is not as it was. */
  outside(): { added: readonly string[]; changed: readonly string[] };
}

const MAX_NAMED = 3;

/**
 * A check that rewrites what it judges proves nothing, nor does one that adds what sets tests up: the code under test may have done it.
 * Its verdict is unmeasured, unless the same files changed when the baseline was checked, or they are lock files, which tools update.
 */
export function intactChecker(checker: Checker, tree: JudgedTree): Checker {
  return {
    async verify(request, signal) {
      if (request.root !== tree.root) return checker.verify(request, signal);
      const { remembered, release } = holdBack(request.remembered);
      const result = await checker.verify({ ...request, remembered }, signal);
      if (result.verdicts.length > 0 && result.verdicts.every(({ cached }) => cached)) return result;
      const { changed: programs } = tree.outside();
      if (programs.length > 0) return doubted(result, 'outside-changed', outsideReason(programs));
      const files = await tree.changedFiles();
      const setUp = files.added.filter((path) => setsUpTests(basename(path)) || runsTests(path));
      const changed = [...files.changed, ...setUp].filter((path) => !isToolsFile(path));
      if (tree.isBaseline()) await noteFiles(tree.notes, changed);
      const usual = new Set(await notedFiles(tree.notes));
      const unusual = changed.filter((path) => !usual.has(path));
      if (unusual.length === 0) {
        release();
        return result;
      }
      return doubted(result, 'tree-changed', `files of the project were rewritten while it ran: ${named(unusual)}`);
    },
  };
}

/** Results that are stored only once they are released. */
function holdBack(remembered: CachedResults | null | undefined) {
  const waiting: (() => void)[] = [];
  return {
    remembered: remembered
      ? {
          ...remembered,
          keep: (...result: Parameters<CachedResults['keep']>) => {
            waiting.push(() => remembered.keep(...result));
          },
        }
      : null,
    release: () => {
      for (const keep of waiting) keep();
    },
  };
}

/** Tools update lock files as they run, and `go` its module file. */
const isToolsFile = (path: string) => isLockFile(path) || /(?:^|\/)go\.mod$/.test(path);

/** A check that fails has no reason to be doubted. */
function doubted<Result extends { verdicts: Verdict[] }>(
  result: Result,
  unmeasured: 'tree-changed' | 'outside-changed',
  reason: string,
): Result {
  const verdicts = result.verdicts.map(
    (verdict): Verdict =>
      verdict.outcome === 'pass' ? { ...verdict, outcome: 'unmeasured', unmeasured, reason } : verdict,
  );
  return { ...result, verdicts };
}

function outsideReason(paths: readonly string[]): string {
  return `programs or settings outside of the project changed since the loop began: ${named(paths)}; if that was you, start a new loop`;
}

function named(paths: readonly string[]): string {
  const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : '';
  return `${paths.slice(0, MAX_NAMED).join(', ')}${more}`;
}

async function noteFiles(file: string, paths: readonly string[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify([...new Set([...(await notedFiles(file)), ...paths])]));
}

async function notedFiles(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '[]');
  try {
    return JSON.parse(text) as string[];
  } catch {
    return [];
  }
}
