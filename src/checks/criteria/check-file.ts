import { lstat, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import type { Criterion } from '../../core/criteria/criterion.ts';
import type { Verdict } from '../../core/criteria/verdict.ts';
import { fail, type Judgement, pass, unmeasured } from './judgement.ts';
import type { Limits } from './pattern-thread.ts';
import { searchFile } from './search-file.ts';

type FileCriterion = Extract<Criterion, { kind: 'file' }>;

/**
 * Checks a file's existence or content. Never reads outside the workspace, neither through `..` nor through a link.
 * Rejects only with the signal's reason, if cancelled.
 */
export async function checkFile(
  criterion: FileCriterion,
  at: { root: string; cwd: string },
  limits: Limits,
): Promise<Verdict> {
  const startedAt = performance.now();
  const judgement = await judge(criterion, at, limits).catch((error: NodeJS.ErrnoException) => {
    limits.signal.throwIfAborted();
    return unmeasured('unreadable', `${criterion.path} cannot be read (${error.code ?? error.message})`);
  });
  return {
    criterion: criterion.id,
    ...judgement,
    exitCode: null,
    durationMs: performance.now() - startedAt,
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
    return unmeasured('unreadable', `${path} is outside the workspace`);
  const file = await stat(target).catch(nullIfMissing);
  if (!file) {
    const link = await lstat(target).catch(nullIfMissing);
    return fail(link ? `${path} is a broken link` : `${path} does not exist`);
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

/** Resolves all links. If the target does not exist, its nearest existing folder decides. */
async function isInside(root: string, target: string): Promise<boolean> {
  const real = await realpath(target).catch(nullIfMissing);
  if (!real) return dirname(target) !== target && isInside(root, dirname(target));
  const relativePath = relative(root, real);
  return relativePath === '' || (!relativePath.startsWith('..') && !isAbsolute(relativePath));
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'ELOOP') return null;
  throw error;
}
