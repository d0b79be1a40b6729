import type { Allowance } from '../../core/agents/spending.ts';
import type { Fault } from '../../core/state/agent-run.ts';
import type { AgentEvent } from '../../ports/activity.ts';
import type { RunResult } from '../../process/supervise.ts';
import type { RunProgress } from './run-progress.ts';

/** The machine and the person an agent runs for. */
export interface Host {
  env: NodeJS.ProcessEnv;
  home: string;
  platform: NodeJS.Platform;
  isRoot: boolean;
}

export interface Probe {
  /** Null if the program is not installed. */
  path: string | null;
  version: string | null;
  /** Its error output, if `--version` failed. */
  problem?: string;
  /** `yes` only if a local file or variable shows it; the network is never used. */
  signedIn: 'yes' | 'unknown';
  /** The evidence of a sign-in, or what is missing. */
  note: string;
}

export type Sandbox = 'cell' | 'none' | 'agent' | 'bwrap' | 'srt';

/** The inputs of one run. */
export interface Launch {
  /** The path of the agent's program, or the user's command for agents that are started by one. */
  program: string;
  host: Host;
  cwd: string;
  prompt: string;
  promptFile: string;
  model: string | null;
  args: readonly string[];
  /** The user's variables that the agent gets in addition to the adapter's own list. */
  extraVariables: readonly string[];
  cleanRoom: boolean;
  /** The agent may answer, but not change anything. */
  readOnly: boolean;
  sandbox: Sandbox;
  maxSteps: number;
  allowance: Allowance;
  /** A folder outside the workspace where the agent may write why it is blocked. */
  reply: string;
  /** A folder outside the workspace for this run's own files. */
  scratch: string;
}

/** How to start a run: everything the process needs, as data. */
export interface Plan {
  command: string | { file: string; args: readonly string[] };
  env: Record<string, string>;
  stdin: 'prompt' | null;
  /** `split` if stdout is a stream of events that stderr must not disturb. */
  streams: 'merged' | 'split';
  /** Written before the start, readable only by the user. */
  files?: readonly { path: string; text: string }[];
  /** Folders and files outside the workspace where the agent stores its own state. */
  writable: readonly string[];
  /** Files and folders outside the workspace that it must be able to read. */
  readable?: readonly string[];
  /** Domains that the srt sandbox must let it reach. */
  domains: readonly string[];
}

/** Which of the runner's own guards ended a run. */
export type Guard = 'steps' | 'empty-calls' | 'permanent-failures' | 'budget' | 'after-result';

export interface Exit extends Pick<RunResult, 'ended' | 'exitCode' | 'signal'> {
  guard: Guard | null;
  error: string | null;
  /** When it ended, in milliseconds since the epoch. Times of day in its messages are relative to this. */
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
 * are pure: `plan` says how to start a run, or why that is impossible; `parse` accepts any line on its own and returns
 * `raw` for lines it does not recognise; `finish` judges by the events first and the exit code second, and fails a run
 * without a final event. None of them treats the assistant's text as evidence.
 */
export interface Adapter {
  name: string;
  title: string;
  /** Its name on the PATH; null if `agent.command` starts it. */
  program: string | null;
  /** The install command, shown if it is not installed. */
  install?: string;
  /** Whether its runs report all their tokens. Without that, a budget cannot be enforced. */
  reportsTokens: boolean;
  /** Whether it can run without the user's own hooks, plugins and MCP servers. */
  cleanRoom: boolean;
  /** Events that hold for every run, before it prints anything. */
  initialEvents?: readonly AgentEvent[];
  probe(host: Host): Promise<Probe>;
  plan(launch: Launch): Plan | { problem: string };
  parse(line: string): AgentEvent[];
  finish(progress: RunProgress, exit: Exit): Verdict;
  /** Why its own sandbox is unavailable here; null if it is available. Absent if the agent has no sandbox. */
  ownSandbox?(host: Host): string | null;
}
