import type { Writable } from 'node:stream';
import { diskFullReason, errnoOf } from '../../../system/errors.ts';

const EXIT_FAILED = 70;

/**
 * Keeps a failed write from ending the command. A closed pipe (`jumar list | head`) or a closed terminal is no failure.
 * Anything else is reported once, and `codeAfter` does not let the command succeed.
 */
export function watchOutput(
  stdout: Pick<Writable, 'on'>,
  stderr: Pick<Writable, 'write'>,
): { codeAfter(code: number): number } {
  let isLost = false;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isLost || error.code === 'EPIPE' || error.code === 'EIO') return;
    isLost = true;
    const reason = diskFullReason(error) ?? error.message;
    stderr.write(
      `jumar: cannot write the output: ${reason} (${errnoOf(error) ?? 'unknown'})\n  free some space, or write it elsewhere; what a loop does is recorded and goes on\n`,
    );
  });
  return { codeAfter: (code) => (isLost && code === 0 ? EXIT_FAILED : code) };
}
