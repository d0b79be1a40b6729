import { execFile } from 'node:child_process';
import { fstatSync, readlinkSync } from 'node:fs';
import { relative } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../config/errors.ts';

/**
 * Refuses output that is redirected into a file of the workspace: the loop would take it for work, and the first restore
 * would put another file in its place, into which nothing is written any more. Ignored files are left alone, so they are fine.
 */
export async function refuseOutputInside(root: string): Promise<void> {
  for (const [descriptor, name] of [
    [1, 'output'],
    [2, 'errors'],
  ] as const) {
    const path = fileOf(descriptor);
    const inside = path === null ? '..' : relative(root, path);
    if (path === null || inside.startsWith('..') || inside.startsWith('.git/') || (await isIgnored(root, path)))
      continue;
    throw new UsageError(
      `the ${name} of this command goes to ${inside} inside the workspace, where the loop's restores would cut it off`,
      'send it to a file outside of the workspace, or to one that git ignores',
    );
  }
}

/** The regular file that a descriptor writes to; null for terminals and pipes, and where the system does not tell. */
function fileOf(descriptor: number): string | null {
  try {
    return fstatSync(descriptor).isFile() ? readlinkSync(`/proc/self/fd/${descriptor}`) : null;
  } catch {
    return null;
  }
}

async function isIgnored(root: string, path: string): Promise<boolean> {
  try {
    await promisify(execFile)('git', ['check-ignore', '-q', '--', path], { cwd: root });
    return true;
  } catch {
    return false;
  }
}
