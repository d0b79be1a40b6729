export * from './core/index.ts';
export type { Agent, AgentRequest, AgentRun, Checker, EventLog, Ports, Workspace } from './runner/ports.ts';
export { type Observer, runLoop } from './runner/run-loop.ts';
export { runSession, type SessionOptions } from './runner/session.ts';
