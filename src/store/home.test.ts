import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compile } from '../../test/support/compile.ts';
import { stateHome } from './home.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jumar-home-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['JUMAR_HOME first', { JUMAR_HOME: '/j/', XDG_STATE_HOME: '/x', HOME: '/h' }, 'j'],
  ['then XDG_STATE_HOME', { XDG_STATE_HOME: '/x', HOME: '/h' }, 'x/jumar'],
  ['an empty JUMAR_HOME counts as none', { JUMAR_HOME: '', XDG_STATE_HOME: '/x' }, 'x/jumar'],
  ['then the home folder', { HOME: '/h' }, 'h/.local/state/jumar'],
])('%s', async (_, env, expected) => {
  const inFolder = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value && folder + value]));
  const home = await stateHome(inFolder);
  expect(home).toBe(join(folder, expected));
  expect((await stat(home)).mode & 0o777).toBe(0o700);
});

test('a relative XDG_STATE_HOME is ignored', async () => {
  const home = await stateHome({ XDG_STATE_HOME: 'state', HOME: join(folder, 'h2') });
  expect(home).toBe(join(folder, 'h2/.local/state/jumar'));
});

test.each(['state', './state', '~/state'])('JUMAR_HOME=%s is refused', async (JUMAR_HOME) => {
  const refused = expect(stateHome({ JUMAR_HOME, HOME: folder })).rejects;
  await refused.toMatchObject({ code: 'home-invalid', hint: expect.stringContaining('full path') });
});

test('a folder that exists keeps its mode', async () => {
  await mkdir(join(folder, 'shared'), { mode: 0o755 });
  await stateHome({ JUMAR_HOME: join(folder, 'shared') });
  expect((await stat(join(folder, 'shared'))).mode & 0o777).toBe(0o755);
});

test.each(['file', 'file/below', 'file/far/below'])('%s is a file or beneath one', async (path) => {
  await writeFile(join(folder, 'file'), 'mine');
  const refused = expect(stateHome({ JUMAR_HOME: join(folder, path) })).rejects;
  await refused.toMatchObject({
    code: 'home-unusable',
    message: expect.stringContaining(join(folder, path)),
    hint: expect.stringContaining('file'),
  });
});

describe('in a separate process', () => {
  let compiled: string;
  beforeAll(async () => {
    compiled = await compile('store/home.ts');
    await chmod(compiled, 0o755);
  });
  afterAll(() => rm(compiled, { recursive: true, force: true }));

  function refusal(JUMAR_HOME: string, user: { uid?: number; gid?: number } = {}): unknown {
    const code = `import(${JSON.stringify(join(compiled, 'store/home.js'))})
      .then(({ stateHome }) => stateHome(process.env)).catch((error) => console.log(JSON.stringify(error)))`;
    const options = { cwd: '/', env: { JUMAR_HOME }, encoding: 'utf8', timeout: 20_000, ...user } as const;
    const { stdout } = spawnSync(process.execPath, ['-e', code], { ...options, killSignal: 'SIGKILL' });
    return stdout && JSON.parse(stdout);
  }

  test.each(['locked', 'locked/below'])('%s cannot be written', async (path) => {
    await mkdir(join(folder, 'locked'), { recursive: true, mode: 0o500 });
    await chmod(folder, 0o755);
    // Root may write anywhere, so root asks as somebody else.
    const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    const refused = refusal(join(folder, path), user);
    expect(refused).toMatchObject({ code: 'home-unusable', hint: expect.stringContaining('belongs to you') });
  });

  test.skipIf(!existsSync('/proc/self')).each(['/proc/x', '/proc/x/far/below'])('%s takes no folders', (path) => {
    expect(refusal(path)).toMatchObject({
      code: 'home-unusable',
      hint: expect.stringContaining('is missing or not writable'),
    });
  });
});
