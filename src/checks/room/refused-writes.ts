import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Verdict } from '../../core/criteria/verdict.ts';
import { refusedWriteReason } from '../../core/remedies/refused-write.ts';
import { realPath } from '../../process/bwrap.ts';

const READ_ONLY = /^.*(?:Read-only file system|EROFS).*$/gim;

/** Nobody's tools keep their files there: a check that tries means to, and its failure has a cause of its own. */
const SYSTEM = /^\/(?:$|(?:usr|etc|bin|sbin|lib\w*|boot|proc|sys)(?:\/|$))/;

/** The paths in messages about places that could not be written to, each once. */
export function refusedPaths(output: string): string[] {
  const paths = (output.match(READ_ONLY) ?? []).flatMap((line) => line.match(/(?<![\w.])\/[^\s'"`:,()]+/) ?? []);
  return [...new Set(paths)];
}

/**
 * Of a check that no agent has touched: if it fails because the room, and not the machine, refused a write, it measured nothing.
 * A test that failed for another reason is a measurement.
 */
export function withoutRefusedWrite(
  verdict: Verdict,
  output: string,
  { workspace, room }: { workspace: string; room: string },
  env: NodeJS.ProcessEnv,
): Verdict {
  if (verdict.outcome !== 'fail' || verdict.exitCode === 0 || !mayBeTheCause(verdict)) return verdict;
  const isOutside = (path: string) => ![workspace, room].some((root) => `${path}/`.startsWith(`${root}/`));
  const folder = refusedPaths(output)
    .filter(isOutside)
    .map(writableFolder)
    .find((one) => one !== null && !SYSTEM.test(one));
  if (folder === undefined || folder === null) return verdict;
  const isHome = env.HOME !== undefined && realPath(folder) === realPath(env.HOME);
  const reason = `${verdict.reason}, ${refusedWriteReason(folder, isHome)}`;
  return { ...verdict, outcome: 'unmeasured', unmeasured: 'not-started', reason };
}

/** Either no test was seen to fail, or each that did says that it could not write. */
function mayBeTheCause({ tests, failures = [] }: Verdict): boolean {
  if ((tests?.failed ?? 0) === 0) return true;
  return failures.length > 0 && failures.every(({ message }) => message.search(READ_ONLY) >= 0);
}

/** The folder that the path would be made in, if this user may write there outside of the room. */
function writableFolder(path: string): string | null {
  let folder = dirname(path);
  while (!existsSync(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
    return folder;
  } catch {
    return null;
  }
}
