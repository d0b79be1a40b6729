import type { Fault, FaultKind } from '../state/agent-run.ts';
import type { EventOf } from '../state/events.ts';
import type { Settings } from '../state/settings.ts';
import type { Standing } from '../state/standing.ts';

export type Launch =
  | { type: 'run'; agent: string }
  | { type: 'wait'; agent: string; until: number; reason: string }
  | { type: 'none'; reason: string };

/** A run that failed for these reasons says nothing about the task: the loop waits, and does not count an iteration. */
const PASSING = new Set<FaultKind>(['rate_limit', 'usage_limit', 'overloaded', 'transport']);
/** These do not pass by waiting. */
const LASTING = new Set<FaultKind>(['auth', 'billing']);
/** The announced second itself is often still refused. */
const AFTER_RESET_MS = 2000;
const MAX_BACKOFF_MS = 15 * 60_000;

export function standings(names: readonly string[], before: readonly Standing[] = []): Standing[] {
  return names.map((name) => before.find((one) => one.name === name) ?? fresh(name));
}

/** Whether a run does not count as an iteration: its agent hit a limit, and the loop can wait for it or replace it. */
export function isMiss(run: EventOf<'agent-finished'>, agents: readonly Standing[], name: string): boolean {
  if (run.blocked !== null || run.outcome === 'ok' || !agents.some((one) => one.name === name)) return false;
  if (run.error && PASSING.has(run.error.kind)) return true;
  return isLasting(run) && agents.some((one) => one.name !== name && one.out === null);
}

/** The agents' availability after a run of one of them. */
export function afterRun(
  agents: readonly Standing[],
  run: EventOf<'agent-finished'>,
  name: string,
  at: number,
  settings: Settings['agent'],
): Standing[] {
  return agents.map((one) => {
    if (one.name !== name) return one;
    if (!isMiss(run, agents, name)) return fresh(name);
    const fault = run.error ?? lasting(run.reason);
    if (isLasting(run)) return { ...one, fault, out: run.reason };
    const misses = one.misses + 1;
    // Ignore a reset time that has already passed by this machine's clock: the service still refused.
    const announced = fault.resetsAt !== null && fault.resetsAt > at;
    const until = announced ? Number(fault.resetsAt) + AFTER_RESET_MS : at + backoff(misses, fault, run.run, settings);
    const out = outReason(misses, until - at, run.reason, settings);
    return { name, misses, until, fault, out };
  });
}

/** The agents' availability after a loop beside this one learned that the service of one refuses for now. */
export function heldUp(
  agents: readonly Standing[],
  { agent, until, reason }: Omit<EventOf<'agent-held'>, 'type'>,
  at: number,
  settings: Settings['agent'],
): Standing[] {
  const fault: Fault = { kind: 'rate_limit', message: reason, resetsAt: until, retryAfterMs: null };
  return agents.map((one) =>
    one.name === agent ? { ...one, until, fault, out: outReason(one.misses, until - at, reason, settings) } : one,
  );
}

/** Resuming gives every agent another chance; an announced reset time still applies. */
export function resetForResume(agents: readonly Standing[]): Standing[] {
  return agents.map((one) => ({ ...one, misses: 0, out: null, until: one.fault?.resetsAt ? one.until : 0 }));
}

/** Which agent runs next, or what the loop waits for. The first of the order that is free; with `wait`, only the first. */
export function nextLaunch(agents: readonly Standing[], now: number, settings: Settings['agent']): Launch {
  const usable = agents.filter((one) => one.out === null);
  const candidates = settings.onLimit === 'wait' ? usable.slice(0, 1) : usable;
  const free = candidates.find((one) => one.until <= now);
  if (free) return { type: 'run', agent: free.name };
  const [soonest] = [...candidates].sort((a, b) => a.until - b.until);
  if (!soonest) return { type: 'none', reason: agents.map((one) => `${one.name}: ${one.out}`).join('; ') };
  const { name, until, fault } = soonest;
  return { type: 'wait', agent: name, until, reason: fault?.message ?? 'it asked to wait' };
}

function isLasting(run: EventOf<'agent-finished'>): boolean {
  return run.outcome === 'not-started' || (run.error !== null && LASTING.has(run.error.kind));
}

function lasting(message: string): Fault {
  return { kind: 'crash', message, resetsAt: null, retryAfterMs: null };
}

function fresh(name: string): Standing {
  return { name, misses: 0, until: 0, out: null, fault: null };
}

/** Exponential, never shorter than what the service asked for; spread by the run's id, so that a replay gives the same. */
function backoff(misses: number, { retryAfterMs }: Fault, run: string, { backoffSeconds }: Settings['agent']): number {
  const whole = Math.min(MAX_BACKOFF_MS, backoffSeconds * 1000 * 2 ** (misses - 1));
  return Math.max(retryAfterMs ?? 0, Math.round(whole * (0.5 + spread(run) / 2)));
}

/** 0..1, the same for the same text. */
function spread(text: string): number {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  return (hash >>> 0) / 2 ** 32;
}

function outReason(misses: number, waitMs: number, reason: string, settings: Settings['agent']): string | null {
  if (misses > settings.maxMisses) return `${misses} runs in a row failed (${reason})`;
  if (waitMs > settings.maxWaitMinutes * 60_000) {
    return `${reason}, which is longer than agent.maxWaitMinutes (${settings.maxWaitMinutes})`;
  }
  return null;
}
