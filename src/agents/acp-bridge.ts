/**
 * A process between the supervisor and an agent that speaks the Agent Client Protocol: the agent wants a conversation on
 * pipes, the supervisor a prompt on stdin and events in a file. It does one prompt in one session, answers every request
 * for permission with "this once", and prints what it hears as lines of JSON.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import {
  client,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type RequestPermissionRequest,
} from '@agentclientprotocol/sdk';

/** What the adapter hands over as the one argument, in JSON. */
export interface BridgeOrder {
  command: string | { file: string; args: string[] };
  cwd: string;
  /** Names of modes in which the agent does not ask; the first that it has is set. */
  modes: readonly string[];
}

/** How long the agent may take to go once its stdin is closed. */
const LEAVE_MS = 1500;

await main(JSON.parse(process.argv[2] ?? '{}') as BridgeOrder);

async function main({ command, cwd, modes }: BridgeOrder): Promise<void> {
  const prompt = readFileSync(0, 'utf8');
  const { file, args } = typeof command === 'string' ? { file: '/bin/sh', args: ['-c', command] } : command;
  const agent = spawn(file, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  const gone = new Promise<string>((resolve) => {
    agent.once('error', (error) => resolve(error.message));
    agent.once('exit', (code, signal) => resolve(`the agent ended (${signal ?? `exit ${code}`})`));
  });
  agent.stdin.on('error', () => {});
  const connection = client()
    .onRequest(methods.client.session.requestPermission, ({ params }) => ({ outcome: permit(params) }))
    .onNotification(methods.client.session.update, ({ params }) => tell({ acp: 'update', update: params.update }))
    .connect(ndJsonStream(Writable.toWeb(agent.stdin), Readable.toWeb(agent.stdout) as ReadableStream<Uint8Array>));

  const converse = async () => {
    const { agent: peer } = connection;
    await peer.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {} });
    const session = await peer.request(methods.agent.session.new, { cwd, mcpServers: [] });
    const { sessionId } = session;
    tell({ acp: 'session', id: sessionId });
    process.once('SIGINT', () => void peer.notify(methods.agent.session.cancel, { sessionId }).catch(() => {}));
    const offered = session.modes?.availableModes.map(({ id }) => id) ?? [];
    const modeId = modes.find((mode) => offered.includes(mode));
    if (modeId) await peer.request(methods.agent.session.setMode, { sessionId, modeId });
    const answer = await peer.request(methods.agent.session.prompt, {
      sessionId,
      prompt: [{ type: 'text', text: prompt }],
    });
    tell({ acp: 'stopped', ...answer });
  };

  await Promise.race([converse().catch(tellError), gone.then((why) => tellError(new Error(why)))]);
  agent.stdin.end();
  const timer = setTimeout(() => agent.kill('SIGTERM'), LEAVE_MS);
  await gone;
  clearTimeout(timer);
  connection.close();
  process.exit(0);
}

let told = false;

/** Only the first error is the cause; what breaks after the agent has gone is not. */
function tellError(error: unknown): void {
  if (told) return;
  told = true;
  const { code, data, message } = error as { code?: unknown; data?: unknown; message?: unknown };
  tell({ acp: 'error', code: code ?? null, data: data ?? null, message: String(message ?? error) });
}

function permit({ options, toolCall }: RequestPermissionRequest) {
  const option =
    options.find(({ kind }) => kind === 'allow_once') ?? options.find(({ kind }) => kind === 'allow_always');
  tell({ acp: 'permission', tool: toolCall.title ?? null, granted: option !== undefined });
  return option ? { outcome: 'selected' as const, optionId: option.optionId } : { outcome: 'cancelled' as const };
}

function tell(event: { acp: string; [key: string]: unknown }): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}
