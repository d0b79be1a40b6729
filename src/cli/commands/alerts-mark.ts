import { UsageError } from '../../config/errors.ts';
import type { EventOf } from '../../core/events.ts';
import { evolve } from '../../core/evolve.ts';
import { isMarked } from '../../core/marks.ts';
import { outcomes } from '../../core/outcome.ts';
import { type Raised, raisedIn } from '../../core/raised.ts';
import type { LoopState } from '../../core/state.ts';
import { signed } from '../../people/account.ts';
import { openLogForAppend } from '../../store/append-log.ts';
import { acquireLock } from '../../store/lock.ts';
import { project } from '../../store/projections.ts';
import { alertId, findAlert } from '../alert-ids.ts';
import { refuseBeneathAgent } from '../beneath-agent.ts';
import type { CommandContext } from '../context.ts';
import { type LoopReading, readLoop } from '../loop-reading.ts';
import { say } from '../output.ts';
import { suppressionOf, writeSuppressions } from '../suppressing.ts';

interface MarkOptions {
  falsePositive?: boolean;
  undo?: boolean;
  reason?: string;
  suppress?: boolean;
  loop?: string;
}

const SHOWN = 5;

/** A person's word that what was raised is wrong, or that it is right after all. Everything is checked before anything is recorded. */
export default async function alertsMark(
  context: CommandContext,
  ids: readonly string[],
  { falsePositive = false, undo = false, reason, suppress = false, loop }: MarkOptions,
): Promise<number> {
  await refuseBeneathAgent(context, 'alerts mark');
  if (falsePositive === undo)
    throw new UsageError('say what it is', `jumar alerts mark ${ids.join(' ')} --false-positive, or --undo`);
  if (undo && suppress)
    throw new UsageError('--undo takes no --suppress', 'remove the entry from .jumar/patterns/suppressions.yaml');
  const reading = await readLoop(context, loop);
  const { entry, owner } = reading;
  if (owner !== null)
    throw new UsageError(`${entry.id} is running (pid ${owner})`, `pause it first: jumar pause ${entry.id}`);
  const raised = raisedIn(reading.state);
  const meant = [...new Set(ids.map((id) => findAlert(raised, id, entry.id)))];
  const suppressions = suppress ? meant.map((one) => suppressionOf(one, reading.state, reason)) : [];

  const { state, before } = await record(context, reading, meant, { falsePositive, reason: reason ?? null });
  for (const one of meant) {
    const already = isMarked(before, one.key) === falsePositive ? ' already' : '';
    const what = undo ? 'no longer marked' : 'marked a false positive';
    say(context, `${alertId(one)} is${already} ${what}: ${one.text}\n`);
  }
  if (suppress) await writeSuppressions(context, reading, suppressions);
  tellWhatRemains(context, state);
  return 0;
}

/** The log is read again under the lock: what somebody else marked meanwhile is not marked twice. */
async function record(
  context: CommandContext,
  { entry, state: read }: LoopReading,
  meant: readonly Raised[],
  mark: Pick<EventOf<'finding-marked'>, 'falsePositive' | 'reason'>,
): Promise<{ state: LoopState; before: LoopState }> {
  const lock = await acquireLock(entry.paths.lock, { purpose: 'jumar alerts mark' });
  try {
    let state: LoopState | null = null;
    const files = { path: entry.paths.log, headPath: entry.paths.head, loop: entry.id, lock };
    const log = await openLogForAppend({
      ...files,
      onRecord: (one) => {
        state = evolve(state, one);
      },
    });
    try {
      const before = state ?? read;
      let now = before;
      for (const { key } of meant) {
        if (isMarked(now, key) === mark.falsePositive) continue;
        const event = signed<EventOf<'finding-marked'>>({ type: 'finding-marked', id: key, ...mark });
        now = evolve(now, await log.append(event));
        await project(now, event, (problem) => context.stderr.write(`note: ${problem}\n`));
      }
      return { state: now, before };
    } finally {
      await log.close();
    }
  } finally {
    await lock.release();
  }
}

function tellWhatRemains({ stdout }: CommandContext, state: LoopState): void {
  const open = raisedIn(state).filter(({ blocking, approved, marked }) => blocking && !approved && !marked);
  for (const one of open.slice(0, SHOWN)) stdout.write(`  still blocks: ${alertId(one)}  ${one.text}\n`);
  if (open.length > SHOWN) stdout.write(`  and ${open.length - SHOWN} more: jumar alerts ${state.id}\n`);
  if (!state.ended || outcomes[state.ended.ending].resumable) stdout.write(`go on with: jumar resume ${state.id}\n`);
}
