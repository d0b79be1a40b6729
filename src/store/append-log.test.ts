import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compile } from '../../test/support/compile.ts';
import type { Recorded } from '../core/state/events.ts';
import { writeTemporary } from '../system/files.ts';
import { openLogForAppend } from './append-log.ts';
import { readLog } from './read-log.ts';

const loop = 'tidy-up-00000000';
const story = { type: 'loop-ended', ending: 'stalled', reason: 'x'.repeat(600), best: 0 } as const;
let folder: string;
let compiled: string;
let script: string;

/** Appends forever and prints each durable record; prints how it failed and whether it can continue. */
const child = `
import { rm } from 'node:fs/promises';
import { openLogForAppend } from './store/append-log.js';
import { readLog } from './store/read-log.js';
const [path, headPath, ballast] = process.argv.slice(2);
const writer = await openLogForAppend({ path, headPath, loop: ${JSON.stringify(loop)} });
const story = ${JSON.stringify(story)};
const appendUntilFull = async () => {
  for (;;) {
    const failed = await writer.append(story).then((r) => void process.stdout.write(r.seq + '\\n'), (error) => error);
    if (failed) return failed;
  }
};
const failed = await appendUntilFull();
const { records, torn, damage } = await readLog({ path, headPath, loop: ${JSON.stringify(loop)} });
if (ballast) await rm(ballast);
const again = await writer.append(story).then((r) => r.seq, (error) => error.code);
console.log(JSON.stringify({ code: failed.code, message: failed.message, records: records.length, torn, damage, again }));
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jumar-append-'));
  compiled = await compile('store/append-log.ts');
  script = join(compiled, 'child.js');
  await writeFile(script, child);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(compiled, { recursive: true, force: true });
});

async function freshLog(name: string) {
  await mkdir(join(folder, name), { recursive: true });
  return { path: join(folder, name, 'log.jsonl'), headPath: join(folder, name, 'head'), loop };
}

function lastLine(text: string): { records: number; again: unknown } {
  return JSON.parse(text.trim().split('\n').at(-1)!);
}

describe('a disk that is full', () => {
  test('by a limit on file size: leaves no torn record, and the log can be resumed', async () => {
    const files = await freshLog('limit');
    const shell = 'ulimit -f 40; exec "$0" "$@"';
    const run = spawnSync('sh', ['-c', shell, process.execPath, script, files.path, files.headPath], {
      encoding: 'utf8',
    });
    const report = lastLine(run.stdout);
    expect(report).toMatchObject({ code: 'disk-full', torn: null, damage: null, again: 'disk-full' });
    expect(report.records).toBeGreaterThan(10);
    const reading = await readLog(files);
    expect(reading).toMatchObject({ torn: null, damage: null, notes: [], end: (await stat(files.path)).size });
    expect(reading.records).toHaveLength(report.records);
    const writer = await openLogForAppend(files);
    expect((await writer.append(story)).seq).toBe(report.records + 1);
    await writer.close();
  });

  const canMount = spawnSync('sh', ['-c', 'unshare -rm true']).status === 0;
  test.skipIf(!canMount)('for real: the same writer continues once there is space', async () => {
    const { path } = await freshLog('mount');
    const at = join(path, '..');
    const shell = `mount -t tmpfs -o size=96k none "${at}" && dd if=/dev/zero of="${at}/ballast" bs=1k count=40 2>/dev/null; exec "$0" "$@"`;
    const args = [
      '-c',
      'exec unshare -rm sh -c "$@"',
      'sh',
      shell,
      process.execPath,
      script,
      path,
      join(at, 'head'),
      join(at, 'ballast'),
    ];
    const report = lastLine(spawnSync('sh', args, { encoding: 'utf8' }).stdout);
    expect(report).toMatchObject({ code: 'disk-full', torn: null, damage: null });
    expect(report.again).toBe(report.records + 1);
  });
});

test('a writer killed at any moment loses no record that it reported', async () => {
  const files = await freshLog('killed');
  let reported = 0;
  for (const after of [1, 3, 20, 45, 90]) {
    const writer = spawn(process.execPath, [script, files.path, files.headPath], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    reported = await killAfter(writer, after);
    const before = await readLog(files);
    expect(before).toMatchObject({ damage: null, notes: [] });
    expect(before.records.length).toBeGreaterThanOrEqual(reported);
    const seen: Recorded[] = [];
    const resumed = await openLogForAppend({ ...files, onRecord: (recorded) => seen.push(recorded) });
    expect(seen).toEqual(before.records);
    await resumed.append(story);
    await resumed.close();
  }
});

/** Kills the writer once it has reported this many records; returns the last one that it reported. */
async function killAfter(writer: ChildProcess, records: number): Promise<number> {
  const closed = once(writer, 'close');
  let lines = 0;
  let last = 0;
  for await (const line of createInterface({ input: writer.stdout! })) {
    lines += 1;
    last = Number(line);
    if (lines === records) writer.kill('SIGKILL');
  }
  await closed;
  return last;
}

test('a log in a folder that is a file, and one behind a symbolic link', async () => {
  const files = await freshLog('refused');
  await writeFile(join(folder, 'file'), '');
  const under = join(folder, 'file', 'log.jsonl');
  await expect(openLogForAppend({ ...files, path: under })).rejects.toMatchObject({ code: 'unwritable' });
  await symlink(join(folder, 'file'), files.path);
  await expect(openLogForAppend(files)).rejects.toMatchObject({ code: 'unwritable' });
});

test('opening a log sweeps what a killed writer left beside it', async () => {
  const files = await freshLog('swept');
  const left = await writeTemporary(files.headPath, 'half');
  await utimes(left, 1, 1);
  await (await openLogForAppend(files)).close();
  expect(await readdir(join(folder, 'swept'))).toEqual(['head', 'log.jsonl']);
});
