import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { plainText } from '../core/plain-text.ts';
import type { supervise as superviseRun } from '../process/supervise.ts';
import { readTail } from '../process/tail.ts';
import type { AgentRequest, AgentRun } from '../runner/ports.ts';
import type { OnActivity } from './activity.ts';
import type { Adapter, Exit, Guard, Host, Plan } from './adapter.ts';
import { guardOf } from './guards.ts';
import { lineReader } from './lines.ts';
import { expenseOf } from './prices.ts';
import { nothingSeen, type Seen, see, tokensOf } from './seen.ts';

const TAIL_BYTES = 64 * 1024;
const STDERR_BYTES = 4096;
const TICK_MS = 250;

export interface Runtime {
  supervise: typeof superviseRun;
  host: Host;
  /** Puts a planned command into the sandbox that was asked for. */
  confine(plan: Plan, request: AgentRequest): Plan;
  onActivity: OnActivity;
  now(): number;
}

/**
 * One run of any adapter under the supervisor: its output is followed line by line, folded, guarded and told on, and at
 * the end judged by the adapter. Never rejects because the agent failed.
 */
export async function runAdapter(
  adapter: Adapter,
  program: string,
  request: AgentRequest,
  signal: AbortSignal,
  runtime: Runtime,
): Promise<AgentRun> {
  const { settings } = request;
  const planned = planOf(adapter, program, request, runtime);
  if ('problem' in planned) return notStarted(planned.problem);
  const follow = follower(adapter, request, runtime);
  const stop = new AbortController();
  const onAbort = () => stop.abort(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  let guard: Guard | null = null;
  const timer = setInterval(() => {
    guard ??= follow.guard();
    if (guard) stop.abort();
  }, TICK_MS);
  const timeoutMs = Math.min(settings.timeoutMinutes * 60_000, request.remainingMs);
  try {
    const result = await runtime.supervise(
      {
        command: planned.command,
        cwd: request.cwd,
        env: {
          ...planned.env,
          JUMAR_ITERATION: String(request.iteration),
          JUMAR_PROMPT_FILE: request.promptFile,
          JUMAR_BLOCKED_FILE: request.blockedFile,
        },
        run: request.run,
        loop: request.loop,
        stdin: planned.stdin === 'prompt' ? request.promptFile : null,
        outputFile: request.outputFile,
        streams: planned.streams,
        timeoutMs,
        silenceMs: settings.silenceMinutes * 60_000,
        graceMs: settings.graceSeconds * 1000,
        onOutput: follow.write,
      },
      stop.signal,
    );
    const { seen: told, model } = follow.end();
    const seen = planned.streams === 'split' ? await withLastLine(told, request) : told;
    const { ended, exitCode, durationMs, outputBytes, strays } = result;
    const exit: Exit = {
      ended,
      exitCode,
      signal: result.signal,
      guard: signal.aborted ? null : guard,
      error: result.error ?? null,
      at: runtime.now(),
      timeoutMinutes: timeoutMs / 60_000,
      silenceMinutes: settings.silenceMinutes,
    };
    return {
      ...adapter.finish(seen, exit),
      ...expenseOf(seen, model, settings.prices),
      ...{ model, exitCode, durationMs, outputBytes, strays },
      excerpt: (seen.text || (await readTail(request.outputFile, TAIL_BYTES))).slice(-TAIL_BYTES),
    };
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Where it told no end, and its output does not end with words of another kind, what it wrote last on stderr is its last line. */
async function withLastLine(seen: Seen, { outputFile }: AgentRequest): Promise<Seen> {
  if (seen.ended || seen.lastLine !== '') return seen;
  const lines = plainText(await readTail(`${outputFile}.stderr`, STDERR_BYTES)).split('\n');
  return see(seen, { type: 'raw', text: lines.findLast((line) => line.trim() !== '') ?? '' });
}

function planOf(adapter: Adapter, program: string, request: AgentRequest, { host, confine }: Runtime) {
  const { settings } = request;
  const scratch = join(dirname(request.outputFile), 'scratch');
  const reply = dirname(request.blockedFile);
  for (const folder of [scratch, reply]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const plan = adapter.plan({
    program,
    host,
    cwd: request.cwd,
    prompt: readFileSync(request.promptFile, 'utf8'),
    promptFile: request.promptFile,
    model: settings.model ?? null,
    args: settings.args,
    passed: settings.env,
    cleanRoom: settings.cleanRoom,
    readOnly: request.readOnly ?? false,
    sandbox: settings.sandbox,
    maxSteps: settings.maxSteps,
    allowance: request.allowance,
    reply,
    scratch,
  });
  if ('problem' in plan) return plan;
  const confined = confine(plan, request);
  for (const { path, text } of confined.files ?? []) writeFileSync(path, text, { mode: 0o600 });
  return confined;
}

/** Reads the output as it comes. The fold is done at once, so that memory stays bounded however much is said. */
function follower(adapter: Adapter, request: AgentRequest, { onActivity, now }: Runtime) {
  const { settings, allowance, iteration } = request;
  const began = now();
  let seen: Seen = (adapter.begins ?? []).reduce(see, nothingSeen);
  let endedAt: number | null = null;
  const model = () => seen.model ?? settings.model ?? null;
  const lines = lineReader((line) => {
    for (const event of adapter.parse(line)) {
      seen = see(seen, event);
      if (event.type === 'ended') endedAt = now();
      else if (event.type === 'step' || event.type === 'tool-started') endedAt = null;
      const { costUsd, costEstimated } = expenseOf(seen, model(), settings.prices);
      const spent = { tokens: tokensOf(seen), costUsd, costEstimated };
      onActivity({ type: 'agent-activity', iteration, agent: request.agent, event, ms: now() - began, ...spent });
    }
  });
  return {
    write: lines.write,
    guard(): Guard | null {
      const { costUsd } = expenseOf(seen, model(), settings.prices);
      const guard = guardOf(seen, settings, allowance, costUsd);
      const hangs = endedAt !== null && now() - endedAt > settings.afterResultSeconds * 1000;
      return guard ?? (hangs ? 'after-result' : null);
    },
    end() {
      lines.end();
      return { seen, model: model() };
    },
  };
}

export function notStarted(reason: string): AgentRun {
  return {
    outcome: 'not-started',
    reason,
    error: null,
    exitCode: null,
    durationMs: 0,
    outputBytes: 0,
    excerpt: '',
    strays: 0,
    model: null,
    usage: null,
    costUsd: null,
    costEstimated: false,
  };
}
