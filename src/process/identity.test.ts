import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { until } from '../../test/support/until.ts';
import { isSameProcess, parseStartTime, processStartTime, selfIdentity } from './identity.ts';
import { hasProc, processTable, readStat } from './stat.ts';

it('recognises this process', async () => {
  const self = await selfIdentity();
  expect(self.pid).toBe(process.pid);
  expect(await isSameProcess(self.pid, self.startTime)).toBe(true);
  expect(await isSameProcess(process.ppid, self.startTime)).toBe(false);
  expect(await isSameProcess(self.pid, 'another time')).toBe(false);
});

it('returns null for a process that has ended', async () => {
  const child = spawn('true');
  await once(child, 'exit');
  expect(await processStartTime(child.pid as number)).toBeNull();
  expect(await processStartTime(2 ** 30)).toBeNull();
});

it.runIf(hasProc)('treats a zombie as dead', async () => {
  // The shell becomes a sleep, which never waits for the shell's child.
  const parent = spawn('sh', ['-c', 'true & exec sleep 300']);
  const zombie = () => processTable().find((entry) => entry.parent === parent.pid && entry.zombie);
  await until('there is a zombie', () => zombie() !== undefined);
  const pid = zombie()?.pid as number;
  expect(readStat(pid)?.zombie).toBe(true);
  expect(await processStartTime(pid)).toBeNull();
  parent.kill('SIGKILL');
  await once(parent, 'exit');
});

it.each([
  ['S+   Mon Nov  2 10:00:00 2026\n', 'Mon Nov 2 10:00:00 2026'],
  ['  Ss Mon Nov  2 10:00:00 2026', 'Mon Nov 2 10:00:00 2026'],
  ['Z    Mon Nov  2 10:00:00 2026\n', null],
  ['', null],
])('parses the ps output of other systems: %j', (text, expected) => {
  expect(parseStartTime(text)).toBe(expected);
});

it('parses the ps output of this machine', () => {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const text = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(process.pid)], { env, encoding: 'utf8' });
  expect(parseStartTime(text)).toMatch(/^\w{3} \w{3} \d+ \d\d:\d\d:\d\d \d{4}$/);
});
