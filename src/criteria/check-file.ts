import { lstat, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import type { Criterion } from '../core/criterion.ts';
import type { Verdict } from '../core/verdict.ts';
import { fail, type Judgement, pass, unmeasured } from './judgement.ts';
import type { Limits } from './pattern-thread.ts';
import { searchFile } from './search-file.ts';

type FileCriterion = Extract<Criterion, { kind: 'file' }>;

/**
 * A file's existence or content. Never looks outside of the workspace, be it through `..` or a link. Rejects with the
 * signal's reason where it was cancelled, and in no other case.
 */
export async function checkFile(
  criterion: FileCriterion,
  at: { root: string; cwd: string },
  limits: Limits,
): Promise<Verdict> {
  const started = performance.now();
  const judged = await judge(criterion, at, limits).catch((error: NodeJS.ErrnoException) => {
    limits.signal.throwIfAborted();
    return unmeasured('unreadable', `${criterion.path} cannot be read (${error.code ?? error.message})`);
  });
  return {
    criterion: criterion.id,
    ...judged,
    exitCode: null,
    durationMs: performance.now() - started,
    tests: null,
    excerpt: '',
    outputFile: null,
  };
}

async function judge(
  { path, content }: FileCriterion,
  { root, cwd }: { root: string; cwd: string },
  limits: Limits,
): Promise<Judgement> {
  const target = resolve(cwd, path);
  if (!(await isInside(await realpath(root), target)))
    return unmeasured('unreadable', `${path} is outside of the workspace`);
  const file = await stat(target).catch(absent);
  if (!file) {
    const link = await lstat(target).catch(absent);
    return fail(link ? `${path} is a link to nothing` : `${path} does not exist`);
  }
  if (!content) return pass(`${path} exists`);
  if (!file.isFile()) return fail(`${path} is not a regular file`);

  const { pattern, flags, present } = content;
  const search = await searchFile(target, new RegExp(pattern, flags), limits);
  if (!search) return unmeasured('unreadable', `${path} cannot be read`);
  if ('tooHard' in search) return unmeasured('timeout', `the pattern /${pattern}/${flags} ${search.tooHard}`);
  const reason = `${path} ${search.found ? 'matches' : 'does not match'} /${pattern}/${flags}`;
  return search.found === present ? pass(reason) : fail(reason);
}

/** Follows every link on the way; of what does not exist, the nearest folder that does decides. */
async function isInside(root: string, target: string): Promise<boolean> {
  const real = await realpath(target).catch(absent);
  if (!real) return dirname(target) !== target && isInside(root, dirname(target));
  const way = relative(root, real);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'ELOOP') return null;
  throw error;
}
