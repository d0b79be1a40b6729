export * from './core/index.ts';
export { type AuditOptions, type AuditResult, audit } from './library/audit.ts';
export { createProgressTracker, type TrackerOptions } from './library/progress-tracker.ts';
export { type LoopOptions, type LoopResult, type LoopRun, type LoopUpdate, runLoop } from './library/run-loop.ts';
export type { Conversable, TrackerMessage } from './library/tracker-messages.ts';
export type { Agent, AgentRequest, AgentRun, Checker, EventLog, Ports, Workspace } from './runner/ports.ts';
export { type Observer, runLoop as driveLoop } from './runner/run-loop.ts';
export { runSession, type SessionOptions } from './runner/session.ts';
