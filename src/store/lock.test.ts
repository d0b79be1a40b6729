import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { compile } from '../../test/support/compile.ts';
import { findBwrap } from '../process/bwrap.ts';
import { selfIdentity } from '../process/identity.ts';
import { acquireLock, type LockOwner, lockOwner } from './lock.ts';
import { announcePresence } from './presence.ts';

const bwrap = findBwrap(process.env);

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jumar-lock-'));
  path = join(folder, 'lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** This pid under another start time: a process that once had it. */
const dead: LockOwner = {
  pid: process.pid,
  startTime: 'long ago',
  host: hostname(),
  purpose: 'run',
  since: 1_730_000_000_000,
  token: 'dead',
};

const writeLock = (owner: Partial<LockOwner>, at = path) => writeFile(at, JSON.stringify({ ...dead, ...owner }));
/** Without the sockets of owners. */
const lockFiles = async () => (await readdir(folder)).filter((name) => !name.endsWith('.alive'));
const take = () => acquireLock(path, { purpose: 'resume' });

test('a lock has one owner, names it, and is free after its release', async () => {
  const lock = await take();
  expect(await lockOwner(path)).toMatchObject({ pid: process.pid, host: hostname(), purpose: 'resume' });
  const refused = expect(take()).rejects;
  await refused.toMatchObject({
    code: 'locked',
    message: expect.stringMatching(`held by process ${process.pid} \\(resume, since 20\\d\\d-`),
    hint: expect.stringContaining('jumar pause'),
  });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await lock.isHeld()).toBe(true);
  await lock.release();
  expect(await lock.isHeld()).toBe(false);
  expect(await lockOwner(path)).toBeNull();
  await (await take()).release();
  expect(await readdir(folder)).toEqual([]);
});

test('release removes only its own lock', async () => {
  const lock = await take();
  await rm(path);
  const next = await take();
  expect(await lock.isHeld()).toBe(false);
  await lock.release();
  expect(await next.isHeld()).toBe(true);
});

describe('a lock left behind', () => {
  test('by a dead process is taken over, also if an earlier takeover was killed', async () => {
    await writeLock({});
    await writeLock({}, `${path}.takeover`);
    await writeLock({}, `${path}.takeover.takeover`);
    expect(await lockOwner(path)).toBeNull();
    const lock = await take();
    expect(await lock.isHeld()).toBe(true);
    expect(await lockFiles()).toEqual(['lock']);
  });

  test('on another machine is not', async () => {
    await writeLock({ host: 'elsewhere' });
    const refused = expect(take()).rejects;
    await refused.toMatchObject({
      code: 'locked',
      message: expect.stringContaining('another machine, elsewhere'),
      hint: expect.stringContaining(`delete ${path}`),
    });
    expect(await lockOwner(path)).toMatchObject({ host: 'elsewhere' });
    expect(await readdir(folder)).toEqual(['lock']);
  });

  test.each(['', '{"pid":', 'null', '{"pid":1}'])('that reads %j is dead only once it is old', async (text) => {
    await writeFile(path, text);
    const refused = expect(take()).rejects;
    await refused.toMatchObject({ code: 'locked', hint: expect.stringContaining('try again') });
    const old = new Date(Date.now() - 60_000);
    await utimes(path, old, old);
    expect(await (await take()).isHeld()).toBe(true);
  });
});

describe('in another pid namespace', () => {
  const elsewhere = { namespace: 'pid:[1]' };
  const boot = async () => (await selfIdentity()).startTime.split(':')[0];

  test('a lock from before the machine was started again is dead, also if another process has the pid now', async () => {
    await writeLock({ ...elsewhere, startTime: 'another boot:1' });
    expect(await lockOwner(path)).toBeNull();
  });

  test('a pid says nothing: only an owner who can be reached is known to live', async () => {
    const startTime = `${await boot()}:1`;
    await writeLock({ ...elsewhere, startTime });
    await expect(take()).rejects.toMatchObject({ code: 'locked', hint: expect.stringContaining(`delete ${path}`) });
    await writeLock({ ...elsewhere, startTime, socket: 'lock.gone.alive' });
    expect(await lockOwner(path)).toBeNull();
    const presence = await announcePresence(path);
    await writeLock({ ...elsewhere, startTime, socket: presence?.socket ?? '' });
    await expect(take()).rejects.toThrow('of another container or sandbox on this machine');
    await presence?.end();
    expect(await (await take()).isHeld()).toBe(true);
  });
});

test('a folder in place of the lock, and a state folder beneath a file', async () => {
  await mkdir(path);
  await expect(take()).rejects.toMatchObject({ code: 'unreadable' });
  await writeFile(join(folder, 'file'), '');
  await expect(acquireLock(join(folder, 'file/lock'), { purpose: 'run' })).rejects.toMatchObject({
    code: 'unwritable',
  });
});

describe('several processes', () => {
  const children: ChildProcess[] = [];
  let compiled: string;
  let script: string;

  beforeAll(async () => {
    compiled = await compile('store/lock.ts');
    script = join(compiled, 'child.js');
    await writeFile(script, child);
  });
  afterAll(() => rm(compiled, { recursive: true, force: true }));
  afterEach(async () => {
    for (const one of children.splice(0)) if (one.exitCode === null && one.kill('SIGKILL')) await once(one, 'close');
  });

  /** One line in, one line out. */
  function start(program?: string) {
    const cell = ['--dev-bind', '/', '/', '--proc', '/proc', '--unshare-pid', '--die-with-parent', process.execPath];
    const [file, args] = program ? [program, [...cell, script]] : [process.execPath, [script]];
    const process_ = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    children.push(process_);
    const lines = createInterface({ input: process_.stdout })[Symbol.asyncIterator]();
    return {
      process: process_,
      async ask(...words: string[]): Promise<string> {
        process_.stdin.write(`${words.join(' ')}\n`);
        return (await lines.next()).value as string;
      },
    };
  }

  test('the lock of a killed one is taken over', async () => {
    const owner = start();
    expect(await owner.ask('take', path)).toBe('won');
    await expect(take()).rejects.toThrow(`held by process ${owner.process.pid} `);
    owner.process.kill('SIGKILL');
    await once(owner.process, 'close');
    expect(await (await take()).isHeld()).toBe(true);
  });

  test.skipIf('problem' in bwrap)('a live one in another pid namespace keeps it, and its end frees it', async () => {
    const owner = start('program' in bwrap ? bwrap.program : '');
    expect(await owner.ask('take', path)).toBe('won');
    await expect(take()).rejects.toThrow('of another container or sandbox on this machine');
    owner.process.kill('SIGKILL');
    await once(owner.process, 'close');
    const lock = await vi.waitFor(take, { timeout: 5000 });
    expect(await lock.isHeld()).toBe(true);
    expect(await lockFiles()).toEqual(['lock']);
  });

  test('exactly one of several racing for a free or dead lock wins, every time', async () => {
    const racers = Array.from({ length: 5 }, () => start());
    for (let round = 0; round < 60; round++) {
      const at = join(folder, `lock-${round}`);
      if (round % 4 > 0) await writeLock({}, at);
      if (round % 4 > 1) await writeLock({}, `${at}.takeover`);
      const results = await Promise.all(racers.map((racer) => racer.ask('take', at)));
      expect(results.toSorted()).toEqual(['locked', 'locked', 'locked', 'locked', 'won']);
      const winner = racers[results.indexOf('won')]!;
      expect(JSON.parse(await readFile(at, 'utf8')).pid).toBe(winner.process.pid);
      expect((await lockFiles()).filter((name) => name.startsWith(`lock-${round}.`))).toEqual([]);
    }
  });

  test('never two owners at once while owners come, go and die', async () => {
    const racers = Array.from({ length: 4 }, () => start());
    const answers = await Promise.all(racers.map((racer) => racer.ask('churn', path, '25')));
    expect(answers).toEqual(['25 alone', '25 alone', '25 alone', '25 alone']);
  });
});

/**
 * `take`: once. `churn`: n times, each time making sure that nobody else is inside; every other time the owner "dies":
 * its lock is left with the identity of a process that has exited.
 */
const child = `
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { acquireLock } from './store/lock.js';

const tryLock = (path) => acquireLock(path, { purpose: 'race' }).catch((error) => {
  if (error.code !== 'locked') throw error;
  return null;
});

async function churn(path, times) {
  for (let done = 0; done < times; ) {
    const lock = await tryLock(path);
    if (!lock) {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
      continue;
    }
    done += 1;
    await (await open(path + '-inside', 'wx')).close();
    await rm(path + '-inside');
    if (done % 2) await lock.release();
    else {
      await writeFile(path + '-' + process.pid, JSON.stringify(${JSON.stringify(dead)}));
      await rename(path + '-' + process.pid, path);
    }
  }
  return times + ' alone';
}

for await (const line of createInterface({ input: process.stdin })) {
  const [what, path, times] = line.split(' ');
  if (what === 'take') console.log((await tryLock(path)) ? 'won' : 'locked');
  else console.log(await churn(path, Number(times)).catch((error) => String(error)));
}
`;
