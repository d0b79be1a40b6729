import { type Fault, totalTokens, type Usage } from '../core/agent-run.ts';
import type { AgentEvent } from './adapter.ts';

/** What a run has told so far, in bounded space. */
export interface Seen {
  session: string | null;
  model: string | null;
  /** What the agent said last, and whether more of it may come. */
  text: string;
  talking: boolean;
  /** What it is doing now. */
  doing: { tool: string; subject: string | null } | null;
  tools: number;
  steps: number;
  /** Model calls in a row that came to nothing, and of those the ones that trying again cannot mend. */
  vain: number;
  hopeless: number;
  retry: Fault | null;
  /** Told for good; what a call still under way told is in `pending`. */
  told: Usage | null;
  pending: { id: string; usage: Usage } | null;
  costUsd: number | null;
  limit: { kind: 'rate_limit' | 'usage_limit'; resetsAt: number | null } | null;
  fault: Fault | null;
  ended: { ok: boolean; fault: Fault | null; message: string | null } | null;
  /** The last line, where it was no event of the agent's. */
  lastLine: string;
}

const MAX_TEXT = 4000;

export const nothingSeen: Seen = {
  session: null,
  model: null,
  text: '',
  talking: false,
  doing: null,
  tools: 0,
  steps: 0,
  vain: 0,
  hopeless: 0,
  retry: null,
  told: null,
  pending: null,
  costUsd: null,
  limit: null,
  fault: null,
  ended: null,
  lastLine: '',
};

export function see(before: Seen, event: AgentEvent): Seen {
  const seen = event.type === 'raw' || before.lastLine === '' ? before : { ...before, lastLine: '' };
  switch (event.type) {
    case 'started':
      return { ...seen, session: event.session ?? seen.session, model: event.model ?? seen.model };
    case 'text':
      return {
        ...useful(seen),
        text: `${event.more && seen.talking ? seen.text : ''}${event.text}`.slice(-MAX_TEXT),
        talking: event.more === true,
      };
    case 'thinking':
      return seen;
    case 'tool-started': {
      const { tool, subject } = event;
      return { ...useful(seen), tools: seen.tools + 1, doing: { tool, subject }, talking: false };
    }
    case 'tool-ended':
    case 'file-changed':
      return useful(seen);
    case 'step':
      return { ...seen, steps: seen.steps + 1, vain: event.vain ? seen.vain + 1 : 0 };
    case 'usage':
      return counted(seen, event);
    case 'retry':
      return {
        ...seen,
        vain: seen.vain + 1,
        hopeless: seen.hopeless + (event.fault.kind === 'auth' || event.fault.kind === 'billing' ? 1 : 0),
        retry: event.fault,
      };
    case 'limit':
      return { ...seen, limit: { kind: event.kind, resetsAt: event.resetsAt } };
    case 'error':
      // An error after what looked like the end means that it was not the end.
      return { ...seen, fault: event.fault, ended: seen.ended?.ok ? null : seen.ended };
    case 'ended':
      return { ...seen, doing: null, ended: { ok: event.ok, fault: event.fault, message: event.message } };
    case 'raw':
      return event.text.trim() === '' ? seen : { ...seen, lastLine: event.text.slice(-MAX_TEXT) };
  }
}

/** All that the run is known to have used; null where it told nothing. */
export function usageOf({ told, pending }: Seen): Usage | null {
  if (!pending) return told;
  return told ? sum(told, pending.usage) : pending.usage;
}

export function tokensOf(seen: Seen): number | null {
  return totalTokens(usageOf(seen));
}

/** A step that said or did something was not in vain, whatever the agent called its end. */
function useful(seen: Seen): Seen {
  return seen.retry === null ? seen : { ...seen, vain: 0, hopeless: 0, retry: null };
}

function counted(seen: Seen, event: Extract<AgentEvent, { type: 'usage' }>): Seen {
  const { id, total, usage } = event;
  if (total) return { ...seen, told: usage ?? seen.told, pending: null, costUsd: event.costUsd ?? seen.costUsd };
  const costUsd = event.costUsd === null ? seen.costUsd : (seen.costUsd ?? 0) + event.costUsd;
  if (!usage) return { ...seen, costUsd };
  if (id === null) return { ...seen, told: seen.told ? sum(seen.told, usage) : usage, costUsd };
  if (seen.pending?.id === id) return { ...seen, pending: { id, usage }, costUsd };
  return { ...seen, told: usageOf(seen), pending: { id, usage }, costUsd };
}

function sum(a: Usage, b: Usage): Usage {
  const plus = (x: number | null, y: number | null) => (x === null && y === null ? null : (x ?? 0) + (y ?? 0));
  return {
    input: plus(a.input, b.input),
    output: plus(a.output, b.output),
    cacheRead: plus(a.cacheRead, b.cacheRead),
    cacheWrite: plus(a.cacheWrite, b.cacheWrite),
  };
}
