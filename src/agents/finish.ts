import type { Fault, FaultKind } from '../core/agent-run.ts';
import type { Exit, Verdict } from './adapter.ts';
import type { Seen } from './seen.ts';

/**
 * How a run that tells its own end came out: by its events first, by the exit code second. An exit code of 0 without an
 * end is a failure, and an end stands whatever the exit code.
 */
export function finishByEvents(seen: Seen, exit: Exit): Verdict {
  const before = endedFromOutside(seen, exit);
  if (before) return before;
  if (seen.ended?.ok) return { outcome: 'ok', reason: 'it finished', error: null };
  if (seen.ended) return failed(withReset(faultOfEnd(seen), seen));
  if (seen.fault) return failed(withReset(seen.fault, seen));
  const how = exit.signal ? `ended by ${exit.signal}` : `exit ${exit.exitCode}`;
  const last = seen.lastLine.trim() === '' ? '' : `: ${seen.lastLine}`;
  return failed(fault('crash', `it ended without telling a result (${how})${last}`));
}

/** What ended a run from outside: nothing was started, the user, a guard or the clock; null where it ended by itself. */
export function endedFromOutside(seen: Seen, exit: Exit): Verdict | null {
  if (exit.ended === 'not-started') {
    return { outcome: 'not-started', reason: exit.error ?? 'it could not be started', error: null };
  }
  const guarded = exit.guard === null ? null : byGuard(seen, exit);
  if (guarded) return guarded;
  if (exit.ended === 'cancelled' && exit.guard === null) {
    return { outcome: 'cancelled', reason: 'cancelled', error: null };
  }
  // A result that says it failed may be the agent's answer to being cancelled.
  if (seen.ended?.ok) return null;
  const error = seen.vain > 0 && seen.retry ? withReset(seen.retry, seen) : null;
  const why = error ? ` while ${error.message}` : '';
  if (exit.ended === 'timeout') {
    return { outcome: 'timeout', reason: `cancelled after ${exit.timeoutMinutes.toFixed(1)} minutes${why}`, error };
  }
  if (exit.ended === 'silent') {
    return { outcome: 'silent', reason: `cancelled: no output for ${exit.silenceMinutes} minutes${why}`, error };
  }
  return null;
}

function byGuard(seen: Seen, { guard }: Exit): Verdict | null {
  switch (guard) {
    case 'steps':
      return failed(fault('max_turns', `cancelled after ${seen.steps} model calls (agent.maxSteps)`));
    case 'budget':
      return failed(fault('budget', 'cancelled: it had spent what was left of the budget'));
    case 'hopeless':
    case 'vain':
      return failed(
        seen.retry
          ? withReset(
              { ...seen.retry, message: `cancelled after ${seen.vain} calls in vain: ${seen.retry.message}` },
              seen,
            )
          : fault('transport', `cancelled after ${seen.vain} model calls in a row that came to nothing`),
      );
    default:
      return null;
  }
}

export function failed(error: Fault): Verdict {
  const limited = error.kind === 'rate_limit' || error.kind === 'usage_limit' || error.kind === 'overloaded';
  const when = error.resetsAt === null ? '' : `, until ${new Date(error.resetsAt).toISOString()}`;
  return { outcome: limited ? 'limit' : 'failed', reason: `${error.kind}: ${error.message}${when}`, error };
}

const MAX_MESSAGE = 400;

export function fault(
  kind: FaultKind,
  message: string,
  when: Partial<Pick<Fault, 'resetsAt' | 'retryAfterMs'>> = {},
): Fault {
  const text = message.trim().replace(/\s+/g, ' ').slice(0, MAX_MESSAGE);
  return { kind, message: text, resetsAt: null, retryAfterMs: null, ...when };
}

/** What an HTTP status says, as far as it says anything. */
export function kindOfStatus(status: number | null): FaultKind | null {
  if (status === null) return null;
  if (status === 401 || status === 403) return 'auth';
  if (status === 402) return 'billing';
  if (status === 413) return 'context';
  if (status === 429) return 'rate_limit';
  return status >= 500 ? 'overloaded' : null;
}

/** Where the end itself does not say why, the last error of the run does. */
function faultOfEnd({ ended, fault: last }: Seen): Fault {
  return ended?.fault ?? last ?? fault('transport', ended?.message ?? 'it said that it failed, and not why');
}

/** A limit that was announced beside the error gives it its kind and its end. */
function withReset(error: Fault, { limit }: Seen): Fault {
  if (!limit || (error.kind !== 'rate_limit' && error.kind !== 'usage_limit')) return error;
  return { ...error, kind: limit.kind, resetsAt: error.resetsAt ?? limit.resetsAt };
}
