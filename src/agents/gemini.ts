import { join } from 'node:path';
import { ownVariables } from '../core/agents/own-variables.ts';
import type { Fault } from '../core/state/agent-run.ts';
import { amount, type Fields, fields, number, objectOn, text } from '../core/text/foreign-json.ts';
import type { AgentEvent } from '../ports/activity.ts';
import { findProgram } from '../system/find-program.ts';
import type { Adapter, Launch, Plan } from './contract/adapter.ts';
import { agentEnvironment } from './environment.ts';
import { failedVerdict, fault, finishByEvents, kindOfStatus } from './finish.ts';
import { printed } from './printed.ts';
import { probeProgram } from './probe-program.ts';
import { subjectOf } from './subject.ts';

/** Gemini CLI. Its exit code is the HTTP status modulo 256, but not reliably, so it is used last. */
export const gemini: Adapter = {
  name: 'gemini',
  title: 'Gemini CLI',
  program: 'gemini',
  install: 'npm install -g @google/gemini-cli',
  reportsTokens: true,
  cleanRoom: true,
  probe: (host) =>
    probeProgram(host, 'gemini', {
      variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENAI_USE_VERTEXAI'],
      files: [join(host.env.GEMINI_CLI_HOME ?? host.home, '.gemini', 'oauth_creds.json')],
      signIn: 'run gemini once, or set GEMINI_API_KEY',
    }),
  plan,
  parse,
  finish(progress, exit) {
    const verdict = finishByEvents(progress, exit);
    const isUnclear = verdict.error?.kind === 'transport' || verdict.error?.kind === 'crash';
    if (!isUnclear || exit.ended !== 'exited') return verdict;
    const { message } = verdict.error as Fault;
    if (exit.exitCode === EXIT_TURNS) return failedVerdict(fault('max_turns', message));
    const kind = kindOfStatus(exit.exitCode !== null && exit.exitCode > 128 ? exit.exitCode + 256 : null);
    return kind ? failedVerdict(fault(kind, message)) : verdict;
  },
  ownSandbox: ({ platform, env }) =>
    platform === 'darwin' || findProgram('docker', env) || findProgram('podman', env)
      ? null
      : "Gemini CLI's own sandbox needs docker or podman",
};

const EXIT_TURNS = 53;

function plan({ program, host, model, args, extraVariables, cleanRoom, readOnly, sandbox, scratch }: Launch): Plan {
  const settingsFile = join(scratch, 'gemini-settings.json');
  return {
    command: {
      file: program,
      args: [
        ...['--output-format', 'stream-json', '--approval-mode', readOnly ? 'default' : 'yolo', '--skip-trust'],
        ...(model ? ['-m', model] : []),
        ...(cleanRoom ? ['-e', 'none', '--allowed-mcp-server-names', 'none'] : []),
        ...(sandbox === 'agent' ? ['--sandbox'] : []),
        ...args,
      ],
    },
    env: {
      // Without this it runs in a child process, and the parent swallows every signal.
      GEMINI_CLI_NO_RELAUNCH: 'true',
      ...agentEnvironment(host.env, [...ownVariables('gemini'), ...extraVariables]),
      ...(cleanRoom && { GEMINI_CLI_SYSTEM_SETTINGS_PATH: settingsFile }),
    },
    stdin: 'prompt',
    streams: 'split',
    ...(cleanRoom && { files: [{ path: settingsFile, text: JSON.stringify({ hooksConfig: { enabled: false } }) }] }),
    writable: [join(host.env.GEMINI_CLI_HOME ?? host.home, '.gemini')],
    domains: ['generativelanguage.googleapis.com', 'cloudcode-pa.googleapis.com', 'oauth2.googleapis.com'],
  };
}

function parse(line: string): AgentEvent[] {
  const event = objectOn(line);
  switch (event?.type) {
    case 'init':
      return [{ type: 'started', session: text(event.session_id), model: text(event.model) }];
    case 'message':
      return event.role === 'assistant' ? [{ type: 'text', text: text(event.content) ?? '', more: true }] : [];
    case 'tool_use':
      return toolEvents(text(event.tool_name) ?? 'tool', fields(event.parameters));
    case 'tool_result':
      return [{ type: 'tool-ended', ok: event.status === 'success', ...printed(event.output) }];
    case 'error': {
      const message = text(event.message) ?? '';
      return event.severity === 'warning' ? [] : [{ type: 'error', fault: faultIn(message) }];
    }
    case 'result':
      return resultEvents(event);
    default:
      return event ? [] : [{ type: 'raw', text: line }];
  }
}

function toolEvents(tool: string, input: Fields | null): AgentEvent[] {
  const path = text(input?.file_path);
  return [
    { type: 'step', vain: false },
    { type: 'tool-started', tool, subject: subjectOf(input) },
    ...(path && (tool === 'write_file' || tool === 'replace') ? [{ type: 'file-changed', path } as const] : []),
  ];
}

function resultEvents(event: Fields): AgentEvent[] {
  const stats = fields(event.stats);
  const cacheRead = amount(stats?.cached);
  const input = amount(stats?.input_tokens);
  const usage = stats && {
    input: input === null ? null : Math.max(0, input - (cacheRead ?? 0)),
    output: amount(stats.output_tokens),
    cacheRead,
    cacheWrite: null,
  };
  const usageEvent: AgentEvent = { type: 'usage', id: null, total: true, usage, costUsd: null };
  if (event.status === 'success') return [usageEvent, { type: 'ended', ok: true, fault: null, message: null }];
  const message = text(fields(event.error)?.message);
  return [usageEvent, { type: 'ended', ok: false, fault: message === null ? null : faultIn(message), message }];
}

/** Matches its error text from the beginning. If the text contains the service's JSON answer, that answer decides. */
function faultIn(message: string): Fault {
  const inner = /^\[API Error: (.*)\]/s.exec(message)?.[1] ?? '';
  const answer = fields(objectOn(inner)?.error);
  if (answer) {
    const kind = kindOfStatus(number(answer.code)) ?? 'protocol';
    return fault(kind, text(answer.message) ?? message);
  }
  if (/^You have exhausted your (?:daily )?(?:quota|capacity)\b/.test(inner)) return fault('usage_limit', inner);
  return fault('transport', message);
}
