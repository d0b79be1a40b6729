export { createPorts, type PortsOptions } from './app/create-ports.ts';
export { runSession, type SessionOptions } from './app/session.ts';
export * from './core/index.ts';
export { type AuditOptions, type AuditResult, audit } from './faces/library/audit.ts';
export type { HostOptions, LoopResult, LoopRun, LoopUpdate } from './faces/library/loop-run.ts';
export type { ChoiceOptions, PlaceOptions, SettingsTree } from './faces/library/options.ts';
export { createProgressTracker, type TrackerOptions } from './faces/library/progress-tracker.ts';
export {
  type ListOptions,
  type LoopListItem,
  type LoopOverview,
  listLoops,
  readLoop,
} from './faces/library/read-loops.ts';
export { type ResumeOptions, resumeLoop } from './faces/library/resume-loop.ts';
export { type LoopOptions, runLoop } from './faces/library/run-loop.ts';
export {
  type AbortOptions,
  type AbortResult,
  abortLoop,
  answerGate,
  type GateOptions,
  type GateResult,
  type PauseOptions,
  pauseLoop,
} from './faces/library/steer-loop.ts';
export type { Conversable, TrackerMessage } from './faces/library/tracker-messages.ts';
export { createFencedLog, openLoop } from './loop/open-loop.ts';
export { type Observer, runLoop as driveLoop } from './loop/run-loop.ts';
export { type StepOptions, type Stepped, stepOnce } from './loop/step-once.ts';
export type { Agent, AgentRequest, AgentRun, Checker, EventLog, Ports, Workspace } from './ports/index.ts';
