import type { Ending } from './decision.ts';
import type { Reinforcement } from './reinforcement-level.ts';
import type { Gate, SnapshotRef } from './state.ts';
import type { Moved } from './verification-events.ts';
import type { HookName } from './verification-settings.ts';

/** What the loop does now. Everything uncertain is a step: done by a port, coming back as an event. */
export type Step =
  | { type: 'save-workspace'; adoptAs: number | null; expected: string | null }
  | { type: 'restore'; to: SnapshotRef }
  | { type: 'wait'; agent: string; until: number; reason: string }
  | { type: 'run-agent'; iteration: number; agent: string }
  | { type: 'take-snapshot'; iteration: number; parent: string | null }
  | { type: 'verify'; iteration: number }
  | { type: 'guard'; iteration: number; baseline: number }
  | { type: 'reflect'; iteration: number }
  | { type: 'judge'; iteration: number }
  | { type: 'recall' }
  | { type: 'reinforce'; iteration: number; to: Reinforcement; reason: string }
  | { type: 'diagnose'; iteration: number }
  | { type: 'adapt'; iteration: number }
  | { type: 'open-gate'; iteration: number }
  | { type: 'notify'; about: 'gate' | 'end'; ending: Ending; reason: string }
  | { type: 'ask'; gate: Gate }
  | { type: 'end'; ending: Ending; reason: string; best: number | null }
  | VerificationStep;

export type StepOf<T extends Step['type']> = Extract<Step, { type: T }>;

export type VerificationStep =
  | { type: 'setup'; iteration: number; locks: string | null; where: 'workspace' | 'room' }
  | { type: 'repeat-checks'; iteration: number; criteria: string[]; times: number }
  | { type: 'check-hidden'; iteration: number }
  | { type: 'check-pristine'; iteration: number; baseline: number }
  | { type: 'flip-expectations'; iteration: number; baseline: number }
  | { type: 'check-new-tests'; iteration: number; baseline: number }
  | { type: 'check-task-tests'; iteration: number; baseline: number }
  | { type: 'hold-out'; iteration: number }
  | { type: 'check-held-out'; iteration: number }
  | { type: 'reveal-tests'; start: SnapshotRef; tests: string[] }
  | { type: 'put-back' }
  | { type: 'test-mutants'; iteration: number; baseline: number }
  | { type: 'reverify'; iteration: number }
  | { type: 'run-hook'; hook: HookName; iteration: number }
  /** `first`: the iteration that began to move references, if one did. */
  | { type: 'reset-refs'; iterations: number[]; moved: Moved[]; first: number | null };
