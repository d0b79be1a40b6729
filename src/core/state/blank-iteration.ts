import type { IterationState } from './state.ts';
import { noTime } from './time-spent.ts';
import { blankChecks } from './verification-state.ts';

/** An iteration of which nothing is known but its number. */
export function blank(n: number, at: number): IterationState {
  return {
    n,
    parent: null,
    startTree: null,
    byHand: false,
    run: null,
    by: null,
    prompt: null,
    agent: null,
    cancelled: false,
    snapshot: null,
    verdicts: null,
    metrics: null,
    alerts: [],
    findings: null,
    guardMs: 0,
    reflected: null,
    lost: null,
    unmended: [],
    testsFile: null,
    measuringMs: 0,
    decidingMs: 0,
    score: null,
    quality: null,
    classification: null,
    best: null,
    decision: null,
    time: noTime,
    startedAt: at,
    endedAt: at,
    ...blankChecks(),
  };
}
