import { join } from 'node:path';
import { ownVariables } from '../core/agents/own-variables.ts';
import type { Fault, FaultKind, Usage } from '../core/state/agent-run.ts';
import { amount, entryIn, type Fields, fields, number, objectOn, text } from '../core/text/foreign-json.ts';
import type { AgentEvent } from '../ports/activity.ts';
import type { Adapter, Launch, Plan } from './contract/adapter.ts';
import { agentEnvironment } from './environment.ts';
import { fault, finishByEvents, kindOfStatus } from './finish.ts';
import { printed } from './printed.ts';
import { probeProgram } from './probe-program.ts';
import { subjectOf } from './subject.ts';

/**
 * OpenCode's run mode. It has no final event: a step that finishes with `stop` ends the run. On broken streams it calls
 * its model forever; those steps count as empty calls, and a guard ends the run.
 */
export const opencode: Adapter = {
  name: 'opencode',
  title: 'OpenCode',
  program: 'opencode',
  install: 'npm install -g opencode-ai',
  reportsTokens: true,
  cleanRoom: true,
  probe: (host) =>
    probeProgram(host, 'opencode', {
      variables: ownVariables('opencode').filter((name) => !name.includes('*')),
      files: [join(dataFolder(host.env, host.home), 'auth.json')],
      signIn: 'run opencode auth login',
    }),
  plan,
  parse,
  finish: finishByEvents,
};

/** Credentials of a cloud are for the provider that is named before the model, and nobody else's. */
const CLOUD_VARIABLES: Record<string, string[]> = { 'amazon-bedrock': ['AWS_*'], azure: ['AZURE_*'] };

function plan({ program, host, model, args, extraVariables, cleanRoom, readOnly }: Launch): Plan {
  const config = host.env.XDG_CONFIG_HOME ?? join(host.home, '.config');
  const cache = host.env.XDG_CACHE_HOME ?? join(host.home, '.cache');
  const state = host.env.XDG_STATE_HOME ?? join(host.home, '.local', 'state');
  return {
    command: {
      file: program,
      args: [
        ...['run', '--format', 'json', ...(readOnly ? ['--agent', 'plan'] : ['--auto'])],
        ...(model ? ['-m', model] : []),
        ...(cleanRoom ? ['--pure'] : []),
        ...args,
      ],
    },
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      ...agentEnvironment(host.env, [...ownVariables('opencode'), ...cloudVariables(model), ...extraVariables]),
    },
    stdin: 'prompt',
    streams: 'split',
    writable: [dataFolder(host.env, host.home), ...[config, cache, state].map((folder) => join(folder, 'opencode'))],
    readable: [host.env.OPENCODE_CONFIG, host.env.OPENCODE_CONFIG_DIR].flatMap((path) => path || []),
    domains: ['api.anthropic.com', 'api.openai.com', 'opencode.ai', 'models.dev', 'openrouter.ai'],
  };
}

function cloudVariables(model: string | null): string[] {
  return CLOUD_VARIABLES[model?.split('/')[0] ?? ''] ?? [];
}

function parse(line: string): AgentEvent[] {
  const event = objectOn(line);
  const part = fields(event?.part);
  switch (event?.type) {
    case 'step_start':
      return [{ type: 'started', session: text(event.sessionID), model: null }];
    case 'text':
      return [{ type: 'text', text: text(part?.text) ?? '' }];
    case 'reasoning':
      return [{ type: 'thinking', text: text(part?.text) ?? '' }];
    case 'tool_use':
      return toolEvents(part);
    case 'step_finish':
      return stepEvents(part);
    case 'error':
      return [{ type: 'error', fault: faultIn(fields(event.error)) }];
    default:
      return event ? [] : [{ type: 'raw', text: line }];
  }
}

function toolEvents(part: Fields | null): AgentEvent[] {
  const state = fields(part?.state);
  const input = fields(state?.input);
  const tool = text(part?.tool) ?? 'tool';
  const path = text(input?.filePath);
  return [
    { type: 'tool-started', tool, subject: subjectOf(input) },
    ...(path && (tool === 'write' || tool === 'edit') ? [{ type: 'file-changed', path } as const] : []),
    { type: 'tool-ended', ok: state?.status === 'completed', ...printed(state?.output ?? state?.error) },
  ];
}

function stepEvents(part: Fields | null): AgentEvent[] {
  const reason = text(part?.reason);
  const events: AgentEvent[] = [
    { type: 'step', vain: reason !== 'stop' && reason !== 'tool-calls' },
    { type: 'usage', id: null, total: false, usage: usageIn(fields(part?.tokens)), costUsd: amount(part?.cost) },
  ];
  if (reason === 'stop') events.push({ type: 'ended', ok: true, fault: null, message: null });
  const error = entryIn(REASONS, reason);
  if (error) events.push({ type: 'ended', ok: false, fault: error, message: error.message });
  return events;
}

const REASONS: Record<string, Fault> = {
  length: fault('context', 'the answer was longer than the model may give'),
  'content-filter': fault('refusal', 'the model refused to answer'),
};

const NAMES: Record<string, FaultKind> = {
  ContextOverflowError: 'context',
  ProviderAuthError: 'auth',
  MessageOutputLengthError: 'context',
  MessageAbortedError: 'crash',
  UnknownError: 'protocol',
};

function faultIn(error: Fields | null): Fault {
  const data = fields(error?.data);
  const message = text(data?.message) ?? text(error?.name) ?? 'it failed without a reason';
  const body = fields(objectOn(text(data?.responseBody) ?? '')?.error);
  const namedKind = entryIn(NAMES, text(error?.name));
  if (text(body?.code) === 'insufficient_quota') return fault('billing', message);
  const status = number(data?.statusCode);
  const kind =
    kindOfStatus(status) ?? namedKind ?? (status === null && data?.isRetryable === true ? 'transport' : 'protocol');
  return fault(kind, message, { retryAfterMs: retryAfterIn(fields(data?.responseHeaders)) });
}

function retryAfterIn(headers: Fields | null): number | null {
  const header = (name: string) => Number(text(headers?.[name]) ?? Number.NaN);
  const ms = [header('retry-after-ms'), header('retry-after') * 1000].find((one) => Number.isFinite(one) && one >= 0);
  return ms ?? null;
}

function usageIn(tokens: Fields | null): Usage | null {
  if (!tokens) return null;
  const cache = fields(tokens.cache);
  const output = amount(tokens.output);
  return {
    input: amount(tokens.input),
    output: output === null ? null : output + (amount(tokens.reasoning) ?? 0),
    cacheRead: amount(cache?.read),
    cacheWrite: amount(cache?.write),
  };
}

function dataFolder(env: NodeJS.ProcessEnv, home: string): string {
  return join(env.XDG_DATA_HOME ?? join(home, '.local', 'share'), 'opencode');
}
