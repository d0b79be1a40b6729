import { type Fault, totalTokens, type Usage } from '../../core/state/agent-run.ts';
import type { AgentEvent } from '../../ports/activity.ts';

/** The state of a run according to its events so far, in bounded space. */
export interface RunProgress {
  session: string | null;
  model: string | null;
  /** The agent's last text, and whether more of it may follow. */
  text: string;
  talking: boolean;
  /** What it is doing now. */
  doing: { tool: string; subject: string | null } | null;
  tools: number;
  steps: number;
  /** Model calls in a row without a result, and how many of those failed in a way that a retry cannot fix. */
  emptyCalls: number;
  permanentFailures: number;
  retry: Fault | null;
  /** Final figures. Those of a call in progress are in `pending`. */
  reportedUsage: Usage | null;
  pending: { id: string; usage: Usage } | null;
  costUsd: number | null;
  limit: { kind: 'rate_limit' | 'usage_limit'; resetsAt: number | null } | null;
  fault: Fault | null;
  ended: { ok: boolean; fault: Fault | null; message: string | null } | null;
  /** The last line, if it was not an event of the agent. */
  lastLine: string;
}

const MAX_TEXT = 4000;

export const initialProgress: RunProgress = {
  session: null,
  model: null,
  text: '',
  talking: false,
  doing: null,
  tools: 0,
  steps: 0,
  emptyCalls: 0,
  permanentFailures: 0,
  retry: null,
  reportedUsage: null,
  pending: null,
  costUsd: null,
  limit: null,
  fault: null,
  ended: null,
  lastLine: '',
};

export function applyEvent(before: RunProgress, event: AgentEvent): RunProgress {
  const progress = event.type === 'raw' || before.lastLine === '' ? before : { ...before, lastLine: '' };
  switch (event.type) {
    case 'started':
      return { ...progress, session: event.session ?? progress.session, model: event.model ?? progress.model };
    case 'text':
      return {
        ...resetFailures(progress),
        text: `${event.more && progress.talking ? progress.text : ''}${event.text}`.slice(-MAX_TEXT),
        talking: event.more === true,
      };
    case 'thinking':
      return progress;
    case 'tool-started': {
      const { tool, subject } = event;
      return { ...resetFailures(progress), tools: progress.tools + 1, doing: { tool, subject }, talking: false };
    }
    case 'tool-ended':
    case 'file-changed':
      return resetFailures(progress);
    case 'step':
      return { ...progress, steps: progress.steps + 1, emptyCalls: event.vain ? progress.emptyCalls + 1 : 0 };
    case 'usage':
      return addUsage(progress, event);
    case 'retry':
      return {
        ...progress,
        emptyCalls: progress.emptyCalls + 1,
        permanentFailures:
          progress.permanentFailures + (event.fault.kind === 'auth' || event.fault.kind === 'billing' ? 1 : 0),
        retry: event.fault,
      };
    case 'limit':
      return { ...progress, limit: { kind: event.kind, resetsAt: event.resetsAt } };
    case 'error':
      // An error after a successful end means that it was not the end.
      return { ...progress, fault: event.fault, ended: progress.ended?.ok ? null : progress.ended };
    case 'ended':
      return { ...progress, doing: null, ended: { ok: event.ok, fault: event.fault, message: event.message } };
    case 'raw':
      return event.text.trim() === '' ? progress : { ...progress, lastLine: event.text.slice(-MAX_TEXT) };
  }
}

/** All usage reported so far; null if the run reported none. */
export function usageOf({ reportedUsage, pending }: RunProgress): Usage | null {
  if (!pending) return reportedUsage;
  return reportedUsage ? addUsages(reportedUsage, pending.usage) : pending.usage;
}

export function tokensOf(progress: RunProgress): number | null {
  return totalTokens(usageOf(progress));
}

/** A step with text or a tool call has succeeded, whatever reason the agent gave for its end. */
function resetFailures(progress: RunProgress): RunProgress {
  return progress.retry === null ? progress : { ...progress, emptyCalls: 0, permanentFailures: 0, retry: null };
}

function addUsage(progress: RunProgress, event: Extract<AgentEvent, { type: 'usage' }>): RunProgress {
  const { id, total, usage } = event;
  if (total)
    return {
      ...progress,
      reportedUsage: usage ?? progress.reportedUsage,
      pending: null,
      costUsd: event.costUsd ?? progress.costUsd,
    };
  const costUsd = event.costUsd === null ? progress.costUsd : (progress.costUsd ?? 0) + event.costUsd;
  if (!usage) return { ...progress, costUsd };
  if (id === null)
    return {
      ...progress,
      reportedUsage: progress.reportedUsage ? addUsages(progress.reportedUsage, usage) : usage,
      costUsd,
    };
  if (progress.pending?.id === id) return { ...progress, pending: { id, usage }, costUsd };
  return { ...progress, reportedUsage: usageOf(progress), pending: { id, usage }, costUsd };
}

function addUsages(a: Usage, b: Usage): Usage {
  const plus = (x: number | null, y: number | null) => (x === null && y === null ? null : (x ?? 0) + (y ?? 0));
  return {
    input: plus(a.input, b.input),
    output: plus(a.output, b.output),
    cacheRead: plus(a.cacheRead, b.cacheRead),
    cacheWrite: plus(a.cacheWrite, b.cacheWrite),
  };
}
