import { execFile } from 'node:child_process';
import { fstatSync, readlinkSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../config/errors.ts';
import { outcomes } from '../core/outcome.ts';
import type { LoopState } from '../core/state.ts';
import type { CommandContext } from './context.ts';

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

/** What a person has written into the workspace of a loop that may yet go on would be taken for an edit: a note says so. */
export async function noteOutputInside(
  context: CommandContext,
  { workspace, ended }: Pick<LoopState, 'workspace' | 'ended'>,
  out: string | undefined,
): Promise<void> {
  if (out === undefined || out === '-' || (ended && !outcomes[ended.ending].resumable)) return;
  const path = await realpath(resolve(context.cwd, out));
  const inside = relative(workspace.root, path);
  if (inside.startsWith('..') || isAbsolute(inside) || /^\.(?:git|jumar\/loops)\//.test(inside)) return;
  if (await isIgnored(workspace.root, path)) return;
  context.stderr.write(
    `note: ${inside} lies in the workspace: resumed, the loop takes it for an edit of yours; name a file outside of it\n`,
  );
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
