import type { Expense, Fault } from '../../core/agent-run.ts';
import type { Settings } from '../../core/settings.ts';
import type { Allowance } from '../../core/spending.ts';

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
  /** The run is cancelled after this long, whatever the agent's own timeout says. */
  remainingMs: number;
  /** The run is cancelled when it has spent more than this. */
  allowance: Allowance;
  settings: Settings['agent'];
  /** It is asked something and sent to no work: agents that can be kept from changing anything are. */
  readOnly?: true;
}

export interface AgentRun extends Expense {
  /** `limit`: the service refused for now; the error says until when, where it was announced. */
  outcome: 'ok' | 'failed' | 'timeout' | 'silent' | 'limit' | 'not-started' | 'cancelled';
  reason: string;
  exitCode: number | null;
  durationMs: number;
  outputBytes: number;
  /** The end of what the agent said, as it said it: secrets are hidden, and then it is cut, where it is recorded. */
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
