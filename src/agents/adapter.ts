import type { Fault, Usage } from '../core/agent-run.ts';
import type { Allowance } from '../core/spending.ts';
import type { RunResult } from '../process/supervise.ts';
import type { Seen } from './seen.ts';

/** What an agent says while it works, in words common to all agents. Only its adapter knows its wire format. */
export type AgentEvent =
  | { type: 'started'; session: string | null; model: string | null }
  /** `more`: the next piece of what it was saying. */
  | { type: 'text'; text: string; more?: true }
  | { type: 'thinking'; text: string }
  /** `subject` is the file or the command that the tool works on. */
  | { type: 'tool-started'; tool: string; subject: string | null }
  | { type: 'tool-ended'; ok: boolean | null }
  | { type: 'file-changed'; path: string }
  /** One call of the model came back; in vain, where neither text nor a tool came of it. */
  | { type: 'step'; vain: boolean }
  /** Adds to what was told, replaces what the same id told before, or (`total`) replaces everything. */
  | { type: 'usage'; id: string | null; total: boolean; usage: Usage | null; costUsd: number | null }
  | { type: 'retry'; fault: Fault }
  /** The service announced a limit, whether or not the run ends of it. */
  | { type: 'limit'; kind: 'rate_limit' | 'usage_limit'; resetsAt: number | null }
  | { type: 'error'; fault: Fault }
  /** The agent's own word that the run is over. `fault` is null where it did not say why it failed. */
  | { type: 'ended'; ok: boolean; fault: Fault | null; message: string | null }
  | { type: 'raw'; text: string };

/** The machine and the person an agent runs for. */
export interface Host {
  env: NodeJS.ProcessEnv;
  home: string;
  platform: NodeJS.Platform;
  isRoot: boolean;
}

export interface Probe {
  /** Where its program is; null where it is not installed. */
  path: string | null;
  version: string | null;
  /** What it said where it was asked for its version and failed. */
  problem?: string;
  /** Whether it is signed in, as far as that can be told without a network; else honestly unknown. */
  signedIn: 'yes' | 'unknown';
  /** What tells so, or what is missing. */
  note: string;
}

export type Sandbox = 'none' | 'agent' | 'bwrap' | 'srt';

/** One run that is to be started. */
export interface Launch {
  /** The path of the agent's program; for agents that are a command of the user's, that command. */
  program: string;
  host: Host;
  cwd: string;
  prompt: string;
  promptFile: string;
  model: string | null;
  args: readonly string[];
  /** Variables of the person's that are passed on beside the adapter's own list. */
  passed: readonly string[];
  cleanRoom: boolean;
  /** It is to answer, and to change nothing. */
  readOnly: boolean;
  sandbox: Sandbox;
  maxSteps: number;
  allowance: Allowance;
  /** The folder outside the workspace in which the agent may write why it is blocked. */
  reply: string;
  /** A folder for this run's own files, outside the workspace. */
  scratch: string;
}

/** How a run is started: everything that a process needs, as data. */
export interface Plan {
  command: string | { file: string; args: readonly string[] };
  env: Record<string, string>;
  stdin: 'prompt' | null;
  /** `split` where stdout is a stream of events that stderr must not disturb. */
  streams: 'merged' | 'split';
  /** Written before the start, readable by the person only. */
  files?: readonly { path: string; text: string }[];
  /** Folders and files outside the workspace that the agent keeps its own state in. */
  writable: readonly string[];
  /** Files and folders outside the workspace that it must read, wherever they lie. */
  readable?: readonly string[];
  /** What srt must let it reach. */
  domains: readonly string[];
}

/** Which of the runner's own guards ended a run. */
export type Guard = 'steps' | 'vain' | 'hopeless' | 'budget' | 'after-result';

export interface Exit extends Pick<RunResult, 'ended' | 'exitCode' | 'signal'> {
  guard: Guard | null;
  error: string | null;
  /** When it ended, in milliseconds since the epoch: announced times of day are read from here. */
  at: number;
  timeoutMinutes: number;
  silenceMinutes: number;
}

export interface Verdict {
  outcome: 'ok' | 'failed' | 'timeout' | 'silent' | 'limit' | 'not-started' | 'cancelled';
  reason: string;
  error: Fault | null;
}

/**
 * One agent, in one file. `probe` may look at files and ask the program for its version, and never rejects. The others
 * are pure: `plan` says how a run is started, or why it cannot be; `parse` is total and takes any line by itself, and
 * what it does not know is `raw`; `finish` judges by the events first and the exit code second, and a run without the
 * agent's own end is failed. None of them takes what the assistant merely said as evidence.
 */
export interface Adapter {
  name: string;
  title: string;
  /** What it is called on the PATH; null where `agent.command` says how it is started. */
  program: string | null;
  /** How it is installed; shown to people who have not. */
  install?: string;
  /** Whether its runs tell all their tokens: a budget can only be held where they do. */
  tellsTokens: boolean;
  /** Whether it can be run without the person's own hooks, plugins and MCP servers. */
  cleanRoom: boolean;
  /** What is known of every run before it says a word. */
  begins?: readonly AgentEvent[];
  probe(host: Host): Promise<Probe>;
  plan(launch: Launch): Plan | { problem: string };
  parse(line: string): AgentEvent[];
  finish(seen: Seen, exit: Exit): Verdict;
  /** Why its own sandbox cannot be had here; null where it can. Absent: it has none. */
  ownSandbox?(host: Host): string | null;
}
