import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Raised } from '../core/findings/raised.ts';
import type { LoopState } from '../core/state/state.ts';
import { SUPPRESSIONS, type Suppression, withSuppression } from '../guard/suppress.ts';
import { acquireLock } from '../store/lock.ts';
import { UsageError } from '../system/usage-error.ts';
import { writeInside } from '../system/write-inside.ts';
import type { LoopReading } from './loop-reading.ts';

/** This pattern cannot be suppressed: it reports changes to the guard's own settings. */
const NEVER = 'allowance-added';

/** The project suppression for an alert. Throws if there can be none, or if it would not last. */
export function suppressionOf(one: Raised, state: LoopState, reason: string | undefined): Suppression {
  const why = reason ?? one.marked?.reason;
  if (one.pattern === null)
    throw new UsageError(`"${one.text}" was measured, not found by a pattern`, 'mark it without --suppress');
  if (one.pattern === NEVER) throw new UsageError(`${NEVER} cannot be suppressed`, 'mark it without --suppress');
  if (one.place === null)
    throw new UsageError(
      `"${one.text}" has no file to suppress ${one.pattern} for`,
      `to disable the pattern everywhere, write \`- { id: ${one.pattern}, off: true }\` into ${SUPPRESSIONS}`,
    );
  if (!why) throw new UsageError('a suppression needs a reason', '--suppress --reason "…"');
  if (!state.ended && !state.atRest)
    throw new UsageError(
      `${state.id} is in the middle of an iteration: resuming it would undo the suppression`,
      'mark it without --suppress now, and suppress it after the loop has ended',
    );
  return { pattern: one.pattern, path: one.place.path, reason: why };
}

/** Holds the workspace's lock: a running loop would take the file for its agent's work. Returns the file's name. */
export async function writeSuppressions({ entry }: LoopReading, suppressions: readonly Suppression[]): Promise<string> {
  const { root, workspaceLock } = entry.project;
  const lock = await acquireLock(workspaceLock, { purpose: 'jumar alerts mark --suppress' });
  try {
    const before = await present(join(root, SUPPRESSIONS));
    const text = suppressions.reduce((so, one) => added(so, one), before);
    const problem = text === before ? null : await writeInside(root, SUPPRESSIONS, text);
    if (problem) throw new UsageError(`the mark was recorded, but not the suppression: ${problem}`);
    return SUPPRESSIONS;
  } finally {
    await lock.release();
  }
}

function added(text: string, one: Suppression): string {
  try {
    return withSuppression(text, one) ?? text;
  } catch (error) {
    throw new UsageError(
      `the mark is recorded, the suppression is not: ${SUPPRESSIONS} cannot be read: ${(error as Error).message}`,
      'fix the file and rerun: a mark is recorded only once',
    );
  }
}

async function present(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new UsageError(`${path} cannot be read: ${error.code}`);
  });
}
