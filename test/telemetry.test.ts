import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { jumar, WITHOUT_ANALYST } from './support/cli.ts';
import { aProject } from './support/project.ts';

interface OtlpSpan {
  name: string;
  spanId: string;
  parentSpanId?: string;
  traceId: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number; message?: string };
}

/** An OTLP/HTTP receiver; `answer` may keep a request hanging. */
async function receiver(answer: (send: () => void) => void = (send) => send()) {
  const bodies: { path: string; body: Record<string, unknown> }[] = [];
  const server: Server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      bodies.push({ path: request.url ?? '', body: JSON.parse(text) });
      answer(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const spans = () =>
    bodies
      .filter(({ path }) => path === '/v1/traces')
      .flatMap(({ body }) => body.resourceSpans as { scopeSpans: { spans: OtlpSpan[] }[] }[])
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  const metrics = () =>
    bodies
      .filter(({ path }) => path === '/v1/metrics')
      .flatMap(({ body }) => body.resourceMetrics as { scopeMetrics: { metrics: { name: string }[] }[] }[])
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics.map(({ name }) => name)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, metrics };
}

function scene(otlp: string) {
  const { project, home, outside } = aProject({ 'state.txt': 'raw\n' });
  const agent = agentScript(outside, 'echo "$JUMAR_ITERATION" >> state.txt');
  const env = { ...WITHOUT_ANALYST, ...(otlp && { JUMAR_TELEMETRY_OTLP: otlp }) };
  return jumar(['run', 'get to two', '--until', 'grep -q 2 state.txt', '--agent-command', agent], {
    cwd: project,
    home,
    env,
  });
}

const valuesOf = ({ attributes }: OtlpSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

describe('telemetry', () => {
  test('a loop is a trace: iterations, and in them agent, checks and their outcome', async () => {
    const { url, spans, metrics } = await receiver();
    expect((await scene(url)).code).toBe(0);
    const all = spans();
    expect(all.map(({ name }) => name).sort()).toEqual([
      ...['checks', 'checks', 'checks', 'invoke_agent command', 'invoke_agent command'],
      ...['iteration 0', 'iteration 1', 'iteration 2', 'loop'],
    ]);
    const [loop] = all.filter(({ name }) => name === 'loop') as [OtlpSpan];
    expect(valuesOf(loop)).toMatchObject({ 'jumar.ending': 'completed' });
    expect(new Set(all.map(({ traceId }) => traceId)).size).toBe(1);
    const parentOf = (span: OtlpSpan) => all.find(({ spanId }) => spanId === span.parentSpanId)?.name;
    expect(all.filter(({ name }) => name.startsWith('iteration')).map(parentOf)).toEqual(['loop', 'loop', 'loop']);
    const agents = all.filter(({ name }) => name.startsWith('invoke_agent'));
    expect(agents.map(parentOf)).toEqual(['iteration 1', 'iteration 2']);
    expect(valuesOf(agents[0] as OtlpSpan)).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'command',
    });
    expect(metrics()).toEqual(expect.arrayContaining(['jumar.iterations', 'jumar.time_to_verified']));
  });

  test.each([
    ['refuses', 'http://127.0.0.1:1'],
    ['never answers', ''],
  ])('a receiver that %s fails no loop', async (_, dead) => {
    const url = dead || (await receiver(() => {})).url;
    expect((await scene(url)).code).toBe(0);
  });

  test('what is no address is refused before anything starts', async () => {
    const { code, stderr } = await scene('not a url');
    expect(code).toBe(2);
    expect(stderr).toContain('telemetry.otlp');
  });
});
