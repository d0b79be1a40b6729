import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A small program that stands in for a real agent: `body` is JavaScript with the prompt in `prompt`, the number of this
 * launch in `launch`, and `say(event)` for a line of JSON. Gives the folder to put on the PATH.
 */
export function standIn(outside: string, name: string, body: string): string {
  const folder = join(outside, 'bin');
  mkdirSync(folder, { recursive: true });
  const counter = join(outside, `${name}-launches`);
  const text = `#!${process.execPath}
const fs = require('node:fs');
if (process.argv.includes('--version')) { console.log('9.8.7 (stand-in)'); process.exit(0); }
fs.appendFileSync(${JSON.stringify(counter)}, JSON.stringify({ pid: process.pid, args: process.argv.slice(2), env: process.env }) + '\\n');
const launch = fs.readFileSync(${JSON.stringify(counter)}, 'utf8').split('\\n').length - 1;
const prompt = fs.readFileSync(0, 'utf8');
const say = (event) => fs.writeSync(1, JSON.stringify(event) + '\\n');
(async () => {
${body}
})();
`;
  writeFileSync(join(folder, name), text, { mode: 0o755 });
  return folder;
}

/** What the stand-in for Claude Code says at the beginning and at the end of a run. */
export const CLAUDE = `
const init = () => say({ type: 'system', subtype: 'init', session_id: 's', model: 'claude-sonnet-4-5' });
const use = (name, input) => say({ type: 'assistant', message: { id: 'm' + Math.random(), content: [{ type: 'tool_use', id: 't', name, input }], usage: { input_tokens: 100, output_tokens: 10 } } });
const end = (more = {}) => say({ type: 'result', subtype: 'success', is_error: false, result: 'done', total_cost_usd: 0.5, usage: { input_tokens: 1000, output_tokens: 100, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 }, permission_denials: [], ...more });
const limited = (at) => { say({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt: at } }); end({ is_error: true, api_error_status: 429, result: 'limit', total_cost_usd: 0 }); process.exitCode = 1; };
`;

/** A stand-in that speaks the Agent Client Protocol: asks for permission, writes a file, tells its doings. */
export function acpStandIn(outside: string, name: string, stopReason = 'end_turn'): string {
  const folder = join(outside, 'bin');
  mkdirSync(folder, { recursive: true });
  const text = `#!${process.execPath}
const fs = require('node:fs');
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const update = (fields) => send({ method: 'session/update', params: { sessionId: 's1', update: fields } });
let prompt = null;
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: { protocolVersion: 1, agentCapabilities: {}, authMethods: [] } });
  else if (method === 'session/new') send({ id, result: { sessionId: 's1', modes: { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }, { id: 'auto', name: 'Auto' }] } } });
  else if (method === 'session/set_mode') { fs.writeFileSync(${JSON.stringify(join(outside, 'mode'))}, params.modeId); send({ id, result: {} }); }
  else if (method === 'session/prompt') {
    prompt = { id, text: params.prompt[0].text };
    update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'On it.' } });
    update({ sessionUpdate: 'tool_call', toolCallId: 't1', title: 'Write hello.txt', kind: 'edit', status: 'pending', locations: [{ path: 'hello.txt' }] });
    send({ id: 99, method: 'session/request_permission', params: { sessionId: 's1', toolCall: { toolCallId: 't1', title: 'Write hello.txt' }, options: [{ optionId: 'no', name: 'No', kind: 'reject_once' }, { optionId: 'yes', name: 'Yes', kind: 'allow_once' }] } });
  } else if (id === 99) {
    if (result.outcome.optionId === 'yes') fs.writeFileSync('hello.txt', prompt.text);
    update({ sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'completed' });
    send({ id: prompt.id, result: { stopReason: ${JSON.stringify(stopReason)} } });
  }
});
`;
  writeFileSync(join(folder, name), text, { mode: 0o755 });
  return folder;
}
