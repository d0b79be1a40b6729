import { rmSync, writeFileSync } from 'node:fs';
import { diskFullReason, errnoOf, StoreError } from '../system/errors.ts';

const PROBE = Buffer.alloc(4096);

/**
 * Throws if the folder of an output file is full: then the command may have failed because it could not write, and its
 * result means nothing.
 */
export function assertStored(outputFile: string, write: typeof writeFileSync = writeFileSync): void {
  const probe = `${outputFile}.probe`;
  try {
    write(probe, PROBE, { mode: 0o600 });
  } catch (error) {
    throwIfFull(error, outputFile);
  } finally {
    rmSync(probe, { force: true });
  }
}

export function throwIfFull(error: unknown, outputFile: string): void {
  const reason = diskFullReason(error);
  if (reason === null) return;
  throw new StoreError(
    'disk-full',
    `cannot store the output of a command in ${outputFile}: ${reason} (${errnoOf(error)})`,
    'its result was not recorded: free some space, then `jumar resume`',
    { cause: error },
  );
}
