import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { LoopRow, RowChanges } from '../src/faces/reports/page-rows.ts';
import { serveUi, type Ui } from '../src/faces/ui/serve.ts';
import { agentScript } from './support/agents.ts';
import { jumar, WITHOUT_ANALYST } from './support/cli.ts';
import { projectIn } from './support/project.ts';

/** What the page's server answers, asked over its socket as a browser, another page or another program would. */

interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

let base = '';
let place: ReturnType<typeof projectIn>;
let project = '';
let loop = '';
let ui: Ui;
let cookie = '';
let csrf = '';

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'jumar-ui-'));
  place = projectIn(base, { 'state.txt': 'zero\n' });
  const said =
    'printf "\\033[31m\\033]0;title\\007red\\033[0m\\n"; echo "<script>alert(1)</script> $JUMAR_ITERATION" | tee -a state.txt';
  const named = 'echo "$JUMAR_ITERATION" > "<svg onload=alert(1)>.txt"';
  const agent = agentScript(place.outside, `${said}; ${named}`);
  const args = ['run', 'write <img src=x onerror=alert(1)>', '--until', 'grep -q " 2" state.txt'];
  const at = { cwd: place.project, home: place.home, env: WITHOUT_ANALYST };
  await jumar([...args, '--agent-command', agent], at);
  ui = await serve();
  cookie = await sessionOf(ui);
  csrf = JSON.parse((await ask('/api/v1/session')).text).csrf;
  const rows = JSON.parse((await ask('/api/v1/loops')).text).loops;
  ({ project, id: loop } = rows[0]);
});
afterAll(async () => {
  await ui?.close();
  rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

const serve = (options: Partial<Parameters<typeof serveUi>[1]> = {}) =>
  serveUi(
    { env: { ...process.env, JUMAR_HOME: place.home }, cwd: place.project },
    { port: 0, host: '127.0.0.1', readOnly: false, ...options },
  );

function ask(
  path: string,
  {
    at = ui,
    method = 'GET',
    headers = {},
    body = '',
  }: { at?: Ui; method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const { hostname, port, host } = new URL(at.url);
  const sent = { host, cookie, ...headers };
  return new Promise((resolve, reject) => {
    // Not fetch: it tidies paths up and sets the host itself.
    // Each on a connection of its own: a kept one may be closed as it is used again.
    const call = request({ hostname, port, path, method, headers: sent, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    call.on('error', reject);
    call.end(body);
  });
}

async function sessionOf(at: Ui): Promise<string> {
  const url = new URL(at.url);
  const { headers } = await ask(`${url.pathname}${url.search}`, { at, headers: { cookie: '' } });
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

const origin = () => new URL(ui.url).origin;
const act = (action: unknown, more: { at?: Ui; headers?: Record<string, string> } = {}) =>
  ask(`/api/v1/projects/${project}/actions`, {
    ...more,
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: origin(), 'x-jumar-token': csrf, ...more.headers },
    body: typeof action === 'string' ? action : JSON.stringify(action),
  });

describe('who gets in', () => {
  test('the link opens the page once; its token becomes a cookie that no script can read', async () => {
    const another = await serve();
    onTestFinished(() => another.close());
    const { pathname, search } = new URL(another.url);
    const first = await ask(pathname + search, { at: another, headers: { cookie: '' } });
    expect(first.status).toBe(303);
    expect(first.headers.location).toBe('/');
    expect(String(first.headers['set-cookie'])).toMatch(/HttpOnly.*SameSite=Strict/);
    expect((await ask(pathname + search, { at: another, headers: { cookie: '' } })).status).toBe(401);
    const renewed = new URL(another.renew());
    expect((await ask(renewed.pathname + renewed.search, { at: another, headers: { cookie: '' } })).status).toBe(303);
  });

  test.each([
    ['nobody', {}, { cookie: '' }, 401],
    ['the session of another server', {}, { cookie: 'jumar_x=abc' }, 401],
    ['a name that was pointed to this machine', {}, { host: 'evil.example' }, 421],
    ['a script of another page', {}, { origin: 'https://evil.example' }, 403],
    ['a picture on another page', {}, { 'sec-fetch-site': 'cross-site' }, 403],
  ])('%s gets nothing, not even the page', async (_, __, headers, status) => {
    for (const path of ['/', '/api/v1/loops', '/api/v1/session', '/nothing', '/icon.svg']) {
      const answer = await ask(path, { headers: headers as Record<string, string> });
      expect(answer.status).toBe(status);
      expect(answer.text).not.toContain(loop);
    }
  });

  test.each([
    ['a form of another page', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    ['one that does not say where from', { origin: '' }, 403],
    ['one without the token', { 'x-jumar-token': '' }, 403],
  ])('%s cannot act', async (_, headers, status) => {
    expect((await act({ type: 'abort', loop }, { headers: headers as Record<string, string> })).status).toBe(status);
  });

  test('a server that only shows refuses every action', async () => {
    const shows = await serve({ readOnly: true });
    onTestFinished(() => shows.close());
    const session = await sessionOf(shows);
    const { text } = await ask('/api/v1/session', { at: shows, headers: { cookie: session } });
    const token = JSON.parse(text).csrf;
    const headers = { cookie: session, 'x-jumar-token': token, origin: new URL(shows.url).origin };
    const answer = await act({ type: 'pause', loop }, { at: shows, headers });
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([405, 'read-only']);
  });

  test('every answer forbids foreign scripts, frames and guesses at its type', async () => {
    for (const path of ['/', '/api/v1/loops', '/nothing']) {
      const { headers } = await ask(path);
      expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self'/);
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
    }
    expect((await ask('/')).text).not.toMatch(/<script>|\son\w+=/);
  });
});

describe('what can be asked for', () => {
  test.each([
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/assets/../../package.json',
    '/assets/%2e%2e/index.html',
    '/api/v1/projects/..%2f..%2fetc/loops/passwd/tests',
    '/api/v1/projects/%2e%2e/loops/x/tests',
  ])('%s is nothing', async (path) => {
    const { status, text } = await ask(path);
    expect(status).toBe(404);
    expect(text).toContain('"code"');
  });

  test('a loop, from its first record or after one, and what it prints as text', async () => {
    const topic = `loop:${project}/${loop}`;
    const events = await readEvents(`/api/v1/events?watch=${topic}`, (all) =>
      all.some(({ event }) => event === 'status'),
    );
    const records = recordsIn(events);
    expect(records[0]?.event?.type).toBe('loop-created');
    expect(records.map(({ seq }) => seq)).toEqual(records.map((_, index) => index + 1));
    expect(events.findLast(({ event }) => event === 'status')?.data).toEqual({ status: 'completed' });
    const after = records.length - 2;
    const hasRecords = (all: SentEvent[]) => all.some(({ event }) => event === 'records');
    const asked = await readEvents(`/api/v1/events?watch=${topic}@${after}`, hasRecords);
    expect(recordsIn(asked).map(({ seq }) => seq)).toEqual([after + 1, after + 2]);
    // The browser asks for what it asked for at first, and says in the id how far it got.
    const again = await readEvents(`/api/v1/events?watch=${topic}`, hasRecords, {
      'last-event-id': `loops@0 ${topic}@${after}`,
    });
    expect(recordsIn(again).map(({ seq }) => seq)).toEqual([after + 1, after + 2]);

    const at = `/api/v1/projects/${project}/loops/${loop}`;
    expect(JSON.parse((await ask(`${at}/iterations/1/texts`)).text).transcript).toContain(
      '<script>alert(1)</script> 1',
    );
    // Colours and titles of a terminal are left out.
    expect((await ask(`${at}/iterations/1/texts`)).text).not.toMatch(/\\u001b|\\u0007/);
    const diff = JSON.parse((await ask(`${at}/diff?from=0&to=2`)).text);
    expect(diff.files.map(({ path }: { path: string }) => path)).toEqual(['<svg onload=alert(1)>.txt', 'state.txt']);
    const back = JSON.parse((await ask(`${at}/diff?from=2&to=0`)).text);
    for (const [index, file] of diff.files.entries()) expect(back.files[index].at).toEqual(file.at.toReversed());
    expect(JSON.parse((await ask(`${at}/diff?from=1&to=1`)).text).files).toEqual([]);
    expect((await ask(`${at}/diff?from=0&to=99`)).status).toBe(404);
    expect((await ask(`${at}/iterations/-1/texts`)).status).toBe(404);
  });

  test.each(['loop:x/no-such-loop', 'list:x/y', 'everything'])('%s is a problem of its own topic', async (topic) => {
    const watched = `/api/v1/events?watch=loops&watch=${topic}`;
    const events = await readEvents(watched, (all) => all.length > 1);
    const problem = events.find(({ event }) => event === 'problem');
    expect([problem?.topic, problem?.data]).toEqual([
      topic,
      { message: expect.stringMatching(/there is no(thing|) /) },
    ]);
    expect(events.map(({ event }) => event)).toContain('rows');
  });

  test.each(['loop:../../etc', 'list:..%2f..%2f/passwd', ''])('"%s" cannot be watched', async (topic) => {
    const { status, text } = await ask(`/api/v1/events?watch=${topic}`);
    expect([status, JSON.parse(text).code]).toEqual([400, 'bad-watch']);
  });

  test('the list of loops: whole at first, then only what changed, and nothing if nothing did', async () => {
    const hasRows = (all: SentEvent[]) => all.some(({ event }) => event === 'rows');
    const [first] = await readEvents('/api/v1/events?watch=loops', hasRows);
    if (!first) throw new Error('nothing was sent');
    const whole = first.data as RowChanges<LoopRow>;
    expect([first.topic, whole.isWhole, whole.changed.map(({ id }) => id)]).toEqual(['loops', true, [loop]]);
    const going = readEvents(`/api/v1/events?watch=loops@${whole.version}`, hasRows);
    const agent = agentScript(place.outside, 'echo more >> second.txt', 'second.sh');
    const args = ['run', 'write a second time', '--until', 'test -f second.txt', '--agent-command', agent];
    const second = await jumar(args, { cwd: place.project, home: place.home, env: WITHOUT_ANALYST });
    expect(second.code, second.stderr).toBe(0);
    const [sent] = await going;
    expect(sent?.data).toMatchObject({ isWhole: false, changed: [{ id: expect.stringContaining('second-time') }] });
    // A version of another run of the server says nothing.
    const [other] = await readEvents('/api/v1/events?watch=loops@7', hasRows);
    expect(other?.data).toMatchObject({ isWhole: true });
  });

  test('the list as the command line has it', async () => {
    const { loops } = JSON.parse((await ask('/api/v1/loops')).text);
    const listed = JSON.parse(
      (await jumar(['list', '--all', '--json'], { cwd: place.project, home: place.home })).stdout,
    );
    expect(loops.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual(
      listed.map(({ id, status }: { id: string; status: string }) => [id, status]),
    );
    const first = loops.find(({ id }: { id: string }) => id === loop);
    expect(first.summary).toMatchObject({ iterations: 2, best: 2, waitsFor: null, tests: null });
  });

  test('the API describes itself, action by action', async () => {
    const { paths } = JSON.parse((await ask('/api/v1/openapi.json')).text);
    expect(Object.keys(paths)).toContain('/api/v1/events');
    const { schema } = paths['/api/v1/projects/{project}/actions'].post.requestBody.content['application/json'];
    expect(JSON.stringify(schema)).toContain('"abort"');
  });
});

describe('what a person does', () => {
  test('runs the command for it, and answers what it said', async () => {
    const { status, text } = await act({ type: 'preview', task: 'do it', until: ['test -f x'], agent: 'repair' });
    expect(status, text).toBe(200);
    const { ok, command, stdout } = JSON.parse(text);
    expect([ok, command]).toEqual([
      true,
      ['jumar', 'run', '--until=test -f x', '--agent=repair', '--dry-run', '--', 'do it'],
    ]);
    expect(stdout).toContain('test -f x');
  });

  test('a command that refuses says why', async () => {
    const { status, text } = await act({ type: 'resume', loop });
    expect(status).toBe(409);
    expect(JSON.parse(text)).toMatchObject({ ok: false, code: 2 });
    expect(JSON.parse(text).stderr).toContain('nothing to resume');
  });

  test.each([
    ['no JSON', '{', 400],
    ['an unknown action', { type: 'config' }, 400],
    ['an option as a loop', { type: 'pause', loop: '--all' }, 400],
    ['more fields than there are', { type: 'pause', loop, cwd: '/etc' }, 400],
    ['a branch that is markup', { type: 'apply', loop, iteration: 1, branch: '<img src=x>' }, 400],
    ['a loop of nobody', { type: 'pause', loop: 'no-such-loop-00000000' }, 404],
    ['more than a person types', { type: 'start', task: 'x'.repeat(400_000) }, 413],
  ])('%s is refused', async (_, action, status) => {
    expect((await act(action)).status).toBe(status);
  });
});

test('closing ends every stream at once', async () => {
  const another = await serve();
  const session = await sessionOf(another);
  const { hostname, port, host } = new URL(another.url);
  const ended = new Promise((resolve) => {
    request({ hostname, port, path: '/api/v1/events?watch=loops', headers: { host, cookie: session } }, (response) => {
      response.once('data', () => void another.close());
      response.on('close', resolve);
      response.on('error', resolve);
    }).end();
  });
  await ended;
});

test('a client that sends its request too slowly is dropped, and nobody else', async () => {
  const patient = await serve({ requestMs: 50 });
  onTestFinished(() => patient.close());
  const { hostname, port } = new URL(patient.url);
  const dropped = await new Promise<string>((resolve, reject) => {
    let said = '';
    const slow = connect(Number(port), hostname, () => slow.write('GET / HTTP/1.1\r\nHost: '));
    slow.on('data', (piece) => {
      said += piece;
    });
    slow.on('close', () => resolve(said));
    slow.on('error', reject);
  });
  expect(dropped).toContain('408');
  expect(await sessionOf(patient)).toContain('jumar_');
});

test('a reader that never reads holds nobody up', async () => {
  const { hostname, port, host } = new URL(ui.url);
  const stuck = connect(Number(port), hostname);
  onTestFinished(() => void stuck.destroy());
  await new Promise((resolve) => stuck.once('connect', resolve));
  stuck.pause();
  for (let n = 0; n < 20; n++) {
    const topics = `watch=loops&watch=loop:${project}/${loop}`;
    stuck.write(`GET /api/v1/events?${topics} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`);
  }
  expect((await ask('/api/v1/loops')).status).toBe(200);
});

test('a port that is taken is named', async () => {
  const port = Number(new URL(ui.url).port);
  await expect(serve({ port })).rejects.toThrow(`port ${port} is taken`);
});

interface SentEvent {
  event: string;
  topic: string;
  data: unknown;
}

function recordsIn(events: readonly SentEvent[]) {
  return events
    .filter(({ event }) => event === 'records')
    .flatMap(({ data }) => data as { seq: number; event: { type: string } }[]);
}

/** Reads server-sent events until there are enough. */
function readEvents(
  path: string,
  isEnough: (events: SentEvent[]) => boolean,
  headers: Record<string, string> = {},
): Promise<SentEvent[]> {
  const { hostname, port, host } = new URL(ui.url);
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path, headers: { host, cookie, ...headers }, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece) => {
        text += piece;
        const whole = text.split('\n\n').slice(0, -1);
        const events = whole.flatMap((one) => {
          const field = (name: string) =>
            one
              .split('\n')
              .find((line) => line.startsWith(`${name}: `))
              ?.slice(name.length + 2);
          const data = field('data');
          return data === undefined ? [] : [{ event: field('event') ?? '', ...JSON.parse(data) }];
        });
        if (!isEnough(events)) return;
        call.destroy();
        resolve(events);
      });
    });
    call.on('error', reject);
    call.end();
  });
}
