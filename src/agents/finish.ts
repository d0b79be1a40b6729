import type { Fault, FaultKind } from '../core/state/agent-run.ts';
import type { Exit, Verdict } from './contract/adapter.ts';
import type { RunProgress } from './contract/run-progress.ts';

/**
 * The verdict on a run that reports its own end: by its events first, by the exit code second. Exit code 0 without a
 * final event is a failure, and a final event counts whatever the exit code.
 */
export function finishByEvents(progress: RunProgress, exit: Exit): Verdict {
  const outsideVerdict = endedFromOutside(progress, exit);
  if (outsideVerdict) return outsideVerdict;
  if (progress.ended?.ok) return { outcome: 'ok', reason: 'it finished', error: null };
  if (progress.ended) return failedVerdict(withReset(faultOfEnd(progress), progress));
  if (progress.fault) return failedVerdict(withReset(progress.fault, progress));
  const how = exit.signal ? `ended by ${exit.signal}` : `exit ${exit.exitCode}`;
  const last = progress.lastLine.trim() === '' ? '' : `: ${progress.lastLine}`;
  return failedVerdict(fault('crash', `it exited without a result (${how})${last}`));
}

/** The verdict on a run that could not start or that the user, a guard or a timeout ended; null if it ended by itself. */
export function endedFromOutside(progress: RunProgress, exit: Exit): Verdict | null {
  if (exit.ended === 'not-started') {
    return { outcome: 'not-started', reason: exit.error ?? 'it could not be started', error: null };
  }
  const guardVerdict = exit.guard === null ? null : verdictOfGuard(progress, exit);
  if (guardVerdict) return guardVerdict;
  if (exit.ended === 'cancelled' && exit.guard === null) {
    return { outcome: 'cancelled', reason: 'cancelled', error: null };
  }
  // A failed result may be the agent's reaction to being cancelled.
  if (progress.ended?.ok) return null;
  const error = progress.emptyCalls > 0 && progress.retry ? withReset(progress.retry, progress) : null;
  const why = error ? ` while ${error.message}` : '';
  if (exit.ended === 'timeout') {
    return { outcome: 'timeout', reason: `cancelled after ${exit.timeoutMinutes.toFixed(1)} minutes${why}`, error };
  }
  if (exit.ended === 'silent') {
    return { outcome: 'silent', reason: `cancelled: no output for ${exit.silenceMinutes} minutes${why}`, error };
  }
  return null;
}

function verdictOfGuard(progress: RunProgress, { guard }: Exit): Verdict | null {
  switch (guard) {
    case 'steps':
      return failedVerdict(fault('max_turns', `cancelled after ${progress.steps} model calls (agent.maxSteps)`));
    case 'budget':
      return failedVerdict(fault('budget', 'cancelled: it had spent the rest of the budget'));
    case 'permanent-failures':
    case 'empty-calls':
      return failedVerdict(
        progress.retry
          ? withReset(
              {
                ...progress.retry,
                message: `cancelled after ${progress.emptyCalls} failed calls: ${progress.retry.message}`,
              },
              progress,
            )
          : fault('transport', `cancelled after ${progress.emptyCalls} model calls in a row without a result`),
      );
    default:
      return null;
  }
}

export function failedVerdict(error: Fault): Verdict {
  const isLimit = error.kind === 'rate_limit' || error.kind === 'usage_limit' || error.kind === 'overloaded';
  const when = error.resetsAt === null ? '' : `, until ${new Date(error.resetsAt).toISOString()}`;
  return { outcome: isLimit ? 'limit' : 'failed', reason: `${error.kind}: ${error.message}${when}`, error };
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

/** Null if the HTTP status does not say what went wrong. */
export function kindOfStatus(status: number | null): FaultKind | null {
  if (status === null) return null;
  if (status === 401 || status === 403) return 'auth';
  if (status === 402) return 'billing';
  if (status === 413) return 'context';
  if (status === 429) return 'rate_limit';
  return status >= 500 ? 'overloaded' : null;
}

/** If the final event does not say why the run failed, the last error does. */
function faultOfEnd({ ended, fault: last }: RunProgress): Fault {
  return ended?.fault ?? last ?? fault('transport', ended?.message ?? 'it failed without a reason');
}

/** A limit that was announced separately gives the error its kind and its reset time. */
function withReset(error: Fault, { limit }: RunProgress): Fault {
  if (!limit || (error.kind !== 'rate_limit' && error.kind !== 'usage_limit')) return error;
  return { ...error, kind: limit.kind, resetsAt: error.resetsAt ?? limit.resetsAt };
}
