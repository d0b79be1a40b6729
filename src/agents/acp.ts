import { join } from 'node:path';
import { ownVariables } from '../core/agents/own-variables.ts';
import type { Fault, FaultKind, Usage } from '../core/state/agent-run.ts';
import { amount, entryIn, type Fields, fields, list, number, objectOn, text } from '../core/text/foreign-json.ts';
import type { AgentEvent } from '../ports/activity.ts';
import { packageRoot } from '../system/package-root.ts';
import type { BridgeOrder } from './acp-bridge.ts';
import type { Adapter, Host, Launch, Plan } from './contract/adapter.ts';
import { agentEnvironment } from './environment.ts';
import { failedVerdict, fault, finishByEvents, kindOfStatus } from './finish.ts';
import { printed } from './printed.ts';
import { type Evidence, probeProgram } from './probe-program.ts';
import { onOneLine, subjectOf } from './subject.ts';

/** An agent that speaks the Agent Client Protocol, and how to start it in that mode. */
export interface AcpPreset {
  name: string;
  title: string;
  program: string;
  args: readonly string[];
  env?: Record<string, string>;
  /** Modes in which it does not ask for permission. */
  modes?: readonly string[];
  /** Below the home folder. */
  folders: readonly string[];
  domains?: readonly string[];
  evidence(host: Host): Evidence;
}

const ANSWER_MS = 30_000;
const MODES = ['bypassPermissions', 'yolo', 'full-access', 'agent-full-access', 'auto', 'acceptEdits'];

export function acpAdapter(preset: AcpPreset): Adapter {
  return {
    name: preset.name,
    title: preset.title,
    program: preset.program,
    reportsTokens: false,
    cleanRoom: false,
    probe: (host) => probeProgram(host, preset.program, preset.evidence(host)),
    plan: (launch) => planOf(launch, preset, { file: launch.program, args: [...preset.args, ...launch.args] }),
    parse,
    finish,
  };
}

/** Any other agent; `agent.command` starts it. */
export const acp: Adapter = {
  name: 'acp',
  title: 'any agent that speaks ACP',
  program: null,
  reportsTokens: false,
  cleanRoom: false,
  probe: async () => ({
    path: null,
    version: null,
    signedIn: 'unknown',
    note: 'pass the command that starts it: --agent acp --agent-command "my-agent --acp"',
  }),
  plan: (launch) => planOf(launch, { name: 'acp', folders: [] }, launch.program),
  parse,
  finish,
};

function planOf(
  { host, cwd, extraVariables }: Launch,
  preset: Pick<AcpPreset, 'name' | 'folders' | 'env' | 'modes' | 'domains'>,
  command: BridgeOrder['command'],
): Plan {
  const order: BridgeOrder = { command, cwd, modes: preset.modes ?? MODES, answerMs: ANSWER_MS };
  return {
    command: {
      file: process.execPath,
      args: [join(packageRoot(), 'dist', 'bin', 'acp-bridge.js'), JSON.stringify(order)],
    },
    env: { ...preset.env, ...agentEnvironment(host.env, [...ownVariables(preset.name), ...extraVariables]) },
    stdin: 'prompt',
    streams: 'split',
    writable: preset.folders.map((folder) => join(host.home, folder)),
    domains: preset.domains ?? [],
  };
}

/** Some agents end their turn normally after a failed model call, so a turn without text or a tool call is a failure. */
function finish(...[progress, exit]: Parameters<Adapter['finish']>): ReturnType<Adapter['finish']> {
  const verdict = finishByEvents(progress, exit);
  if (verdict.outcome !== 'ok' || progress.tools > 0 || progress.text.trim() !== '') return verdict;
  return failedVerdict(fault('transport', 'it ended its turn without any text or tool call'));
}

function parse(line: string): AgentEvent[] {
  const event = objectOn(line);
  switch (event?.acp) {
    case 'session':
      return [{ type: 'started', session: text(event.id), model: null }];
    case 'update':
      return updateEvents(fields(event.update));
    case 'stopped':
      return stoppedEvents(event);
    case 'error': {
      const error = faultIn(event);
      return [{ type: 'ended', ok: false, fault: error, message: error.message }];
    }
    default:
      return event?.acp === 'permission' ? [] : [{ type: 'raw', text: line }];
  }
}

function updateEvents(update: Fields | null): AgentEvent[] {
  const content = text(fields(update?.content)?.text) ?? '';
  switch (update?.sessionUpdate) {
    case 'agent_message_chunk':
      return [{ type: 'text', text: content, more: true }];
    case 'agent_thought_chunk':
      return [{ type: 'thinking', text: content }];
    case 'tool_call':
      return toolEvents(update);
    case 'tool_call_update':
      if (update.status !== 'completed' && update.status !== 'failed') return [];
      return [{ type: 'tool-ended', ok: update.status === 'completed', ...printed(update.content) }];
    case 'usage_update': {
      const cost = fields(update.cost);
      const costUsd = cost?.currency === 'USD' ? amount(cost.amount) : null;
      return [{ type: 'usage', id: null, total: true, usage: null, costUsd }];
    }
    default:
      return [];
  }
}

function toolEvents(update: Fields): AgentEvent[] {
  const title = text(update.title);
  const subject = subjectOf(fields(update.rawInput)) ?? (title ? onOneLine(title) : null);
  const paths = update.kind === 'edit' ? list(update.locations).flatMap((at) => text(fields(at)?.path) ?? []) : [];
  return [
    { type: 'step', vain: false },
    { type: 'tool-started', tool: text(update.kind) ?? 'tool', subject },
    ...paths.map((path) => ({ type: 'file-changed', path }) as const),
  ];
}

const STOPS: Record<string, FaultKind> = { max_tokens: 'context', max_turn_requests: 'max_turns', refusal: 'refusal' };

function stoppedEvents(event: Fields): AgentEvent[] {
  const reason = text(event.stopReason) ?? 'unknown';
  const usage = usageIn(fields(event.usage));
  const usageEvents: AgentEvent[] = usage ? [{ type: 'usage', id: null, total: true, usage, costUsd: null }] : [];
  if (reason === 'end_turn') return [...usageEvents, { type: 'ended', ok: true, fault: null, message: null }];
  const error = fault(entryIn(STOPS, reason) ?? 'crash', `it stopped: ${reason}`);
  return [...usageEvents, { type: 'ended', ok: false, fault: error, message: error.message }];
}

const AUTH_REQUIRED = -32_000;
const ERROR_KINDS: Record<string, FaultKind> = {
  rate_limit: 'rate_limit',
  overloaded: 'overloaded',
  billing: 'billing',
};

function faultIn(event: Fields): Fault {
  const data = fields(event.data);
  const message = text(event.message) ?? 'it failed without a reason';
  const code = number(event.code);
  const kind =
    entryIn(ERROR_KINDS, text(data?.errorKind)) ??
    kindOfStatus(code !== null && code >= 400 ? code : null) ??
    (code === AUTH_REQUIRED ? 'auth' : code === null ? 'crash' : 'protocol');
  return fault(kind, text(data?.message) ?? text(data?.details) ?? message);
}

function usageIn(usage: Fields | null): Usage | null {
  if (!usage) return null;
  return {
    input: amount(usage.inputTokens),
    output: amount(usage.outputTokens),
    cacheRead: amount(usage.cachedReadTokens),
    cacheWrite: amount(usage.cachedWriteTokens),
  };
}
