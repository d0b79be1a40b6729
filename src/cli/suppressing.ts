import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../config/errors.ts';
import { outcomes } from '../core/outcome.ts';
import type { Raised } from '../core/raised.ts';
import type { LoopState } from '../core/state.ts';
import { SUPPRESSIONS, type Suppression, withSuppression } from '../guard/suppress.ts';
import { acquireLock } from '../store/lock.ts';
import { writeInside } from '../store/write-inside.ts';
import type { CommandContext } from './context.ts';
import type { LoopReading } from './loop-reading.ts';

/** A pattern of its own that the guard lets nobody tune: it speaks of a change that tunes the guard. */
const NEVER = 'allowance-added';

/** What a project suppression would say about it. Refused where none can be made, or where it would not last. */
export function suppressionOf(one: Raised, state: LoopState, reason: string | undefined): Suppression {
  const why = reason ?? one.marked?.reason;
  if (one.pattern === null)
    throw new UsageError(`"${one.text}" was measured, not found by a pattern`, 'mark it without --suppress');
  if (one.pattern === NEVER) throw new UsageError(`${NEVER} cannot be suppressed`, 'mark it without --suppress');
  if (one.place === null)
    throw new UsageError(
      `"${one.text}" has no file to suppress ${one.pattern} for`,
      `to switch the pattern off everywhere, write \`- { id: ${one.pattern}, off: true }\` into ${SUPPRESSIONS}`,
    );
  if (!why) throw new UsageError('a suppression needs a reason', '--suppress --reason "…"');
  if (!state.ended && !state.atRest)
    throw new UsageError(
      `${state.id} stands in the middle of an iteration: resuming it puts the working tree back, the suppression too`,
      'mark it without --suppress now, and suppress it once the loop has ended',
    );
  return { pattern: one.pattern, path: one.place.path, reason: why };
}

/** The workspace is locked meanwhile: a loop that runs in it would take the file for its agent's work. */
export async function writeSuppressions(
  context: CommandContext,
  { entry, state }: LoopReading,
  suppressions: readonly Suppression[],
): Promise<void> {
  const { root, workspaceLock } = entry.project;
  const lock = await acquireLock(workspaceLock, { purpose: 'jumar alerts mark --suppress' });
  try {
    const before = await present(join(root, SUPPRESSIONS));
    const text = suppressions.reduce((so, one) => added(so, one), before);
    const problem = text === before ? null : await writeInside(root, SUPPRESSIONS, text);
    if (problem) throw new UsageError(`the mark is recorded, the suppression is not: ${problem}`);
  } finally {
    await lock.release();
  }
  for (const { pattern, path } of suppressions)
    context.stdout.write(`  ${pattern} is off for ${path} from now on, in ${SUPPRESSIONS}; commit it to keep it\n`);
  if (!state.ended || outcomes[state.ended.ending].resumable)
    context.stdout.write(
      '  jumar resume takes that file in as your edit and works on from there. To keep an iteration that was held up:\n' +
        '  remove the file, resume, and suppress when the loop has ended\n',
    );
}

function added(text: string, one: Suppression): string {
  try {
    return withSuppression(text, one) ?? text;
  } catch (error) {
    throw new UsageError(
      `the mark is recorded, the suppression is not: ${SUPPRESSIONS} cannot be read: ${(error as Error).message}`,
      'mend it and say it again: a mark is recorded once',
    );
  }
}

async function present(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new UsageError(`${path} cannot be read: ${error.code}`);
  });
}
