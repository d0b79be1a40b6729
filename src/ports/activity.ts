import type { Fault, Usage } from '../core/state/agent-run.ts';

/** What an agent says while it works, in words common to all agents. Only its adapter knows its wire format. */
export type AgentEvent =
  | { type: 'started'; session: string | null; model: string | null }
  /** `more`: the next piece of what it was saying. */
  | { type: 'text'; text: string; more?: true }
  | { type: 'thinking'; text: string }
  /** `subject` is the file or the command that the tool works on. */
  | { type: 'tool-started'; tool: string; subject: string | null }
  /** `output`: the last lines that it printed, if the agent reports them. */
  | { type: 'tool-ended'; ok: boolean | null; output?: string }
  | { type: 'file-changed'; path: string }
  /** One call of the model returned; `vain`: with neither text nor a tool call. */
  | { type: 'step'; vain: boolean }
  /** Adds to earlier usage, replaces that of the same id, or (`total`) replaces everything. */
  | { type: 'usage'; id: string | null; total: boolean; usage: Usage | null; costUsd: number | null }
  | { type: 'retry'; fault: Fault }
  /** The service announced a limit; the run may still go on. */
  | { type: 'limit'; kind: 'rate_limit' | 'usage_limit'; resetsAt: number | null }
  | { type: 'error'; fault: Fault }
  /** The agent says that the run is over. `fault` is null if it did not say why it failed. */
  | { type: 'ended'; ok: boolean; fault: Fault | null; message: string | null }
  | { type: 'raw'; text: string };

/** What is going on in this moment; shown and streamed, never recorded. */
export type Activity =
  | {
      type: 'agent-activity';
      iteration: number;
      agent: string;
      event: AgentEvent;
      /** Since the run began. */
      ms: number;
      /** Of this run so far; null if unknown. */
      tokens: number | null;
      costUsd: number | null;
      costEstimated: boolean;
    }
  /** A check or a measuring command began, or printed these lines since the last report; `omitted` came before them. */
  | { type: 'check-activity'; command: string; lines: readonly string[]; omitted: number; ms: number }
  /** Once a second while the loop waits. */
  | { type: 'waiting'; until: number; leftMs: number };

export type OnActivity = (activity: Activity) => void;

/** Follows the output of one command; `end` once it has ended. Neither may throw. */
export type WatchCommand = (command: string) => { write(chunk: Buffer): void; end(): void };
