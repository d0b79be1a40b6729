import { accessSync, constants } from 'node:fs';
import { UsageError } from '../system/usage-error.ts';

/** Throws if nobody could work in the folder: an agent would only find out later, and at a price. */
export function refuseReadOnly(root: string): void {
  try {
    accessSync(root, constants.W_OK);
  } catch {
    throw new UsageError(
      `${root} cannot be written: an agent could not work here`,
      `make it writable (chmod u+w ${root}), or work in a copy: jumar "…" --worktree`,
    );
  }
}
