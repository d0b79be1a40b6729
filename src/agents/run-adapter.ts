import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lastMeaningfulLine } from '../core/failures/last-line.ts';
import type { AgentEvent, OnActivity } from '../ports/activity.ts';
import type { AgentRequest, AgentRun } from '../ports/index.ts';
import type { supervise as superviseRun } from '../process/supervise.ts';
import { readTail } from '../process/tail.ts';
import type { Adapter, Exit, Guard, Host, Plan } from './contract/adapter.ts';
import { applyEvent, initialProgress, type RunProgress, tokensOf } from './contract/run-progress.ts';
import { expenseOf } from './expense.ts';
import { guardOf } from './guards.ts';
import { lineReader } from './lines.ts';

const TAIL_BYTES = 64 * 1024;
const STDERR_BYTES = 4096;
const TICK_MS = 250;
const MAX_PLAIN_LINES = 5;

export interface Runtime {
  supervise: typeof superviseRun;
  host: Host;
  /** Wraps the planned command in the requested sandbox. */
  confine(plan: Plan, request: AgentRequest): Plan;
  onActivity: OnActivity;
  now(): number;
}

/**
 * Runs an agent under the supervisor: follows its output line by line, reports its activity, applies the guards, and
 * lets the adapter judge the end. Never rejects because the agent failed.
 */
export async function runAdapter(
  adapter: Adapter,
  program: string,
  request: AgentRequest,
  signal: AbortSignal,
  runtime: Runtime,
): Promise<AgentRun> {
  const { settings } = request;
  const plan = planOf(adapter, program, request, runtime);
  if ('problem' in plan) return notStarted(plan.problem);
  const follow = followOutput(adapter, request, runtime);
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
        command: plan.command,
        cwd: request.cwd,
        env: {
          ...plan.env,
          JUMAR_ITERATION: String(request.iteration),
          JUMAR_PROMPT_FILE: request.promptFile,
          JUMAR_BLOCKED_FILE: request.blockedFile,
        },
        run: request.run,
        loop: request.loop,
        stdin: plan.stdin === 'prompt' ? request.promptFile : null,
        outputFile: request.outputFile,
        streams: plan.streams,
        timeoutMs,
        silenceMs: settings.silenceMinutes * 60_000,
        graceMs: settings.graceSeconds * 1000,
        onOutput: follow.write,
      },
      stop.signal,
    );
    const { progress: finalProgress, model } = follow.end();
    const progress = await withLastLine(finalProgress, plan, request);
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
      ...adapter.finish(progress, exit),
      ...expenseOf(progress, model, settings.prices),
      ...{ model, exitCode, durationMs, outputBytes, strays },
      excerpt: (progress.text || (await readTail(request.outputFile, TAIL_BYTES))).slice(-TAIL_BYTES),
    };
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

/** If there is no final event: the line that says why it ended, from stderr unless stdout ends with plain text. */
async function withLastLine(
  progress: RunProgress,
  { streams }: Plan,
  { outputFile }: AgentRequest,
): Promise<RunProgress> {
  if (progress.ended || (streams === 'split' && progress.lastLine !== '')) return progress;
  const tail = await readTail(streams === 'split' ? `${outputFile}.stderr` : outputFile, STDERR_BYTES);
  return applyEvent(progress, { type: 'raw', text: lastMeaningfulLine(tail) });
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
    extraVariables: settings.env,
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

/**
 * Reads the output as it arrives. Each event is applied at once, so that memory stays bounded. Of plain lines that
 * arrive together only the last few are reported: a flood must cost little.
 */
function followOutput(adapter: Adapter, request: AgentRequest, { onActivity, now }: Runtime) {
  const { settings, allowance, iteration } = request;
  const startedAt = now();
  let progress: RunProgress = (adapter.initialEvents ?? []).reduce(applyEvent, initialProgress);
  let endedAt: number | null = null;
  const model = () => progress.model ?? settings.model ?? null;
  let plainLines: AgentEvent[] = [];
  const report = (event: AgentEvent) => {
    progress = applyEvent(progress, event);
    if (event.type === 'ended') endedAt = now();
    else if (event.type === 'step' || event.type === 'tool-started') endedAt = null;
    const { costUsd, costEstimated } = expenseOf(progress, model(), settings.prices);
    const expense = { tokens: tokensOf(progress), costUsd, costEstimated };
    onActivity({ type: 'agent-activity', iteration, agent: request.agent, event, ms: now() - startedAt, ...expense });
  };
  const reportPlainLines = () => {
    for (const line of plainLines) report(line);
    plainLines = [];
  };
  const lines = lineReader((line) => {
    for (const event of adapter.parse(line)) {
      if (event.type === 'raw') {
        if (event.text.trim() !== '') plainLines = [...plainLines.slice(1 - MAX_PLAIN_LINES), event];
        continue;
      }
      reportPlainLines();
      report(event);
    }
  });
  return {
    write(chunk: Buffer) {
      lines.write(chunk);
      reportPlainLines();
    },
    guard(): Guard | null {
      const { costUsd } = expenseOf(progress, model(), settings.prices);
      const guard = guardOf(progress, settings, allowance, costUsd);
      const isHanging = endedAt !== null && now() - endedAt > settings.afterResultSeconds * 1000;
      return guard ?? (isHanging ? 'after-result' : null);
    },
    end() {
      lines.end();
      reportPlainLines();
      return { progress, model: model() };
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
