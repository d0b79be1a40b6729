import { join } from 'node:path';
import type { Fault, FaultKind, Usage } from '../core/agent-run.ts';
import type { Adapter, AgentEvent, Launch, Plan } from './adapter.ts';
import { limitInWords } from './claude-limit.ts';
import { agentEnvironment } from './environment.ts';
import { endedFromOutside, failed, fault, finishByEvents, kindOfStatus } from './finish.ts';
import { amount, type Fields, fields, list, moment, number, objectOn, text } from './json.ts';
import { locate, probeProgram } from './locate.ts';
import { subjectOf } from './subject.ts';

/** Claude Code in print mode, with one JSON event a line. */
export const claude: Adapter = {
  name: 'claude',
  title: 'Claude Code',
  program: 'claude',
  install: 'npm install -g @anthropic-ai/claude-code',
  tellsTokens: true,
  cleanRoom: true,
  probe: (host) =>
    probeProgram(host, 'claude', {
      variables: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN', 'CLAUDE_CODE_USE_BEDROCK'],
      files: [join(host.env.CLAUDE_CONFIG_DIR ?? join(host.home, '.claude'), '.credentials.json')],
      signIn: 'run claude once, or set ANTHROPIC_API_KEY',
    }),
  plan,
  parse,
  /** A limit may also stand in the words of a failed result, or be the last line of a run that told no result. */
  finish(seen, exit) {
    const verdict = finishByEvents(seen, exit);
    if (verdict.outcome === 'ok' || endedFromOutside(seen, exit)) return verdict;
    if (verdict.error?.resetsAt || SAID.has(verdict.error?.kind)) return verdict;
    const words = seen.ended ? seen.ended.message : seen.lastLine;
    const limit = words === null ? null : limitInWords(words, exit.at);
    return limit ? failed(limit) : verdict;
  },
  ownSandbox: ({ platform, env }) =>
    platform !== 'linux' || (locate('bwrap', env) && locate('socat', env))
      ? null
      : "Claude Code's own sandbox needs bwrap and socat on Linux",
};

/** Here the result's text is what the assistant said. */
const SAID = new Set<FaultKind | undefined>(['permission', 'refusal', 'max_turns', 'budget']);

const VARIABLES = [
  'ANTHROPIC_*',
  'CLAUDE_CONFIG_DIR',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CLAUDE_CODE_USE_*',
  'CLAUDE_CODE_SKIP_*_AUTH',
  'CLAUDE_CODE_MAX_*',
  'CLAUDE_CODE_API_KEY_HELPER_TTL_MS',
  'API_TIMEOUT_MS',
  'MAX_THINKING_TOKENS',
  'BASH_*_TIMEOUT_MS',
  'AWS_*',
  'CLOUD_ML_REGION',
  'VERTEX_REGION_*',
  'GOOGLE_APPLICATION_CREDENTIALS',
];
/** Root may not skip permissions, so there every tool is allowed by its name. */
const TOOLS =
  'Bash BashOutput KillShell Edit Write NotebookEdit Read Glob Grep WebFetch WebSearch Task TodoWrite Skill TaskCreate TaskUpdate TaskGet TaskList';
const CLEAN = ['--strict-mcp-config', '--setting-sources', ''];

function plan(launch: Launch): Plan {
  const { program, host, model, args, passed, cleanRoom, sandbox, maxSteps, allowance } = launch;
  const config = host.env.CLAUDE_CONFIG_DIR;
  const settings = {
    ...(cleanRoom && { disableAllHooks: true }),
    ...(sandbox === 'agent' && { sandbox: { enabled: true, autoAllowBashIfSandboxed: true } }),
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
      ...agentEnvironment(host.env, [...VARIABLES, ...passed]),
    },
    stdin: 'prompt',
    streams: 'split',
    writable: config ? [config] : [join(host.home, '.claude'), join(host.home, '.claude.json')],
    domains: ['api.anthropic.com', 'claude.ai', 'console.anthropic.com', 'statsig.anthropic.com'],
  };
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
        return part?.type === 'tool_result' ? [{ type: 'tool-ended', ok: part.is_error !== true } as const] : [];
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
  const told: AgentEvent[] = usage && !synthetic ? [{ type: 'usage', id, total: false, usage, costUsd: null }] : [];
  if (event.error === undefined || event.error === null) return [...blocks, ...told];
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
      const changed: AgentEvent[] =
        path && /^(Write|Edit|MultiEdit|NotebookEdit)$/.test(tool) ? [{ type: 'file-changed', path }] : [];
      return [{ type: 'step', vain: false }, { type: 'tool-started', tool, subject: subjectOf(input) }, ...changed];
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
  const ended = resultFault(event, message ?? '');
  return [
    {
      type: 'usage',
      id: null,
      total: true,
      usage: usageIn(fields(event.usage)),
      costUsd: amount(event.total_cost_usd),
    },
    { type: 'ended', ok: ended === 'ok', fault: ended === 'ok' ? null : ended, message },
  ];
}

/** From the result's own fields; null where they say that it failed, and not why. */
function resultFault(event: Fields, message: string): 'ok' | Fault | null {
  const subtype = text(event.subtype) ?? '';
  if (subtype === 'error_max_turns') return fault('max_turns', 'it reached its limit of turns');
  if (subtype === 'error_max_budget_usd') return fault('budget', 'it spent what was left of the budget');
  if (event.is_error !== true && subtype === 'success') {
    const denied = list(event.permission_denials).map((one) => text(fields(one)?.tool_name) ?? 'a tool');
    return denied.length > 0
      ? fault('permission', `it was not allowed to use ${[...new Set(denied)].join(', ')}`)
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
