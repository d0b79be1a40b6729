import { fstatSync, readlinkSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { outcomes } from '../core/state/outcome.ts';
import type { LoopState } from '../core/state/state.ts';
import { git } from '../system/git.ts';
import { UsageError } from '../system/usage-error.ts';
import type { AppContext } from './context.ts';

/**
 * Throws if output is redirected to a file of the workspace: the loop would take it for the agent's work, and the first
 * restore would replace the file, so later output would be lost. Ignored files are fine.
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
      `the ${name} of this command goes to ${inside} inside the workspace, where a restore would truncate it`,
      'write to a file outside the workspace, or to one that git ignores',
    );
  }
}

/** Adds a note if a person writes output into the workspace of an unfinished loop: the loop will take it for an edit. */
export async function noteOutputInside(
  context: AppContext,
  { workspace, ended }: Pick<LoopState, 'workspace' | 'ended'>,
  out: string | undefined,
): Promise<void> {
  if (out === undefined || out === '-' || (ended && !outcomes[ended.ending].resumable)) return;
  const path = await realpath(resolve(context.cwd, out));
  const inside = relative(workspace.root, path);
  if (inside.startsWith('..') || isAbsolute(inside) || /^\.git\//.test(inside)) return;
  if (await isIgnored(workspace.root, path)) return;
  context.note?.(`${inside} is in the workspace: a resumed loop will treat it as your edit; use a file outside`);
}

/** The regular file that a descriptor writes to; null for terminals, pipes, and unknown targets. */
function fileOf(descriptor: number): string | null {
  try {
    return fstatSync(descriptor).isFile() ? readlinkSync(`/proc/self/fd/${descriptor}`) : null;
  } catch {
    return null;
  }
}

async function isIgnored(root: string, path: string): Promise<boolean> {
  return git(['check-ignore', '-q', '--', path], { cwd: root, userConfig: true }).then(
    () => true,
    () => false,
  );
}
