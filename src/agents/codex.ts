import { join } from 'node:path';
import { ownVariables } from '../core/agents/own-variables.ts';
import type { Fault, FaultKind } from '../core/state/agent-run.ts';
import { amount, entryIn, type Fields, fields, list, objectOn, text } from '../core/text/foreign-json.ts';
import type { AgentEvent } from '../ports/activity.ts';
import type { Adapter, Launch, Plan } from './contract/adapter.ts';
import { agentEnvironment } from './environment.ts';
import { failedVerdict, fault, finishByEvents, kindOfStatus } from './finish.ts';
import { parseTime } from './parse-time.ts';
import { printed } from './printed.ts';
import { probeProgram } from './probe-program.ts';
import { onOneLine, subjectOf } from './subject.ts';

/** Codex in exec mode. Its errors are plain text, so the text of `turn.failed` is matched from its beginning. */
export const codex: Adapter = {
  name: 'codex',
  title: 'Codex',
  program: 'codex',
  install: 'npm install -g @openai/codex',
  reportsTokens: true,
  cleanRoom: true,
  probe: (host) =>
    probeProgram(host, 'codex', {
      variables: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
      files: [join(host.env.CODEX_HOME ?? join(host.home, '.codex'), 'auth.json')],
      signIn: 'run codex login, or set OPENAI_API_KEY',
    }),
  plan,
  parse,
  finish(progress, exit) {
    const verdict = finishByEvents(progress, exit);
    if (verdict.error?.kind !== 'usage_limit' || verdict.error.resetsAt !== null) return verdict;
    const when = /try again at (.{1,40}?)\.?$/.exec(verdict.error.message)?.[1];
    return failedVerdict({ ...verdict.error, resetsAt: when ? parseTime(when, exit.at) : null });
  },
  ownSandbox: () => null,
};

function plan({ program, host, model, args, extraVariables, cleanRoom, readOnly, sandbox, reply }: Launch): Plan {
  const own = readOnly ? ['-s', 'read-only'] : ['-s', 'workspace-write', '--add-dir', reply];
  return {
    command: {
      file: program,
      args: [
        ...['exec', '--json', '--skip-git-repo-check'],
        ...(sandbox === 'agent' || readOnly ? own : ['--dangerously-bypass-approvals-and-sandbox']),
        ...(model ? ['-m', model] : []),
        ...(cleanRoom ? ['--ignore-user-config', '--ignore-rules'] : []),
        ...args,
        '-',
      ],
    },
    env: agentEnvironment(host.env, [...ownVariables('codex'), ...extraVariables]),
    stdin: 'prompt',
    streams: 'split',
    writable: [host.env.CODEX_HOME ?? join(host.home, '.codex')],
    domains: ['api.openai.com', 'chatgpt.com', 'auth.openai.com'],
  };
}

function parse(line: string): AgentEvent[] {
  const event = objectOn(line);
  switch (event?.type) {
    case 'thread.started':
      return [{ type: 'started', session: text(event.thread_id), model: null }];
    case 'item.started':
      return itemStarted(fields(event.item));
    case 'item.completed':
      return itemCompleted(fields(event.item));
    case 'error':
      return errorEvents(text(event.message) ?? '');
    case 'turn.failed': {
      const error = faultIn(text(fields(event.error)?.message) ?? '');
      return [{ type: 'ended', ok: false, fault: error, message: error.message }];
    }
    case 'turn.completed':
      return [...usageEvents(fields(event.usage)), { type: 'ended', ok: true, fault: null, message: null }];
    default:
      return event ? [] : [{ type: 'raw', text: line }];
  }
}

function itemStarted(item: Fields | null): AgentEvent[] {
  switch (item?.type) {
    case 'command_execution':
      return [{ type: 'tool-started', tool: 'shell', subject: commandOf(text(item.command) ?? '') }];
    case 'file_change':
      return [{ type: 'tool-started', tool: 'edit', subject: pathsOf(item)[0] ?? null }];
    case 'mcp_tool_call':
      return [{ type: 'tool-started', tool: text(item.tool) ?? 'mcp', subject: subjectOf(fields(item.arguments)) }];
    case 'web_search':
      return [{ type: 'tool-started', tool: 'web search', subject: text(item.query) }];
    default:
      return [];
  }
}

function itemCompleted(item: Fields | null): AgentEvent[] {
  const step: AgentEvent = { type: 'step', vain: false };
  switch (item?.type) {
    case 'agent_message':
      return [step, { type: 'text', text: text(item.text) ?? '' }];
    case 'reasoning':
      return [{ type: 'thinking', text: text(item.text) ?? '' }];
    case 'file_change':
      return [
        step,
        { type: 'tool-ended', ok: item.status === 'completed' },
        ...pathsOf(item).map((path) => ({ type: 'file-changed', path }) as const),
      ];
    case 'command_execution':
    case 'mcp_tool_call':
    case 'web_search':
      return [step, { type: 'tool-ended', ok: item.status === 'completed', ...printed(item.aggregated_output) }];
    default:
      return [];
  }
}

/** Codex also sends these for harmless reconnects; only `turn.failed` is final. */
function errorEvents(message: string): AgentEvent[] {
  const reconnect = /^Reconnecting\.{3} [^()]{1,60} \((.*)\)$/s.exec(message);
  if (reconnect) return [{ type: 'retry', fault: faultIn(reconnect[1] ?? '') }];
  return [{ type: 'error', fault: faultIn(message) }];
}

const WORDS: readonly [RegExp, FaultKind][] = [
  [/^You['’]ve hit your usage limit\b/, 'usage_limit'],
  [/^Missing environment variable: /, 'auth'],
  [/^Quota exceeded\b/, 'billing'],
  [/^stream disconnected before completion: /, 'transport'],
  [/^(?:error sending request|Connection failed)\b/, 'transport'],
  [/^Incomplete response returned, reason: max_output_tokens$/, 'context'],
  [/^Codex ran out of room in the model's context window\b/, 'context'],
  [/^(?:Selected model is at capacity|We're currently experiencing high demand)\b/, 'overloaded'],
];
const CODES: Record<string, FaultKind> = {
  context_length_exceeded: 'context',
  insufficient_quota: 'billing',
  invalid_api_key: 'auth',
  rate_limit_exceeded: 'rate_limit',
  usage_limit_reached: 'usage_limit',
  server_error: 'overloaded',
};

function faultIn(message: string): Fault {
  const body = fields(objectOn(message)?.error);
  if (body) {
    const kind = entryIn(CODES, text(body.code)) ?? entryIn(CODES, text(body.type)) ?? 'protocol';
    return fault(kind, text(body.message) ?? message);
  }
  const status = /^(?:unexpected status|exceeded retry limit, last status:) (\d{3})\b/.exec(message);
  if (status) return fault(kindOfStatus(Number(status[1])) ?? 'protocol', message);
  return fault(WORDS.find(([words]) => words.test(message))?.[1] ?? 'protocol', message);
}

/** Codex counts cached tokens as input. */
function usageEvents(usage: Fields | null): AgentEvent[] {
  if (!usage) return [];
  const input = amount(usage.input_tokens);
  const cacheRead = amount(usage.cached_input_tokens);
  const cacheWrite = amount(usage.cache_write_input_tokens);
  const reportedUsage = {
    input: input === null ? null : Math.max(0, input - (cacheRead ?? 0) - (cacheWrite ?? 0)),
    output: amount(usage.output_tokens),
    cacheRead,
    cacheWrite,
  };
  return [{ type: 'usage', id: null, total: false, usage: reportedUsage, costUsd: null }];
}

function pathsOf(item: Fields): string[] {
  return list(item.changes).flatMap((change) => text(fields(change)?.path) ?? []);
}

/** `/bin/bash -lc 'npm test'` is `npm test`. */
function commandOf(command: string): string {
  return onOneLine(/^\S*sh -l?c '(.*)'$/s.exec(command)?.[1] ?? command);
}
