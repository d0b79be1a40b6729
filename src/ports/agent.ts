import type { Allowance } from '../core/agents/spending.ts';
import type { Expense, Fault } from '../core/state/agent-run.ts';
import type { Settings } from '../core/state/settings.ts';

export interface AgentRequest {
  /** Which of the loop's agents is to run. */
  agent: string;
  loop: string;
  iteration: number;
  /** Unique to this run; every process of the run carries it in its environment as JUMAR_RUN. */
  run: string;
  promptFile: string;
  /** The folder the agent works in. */
  cwd: string;
  /** Where the whole output goes. */
  outputFile: string;
  /** The file in which the agent may write why it is blocked. */
  blockedFile: string;
  /** The run is cancelled after this long, even if the agent's own timeout is longer. */
  remainingMs: number;
  /** The run is cancelled when it has spent more than this. */
  allowance: Allowance;
  settings: Settings['agent'];
  /** A question, not work: agents that support it run read-only. */
  readOnly?: true;
}

export interface AgentRun extends Expense {
  /** `limit`: the service refused for now; the error says until when, if it was announced. */
  outcome: 'ok' | 'failed' | 'timeout' | 'silent' | 'limit' | 'not-started' | 'cancelled';
  reason: string;
  exitCode: number | null;
  durationMs: number;
  outputBytes: number;
  /** The end of what the agent said, as it said it: secrets are redacted and it is cut when it is recorded. */
  excerpt: string;
  strays: number;
  /** From the agent's structured output only. */
  error: Fault | null;
  model: string | null;
}

/** `run` never rejects because an agent failed: that is an AgentRun. The signal ends the whole process tree. */
export interface Agent {
  run(request: AgentRequest, signal: AbortSignal): Promise<AgentRun>;
}
