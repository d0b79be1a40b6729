import { join } from 'node:path';
import { ownVariables } from '../core/agents/own-variables.ts';
import type { Fault, FaultKind, Usage } from '../core/state/agent-run.ts';
import { amount, type Fields, fields, list, moment, number, objectOn, text } from '../core/text/foreign-json.ts';
import type { AgentEvent } from '../ports/activity.ts';
import { findProgram } from '../system/find-program.ts';
import { parseLimit } from './claude-limit.ts';
import type { Adapter, Host, Launch, Plan } from './contract/adapter.ts';
import { agentEnvironment } from './environment.ts';
import { endedFromOutside, failedVerdict, fault, finishByEvents, kindOfStatus } from './finish.ts';
import { printed } from './printed.ts';
import { probeProgram } from './probe-program.ts';
import { subjectOf } from './subject.ts';

/** Claude Code in print mode, with one JSON event per line. */
export const claude: Adapter = {
  name: 'claude',
  title: 'Claude Code',
  program: 'claude',
  install: 'npm install -g @anthropic-ai/claude-code',
  reportsTokens: true,
  cleanRoom: true,
  probe: (host) =>
    probeProgram(host, 'claude', {
      variables: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN', 'CLAUDE_CODE_USE_BEDROCK'],
      files: [join(host.env.CLAUDE_CONFIG_DIR ?? join(host.home, '.claude'), '.credentials.json')],
      signIn: 'run claude once, or set ANTHROPIC_API_KEY',
    }),
  plan,
  parse,
  /** A limit may also be announced in the text of a failed result, or on the last line of a run without a result. */
  finish(progress, exit) {
    const verdict = finishByEvents(progress, exit);
    if (verdict.outcome === 'ok' || endedFromOutside(progress, exit)) return verdict;
    if (verdict.error?.resetsAt || ASSISTANT_TEXT_KINDS.has(verdict.error?.kind)) return verdict;
    const words = progress.ended ? progress.ended.message : progress.lastLine;
    const limit = words === null ? null : parseLimit(words, exit.at);
    return limit ? failedVerdict(limit) : verdict;
  },
  ownSandbox: ({ platform, env }) =>
    platform !== 'linux' || (findProgram('bwrap', env) && findProgram('socat', env))
      ? null
      : "Claude Code's own sandbox needs bwrap and socat on Linux",
};

/** For these kinds, the result's text was written by the assistant. */
const ASSISTANT_TEXT_KINDS = new Set<FaultKind | undefined>(['permission', 'refusal', 'max_turns', 'budget']);

/** Credentials of a cloud are for the service that Claude Code is switched to, and nobody else's. */
const CLOUD_VARIABLES = {
  CLAUDE_CODE_USE_BEDROCK: ['AWS_*'],
  CLAUDE_CODE_USE_VERTEX: ['CLOUD_ML_REGION', 'VERTEX_REGION_*', 'GOOGLE_APPLICATION_CREDENTIALS'],
};
/** Root may not skip permissions, so every tool is allowed by name. */
const TOOLS =
  'Bash BashOutput KillShell Edit Write NotebookEdit Read Glob Grep WebFetch WebSearch Task TodoWrite Skill TaskCreate TaskUpdate TaskGet TaskList';
const CLEAN = ['--strict-mcp-config', '--setting-sources', ''];

function plan(launch: Launch): Plan {
  const { program, host, model, args, extraVariables, cleanRoom, sandbox, maxSteps, allowance } = launch;
  const config = host.env.CLAUDE_CONFIG_DIR;
  const settings = {
    ...(cleanRoom && { disableAllHooks: true }),
    ...(sandbox === 'agent' && { sandbox: ownSandboxOf(host) }),
  };
  return {
    command: {
      file: program,
      args: [
        ...['-p', '--output-format', 'stream-json', '--verbose', '--max-turns', String(maxSteps)],
        ...permissions(launch),
        ...(model ? ['--model', model] : []),
        ...(allowance.costUsd === null ? [] : ['--max-budget-usd', String(Math.max(0.01, allowance.costUsd))]),
        ...(cleanRoom ? CLEAN : []),
        ...(Object.keys(settings).length > 0 ? ['--settings', JSON.stringify(settings)] : []),
        ...args,
      ],
    },
    env: {
      DISABLE_AUTOUPDATER: '1',
      ...agentEnvironment(host.env, [...ownVariables('claude'), ...cloudVariables(host.env), ...extraVariables]),
    },
    stdin: 'prompt',
    streams: 'split',
    writable: config ? [config] : [join(host.home, '.claude'), join(host.home, '.claude.json')],
    domains: ['api.anthropic.com', 'claude.ai', 'console.anthropic.com', 'statsig.anthropic.com'],
  };
}

/** Root cannot mount a `/proc` of its own in the cell: its sandbox shows that of the cell. */
function ownSandboxOf({ isRoot, platform }: Host) {
  return {
    enabled: true,
    autoAllowBashIfSandboxed: true,
    ...(isRoot && platform === 'linux' && { enableWeakerNestedSandbox: true }),
  };
}

function cloudVariables(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(CLOUD_VARIABLES).flatMap(([key, names]) =>
    /^(?:|0|false|no|off)$/i.test(env[key] ?? '') ? [] : names,
  );
}

function permissions({ host, readOnly }: Launch): string[] {
  if (readOnly) return ['--tools', ''];
  if (!host.isRoot) return ['--dangerously-skip-permissions'];
  return ['--permission-mode', 'acceptEdits', '--allowedTools', TOOLS.split(' ').join(',')];
}

function parse(line: string): AgentEvent[] {
  const event = objectOn(line);
  switch (event?.type) {
    case 'system':
      return systemEvents(event);
    case 'assistant':
      return assistantEvents(event);
    case 'user':
      return list(fields(event.message)?.content).flatMap((block) => {
        const part = fields(block);
        return part?.type === 'tool_result'
          ? [{ type: 'tool-ended', ok: part.is_error !== true, ...printed(part.content) } as const]
          : [];
      });
    case 'rate_limit_event':
      return limitEvents(fields(event.rate_limit_info));
    case 'result':
      return resultEvents(event);
    default:
      return event ? [] : [{ type: 'raw', text: line }];
  }
}

function systemEvents(event: Fields): AgentEvent[] {
  if (event.subtype === 'init') {
    return [{ type: 'started', session: text(event.session_id), model: text(event.model) }];
  }
  if (event.subtype !== 'api_retry') return [];
  const status = number(event.error_status);
  const kind = kindOfStatus(status) ?? kindOfWord(text(event.error)) ?? 'transport';
  return [{ type: 'retry', fault: fault(kind, `the model's service answered ${status ?? 'nothing'}`) }];
}

function assistantEvents(event: Fields): AgentEvent[] {
  const message = fields(event.message);
  const kind = kindOfWord(text(event.error));
  const synthetic = message?.model === '<synthetic>';
  const blocks = list(message?.content).flatMap((block) => blockEvents(fields(block), event));
  const id = text(message?.id);
  const usage = usageIn(fields(message?.usage));
  const usageEvents: AgentEvent[] =
    usage && !synthetic ? [{ type: 'usage', id, total: false, usage, costUsd: null }] : [];
  if (event.error === undefined || event.error === null) return [...blocks, ...usageEvents];
  const words = blocks.find((one) => one.type === 'text')?.text ?? text(event.error) ?? '';
  return kind ? [{ type: 'error', fault: fault(kind, words) }] : [];
}

function blockEvents(block: Fields | null, event: Fields): AgentEvent[] {
  switch (block?.type) {
    case 'text':
      return text(event.parent_tool_use_id) === null ? [{ type: 'text', text: text(block.text) ?? '' }] : [];
    case 'thinking':
      return [{ type: 'thinking', text: text(block.thinking) ?? '' }];
    case 'tool_use': {
      const input = fields(block.input);
      const tool = text(block.name) ?? 'tool';
      const path = text(input?.file_path) ?? text(input?.notebook_path);
      const changeEvents: AgentEvent[] =
        path && /^(Write|Edit|MultiEdit|NotebookEdit)$/.test(tool) ? [{ type: 'file-changed', path }] : [];
      return [
        { type: 'step', vain: false },
        { type: 'tool-started', tool, subject: subjectOf(input) },
        ...changeEvents,
      ];
    }
    default:
      return [];
  }
}

function limitEvents(info: Fields | null): AgentEvent[] {
  if (info?.status !== 'rejected') return [];
  return [{ type: 'limit', kind: 'usage_limit', resetsAt: moment(info.resetsAt) }];
}

function resultEvents(event: Fields): AgentEvent[] {
  const message = text(event.result) ?? text(event.subtype);
  const outcome = resultFault(event, message ?? '');
  return [
    {
      type: 'usage',
      id: null,
      total: true,
      usage: usageIn(fields(event.usage)),
      costUsd: amount(event.total_cost_usd),
    },
    { type: 'ended', ok: outcome === 'ok', fault: outcome === 'ok' ? null : outcome, message },
  ];
}

/** From the result's own fields; null if they say that it failed, but not why. */
function resultFault(event: Fields, message: string): 'ok' | Fault | null {
  const subtype = text(event.subtype) ?? '';
  if (subtype === 'error_max_turns') return fault('max_turns', 'it reached its turn limit');
  if (subtype === 'error_max_budget_usd') return fault('budget', 'it spent the rest of the budget');
  if (event.is_error !== true && subtype === 'success') {
    const deniedTools = list(event.permission_denials).map((one) => text(fields(one)?.tool_name) ?? 'a tool');
    return deniedTools.length > 0
      ? fault('permission', `it was not allowed to use ${[...new Set(deniedTools)].join(', ')}`)
      : 'ok';
  }
  if (event.terminal_reason === 'prompt_too_long') return fault('context', message);
  if (event.stop_reason === 'refusal') return fault('refusal', message);
  if (event.api_error === 'usage_limit_reached') return fault('usage_limit', message);
  const status = number(event.api_error_status);
  const kind = kindOfStatus(status);
  return kind ? fault(kind, message) : null;
}

function kindOfWord(word: string | null): FaultKind | null {
  switch (word) {
    case 'authentication_failed':
      return 'auth';
    case 'billing_error':
      return 'billing';
    case 'rate_limit':
      return 'rate_limit';
    case 'overloaded':
    case 'server_error':
      return 'overloaded';
    case 'max_output_tokens':
      return 'context';
    default:
      return null;
  }
}

function usageIn(usage: Fields | null): Usage | null {
  if (!usage) return null;
  return {
    input: amount(usage.input_tokens),
    output: amount(usage.output_tokens),
    cacheRead: amount(usage.cache_read_input_tokens),
    cacheWrite: amount(usage.cache_creation_input_tokens),
  };
}
