/**
 * A process between the supervisor and an agent that speaks the Agent Client Protocol: the agent expects a conversation
 * over pipes, the supervisor a prompt on stdin and events in a file. It sends one prompt in one session, answers every
 * permission request with "allow once", and prints each message from the agent as a line of JSON.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import {
  client,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type RequestPermissionRequest,
} from '@agentclientprotocol/sdk';
import { lastMeaningfulLine } from '../core/failures/last-line.ts';

/** The bridge's only argument, as JSON. */
export interface BridgeOrder {
  command: string | { file: string; args: string[] };
  cwd: string;
  /** Modes in which the agent does not ask for permission, in order of preference. The first one it supports is set. */
  modes: readonly string[];
  /** How long the agent may take to answer `initialize`, the first request. */
  answerMs: number;
}

/** How long the agent may take to exit after its stdin is closed. */
const EXIT_TIMEOUT_MS = 1500;
/** A process that the agent leaves behind may hold its stderr open. */
const DRAIN_MS = 300;
const ERROR_CHARS = 4096;

// Before the call: an agent may fail before this module has been evaluated to its end.
let hasPrintedEnd = false;
class NoAnswer extends Error {}

await main(JSON.parse(process.argv[2] ?? '{}') as BridgeOrder);

async function main({ command, cwd, modes, answerMs }: BridgeOrder): Promise<void> {
  const prompt = readFileSync(0, 'utf8');
  const { file, args } = typeof command === 'string' ? { file: '/bin/sh', args: ['-c', command] } : command;
  const agent = spawn(file, args, { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  const errors = passOn(agent.stderr);
  const exitReason = new Promise<string>((resolve) => {
    agent.once('error', (error) => resolve(error.message));
    agent.once('exit', (code, signal) => {
      const end = () => resolve(`the agent ended (${signal ?? `exit ${code}`})${errors.last()}`);
      agent.once('close', end);
      setTimeout(end, DRAIN_MS);
    });
  });
  agent.stdin.on('error', () => {});
  const connection = client()
    .onRequest(methods.client.session.requestPermission, ({ params }) => ({ outcome: answerPermission(params) }))
    .onNotification(methods.client.session.update, ({ params }) => printEvent({ acp: 'update', update: params.update }))
    .connect(ndJsonStream(Writable.toWeb(agent.stdin), Readable.toWeb(agent.stdout) as ReadableStream<Uint8Array>));

  /** A program in another mode waits for a person, or prints what is no answer: it would be silent forever. */
  const initialize = async () => {
    const hello = { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {} };
    const late = new AbortController();
    const silence = wait(answerMs, null, { signal: late.signal }).then(() => {
      throw new NoAnswer(
        `the agent does not speak ACP: it did not answer initialize within ${answerMs / 1000} s${errors.last()}`,
      );
    });
    try {
      await Promise.race([connection.agent.request(methods.agent.initialize, hello), silence]);
    } finally {
      late.abort();
      silence.catch(() => {});
    }
  };

  const runSession = async () => {
    const { agent: peer } = connection;
    await initialize();
    const session = await peer.request(methods.agent.session.new, { cwd, mcpServers: [] });
    const { sessionId } = session;
    printEvent({ acp: 'session', id: sessionId });
    process.once('SIGINT', () => void peer.notify(methods.agent.session.cancel, { sessionId }).catch(() => {}));
    const availableModes = session.modes?.availableModes.map(({ id }) => id) ?? [];
    const modeId = modes.find((mode) => availableModes.includes(mode));
    if (modeId) await peer.request(methods.agent.session.setMode, { sessionId, modeId });
    const answer = await peer.request(methods.agent.session.prompt, {
      sessionId,
      prompt: [{ type: 'text', text: prompt }],
    });
    hasPrintedEnd = true;
    printEvent({ acp: 'stopped', ...answer });
  };

  const explain = async (error: unknown) => {
    // A broken pipe only says that the agent has gone.
    const isAnswer = typeof (error as { code?: unknown }).code === 'number';
    const why =
      isAnswer || error instanceof NoAnswer
        ? null
        : await Promise.race([exitReason, wait(EXIT_TIMEOUT_MS, null, { ref: false })]);
    printFirstError(why === null ? error : new Error(why));
  };
  await Promise.race([runSession().catch(explain), exitReason.then((why) => printFirstError(new Error(why)))]);
  agent.stdin.end();
  const timer = setTimeout(() => agent.kill('SIGTERM'), EXIT_TIMEOUT_MS);
  // The supervisor ends what ignores that.
  await Promise.race([exitReason, wait(2 * EXIT_TIMEOUT_MS, null, { ref: false })]);
  clearTimeout(timer);
  connection.close();
  process.exit(0);
}

/** The first error is the cause; later ones, and those after the agent's answer, only follow from its exit. */
function printFirstError(error: unknown): void {
  if (hasPrintedEnd) return;
  hasPrintedEnd = true;
  const { code, data, message } = error as { code?: unknown; data?: unknown; message?: unknown };
  printEvent({ acp: 'error', code: code ?? null, data: data ?? null, message: String(message ?? error) });
}

/** Passes the agent's errors on as they come, and keeps the end of them. */
function passOn(stream: Readable): { last(): string } {
  let tail = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text);
    tail = (tail + text).slice(-ERROR_CHARS);
  });
  return {
    last: () => {
      const line = lastMeaningfulLine(tail);
      return line && `: ${line}`;
    },
  };
}

function answerPermission({ options, toolCall }: RequestPermissionRequest) {
  const option =
    options.find(({ kind }) => kind === 'allow_once') ?? options.find(({ kind }) => kind === 'allow_always');
  printEvent({ acp: 'permission', tool: toolCall.title ?? null, granted: option !== undefined });
  return option ? { outcome: 'selected' as const, optionId: option.optionId } : { outcome: 'cancelled' as const };
}

function printEvent(event: { acp: string; [key: string]: unknown }): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}
