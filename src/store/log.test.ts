import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, chmod, mkdtemp, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoopEvent, Recorded } from '../core/state/events.ts';
import { openLogForAppend } from './append-log.ts';
import { encode, genesis, type Link } from './chain.ts';
import { followLog } from './follow-log.ts';
import type { LogFiles } from './log-evidence.ts';
import { readLog } from './read-log.ts';

const loop = 'fix-failing-tests-a1b2c3d4';
let folder: string;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jumar-log-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function freshLog(): LogFiles {
  count += 1;
  return { path: join(folder, `${count}`, 'log.jsonl'), headPath: join(folder, `${count}`, 'head'), loop };
}

async function write(files: LogFiles, events: readonly LoopEvent[]): Promise<Recorded[]> {
  const writer = await openLogForAppend(files);
  const recorded: Recorded[] = [];
  for (const event of events) recorded.push(await writer.append(event));
  await writer.close();
  return recorded;
}

/** A log in memory: its bytes, its records, and where each record ends. */
function logOf(events: readonly LoopEvent[], at = 1_730_000_000_000) {
  const links: Link[] = [genesis(loop)];
  const lines: Buffer[] = [];
  const records: Recorded[] = [];
  for (const event of events) {
    const { line, recorded, link } = encode(links.at(-1)!, at, event);
    lines.push(line);
    records.push(recorded);
    links.push(link);
  }
  const ends = lines.map((_, i) => Buffer.concat(lines.slice(0, i + 1)).length);
  return { lines, records, links, ends, bytes: Buffer.concat(lines) };
}

/** Writes the bytes as a log with this head file. */
async function writeLogBytes(bytes: Uint8Array, head: Link | null, files = freshLog()): Promise<LogFiles> {
  await write(files, []);
  await writeFile(files.path, bytes);
  if (head) await writeFile(files.headPath, headLine(head));
  else await rm(files.headPath);
  return files;
}

const headLine = (link: Link) => `${String(link.seq).padStart(16, '0')} ${link.hash}\n`;

const started = (pid: number): LoopEvent => ({ type: 'session-started', pid, resumed: false });
const ended = (reason: string): LoopEvent => ({ type: 'loop-ended', ending: 'stalled', reason, best: 0 });
const story: LoopEvent[] = [
  started(7),
  { type: 'checks-started', iteration: 0 },
  ended('größer als erwartet \u2028 "quoted"\n'),
];

/** Any UTF-16 text, lone surrogates and control characters included. */
const text = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) });
const event: fc.Arbitrary<LoopEvent> = fc.oneof(
  fc.record({ type: fc.constant('session-started' as const), pid: fc.nat(), resumed: fc.boolean() }),
  fc.record({ type: fc.constant('checks-started' as const), iteration: fc.nat() }),
  text.map(ended),
  fc.record({
    type: fc.constant('iteration-judged' as const),
    iteration: fc.nat(),
    score: fc.option(fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000)),
    quality: fc.constant({ confidence: 0, dimensions: null, analytics: null, criteria: null, breakdown: {} }),
    classification: fc.constant('plateau' as const),
    best: fc.nat(),
    decision: fc.record({
      action: fc.constantFrom('continue' as const, 'rollback' as const),
      rule: text,
      reason: text,
      confidence: fc.constantFrom(0, 0.5, 1),
      ending: fc.constant(null),
      recovery: fc.constant(null),
    }),
  }),
);
const events = fc.array(event, { maxLength: 6 });

describe('what was appended is read back', () => {
  test('any sequence of events, in the order of the calls, across reopening', async () => {
    await fc.assert(
      fc.asyncProperty(events, events, async (first, second) => {
        const files = freshLog();
        const writer = await openLogForAppend(files);
        const recorded = await Promise.all(first.map((one) => writer.append(one)));
        await writer.close();
        recorded.push(...(await write(files, second)));
        const reading = await readLog(files);
        expect(reading).toMatchObject({ torn: null, damage: null, notes: [] });
        expect(reading.records).toEqual(recorded);
        expect(reading.records.map((record) => record.event)).toEqual([...first, ...second]);
        expect(reading.records.map((record) => record.seq)).toEqual(recorded.map((_, i) => i + 1));
        expect(reading.end).toBe((await stat(files.path)).size);
      }),
      { numRuns: 40 },
    );
  });

  test('also while it is being written', async () => {
    const files = freshLog();
    const writer = await openLogForAppend(files);
    const writing = (async () => {
      for (let i = 0; i < 150; i++) await writer.append(started(i));
    })();
    for (let seen = 0; seen < 150; ) {
      const { records, damage, notes } = await readLog(files);
      expect({ damage, notes }).toEqual({ damage: null, notes: [] });
      expect(records.length).toBeGreaterThanOrEqual(seen);
      seen = records.length;
    }
    await writing;
    await writer.close();
  });

  test('an error of the listener is passed on', async () => {
    const files = freshLog();
    await write(files, story);
    const onRecord = () => {
      throw new TypeError('a bug');
    };
    await expect(openLogForAppend({ ...files, onRecord })).rejects.toThrow(TypeError);
  });

  test('a log that does not exist is empty', async () => {
    expect(await readLog(freshLog())).toMatchObject({ records: [], torn: null, damage: null, notes: [], end: 0 });
  });

  test('the format is the documented one', () => {
    const { line } = encode(genesis(loop), 1_730_000_000_000, started(7));
    expect(line.toString()).toMatchInlineSnapshot(`
      "{"seq":1,"at":1730000000000,"v":1,"event":{"type":"session-started","pid":7,"resumed":false},"prev":"f9ff6fce62d0ff24f96e32821aee7bd3938e76564ab3da8935445717683c1ced","hash":"a55e9a50b1f7f912f5ed5c767547cd917451265a73d951dfbe0dee4ea122d47a"}
      "
    `);
  });

  test('the files are private', async () => {
    const files = freshLog();
    await write(files, story);
    for (const path of [files.path, files.headPath]) expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('an event that could not be read back is rejected, and the log still works', async () => {
    const files = freshLog();
    const writer = await openLogForAppend(files);
    const broken = { type: 'session-started', pid: Number.NaN, resumed: false } as LoopEvent;
    await expect(writer.append(broken)).rejects.toMatchObject({ code: 'bad-event' });
    expect((await writer.append(started(1))).seq).toBe(1);
    await writer.close();
    await expect(writer.append(started(1))).rejects.toMatchObject({ code: 'unwritable' });
    expect((await readLog(files)).records).toHaveLength(1);
  });

  test('a record larger than a chunk', async () => {
    const files = freshLog();
    const recorded = await write(files, [started(1), ended('x'.repeat(700_000)), started(2)]);
    expect((await readLog(files)).records).toEqual(recorded);
  });
});

describe('a log cut at any byte', () => {
  const log = logOf(story);
  const whole = (cut: number) => log.ends.filter((end) => end <= cut).length;

  test('reads as a prefix, with the rest reported as torn', async () => {
    const files = await writeLogBytes(log.bytes, log.links[0]!);
    for (let cut = log.bytes.length; cut >= 0; cut--) {
      const remaining = whole(cut);
      // The head as the writer left it, or one behind: killed between the append and the head.
      const head = log.links[cut % 2 ? remaining : Math.max(0, remaining - 1)]!;
      await truncate(files.path, cut);
      await writeFile(files.headPath, headLine(head));
      const reading = await readLog(files);
      const bytes = cut - (log.ends[remaining - 1] ?? 0);
      expect(reading.records).toEqual(log.records.slice(0, remaining));
      expect(reading).toMatchObject({ damage: null, notes: [], torn: bytes === 0 ? null : { bytes } });
    }
  });

  test('is noticed if the head is further', async () => {
    const files = await writeLogBytes(log.bytes, log.links.at(-1)!);
    for (let cut = log.bytes.length - 1; cut >= 0; cut--) {
      await truncate(files.path, cut);
      const reading = await readLog(files);
      expect(reading.damage).toMatchObject({ seq: whole(cut) + 1, kind: 'truncated' });
    }
  });

  test('can be appended to, and the torn bytes are saved', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: log.bytes.length }), event, async (cut, next) => {
        const remaining = whole(cut);
        const end = log.ends[remaining - 1] ?? 0;
        const files = await writeLogBytes(log.bytes.subarray(0, cut), log.links[remaining]!);
        const seen: Recorded[] = [];
        const writer = await openLogForAppend({ ...files, onRecord: (recorded) => seen.push(recorded) });
        const recorded = await writer.append(next);
        await writer.close();
        expect(recorded.seq).toBe(remaining + 1);
        expect(seen).toEqual(log.records.slice(0, remaining));
        expect(writer.notes).toHaveLength(cut > end ? 1 : 0);
        if (cut > end) {
          const torn = await readFile(join(files.path, '..', `log.torn-${remaining + 1}`));
          expect(torn).toEqual(log.bytes.subarray(end, cut));
        }
        const reading = await readLog(files);
        expect(reading).toMatchObject({ torn: null, damage: null, notes: [] });
        expect(reading.records).toEqual([...seen, recorded]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a log that was changed', () => {
  const log = logOf(story);
  const last = log.links.at(-1)!;

  test('any byte of any record to any other', async () => {
    const files = await writeLogBytes(log.bytes, last);
    for (let at = 0; at < log.bytes.length; at++) {
      const line = log.ends.filter((end) => end <= at).length + 1;
      const bytes = Buffer.from(log.bytes);
      bytes[at] = bytes[at]! ^ (1 + ((at * 37) % 255));
      await writeFile(files.path, bytes);
      const { damage, records } = await readLog(files);
      expect(damage, `byte ${at}`).not.toBeNull();
      expect(damage!.seq).toBe(line);
      expect(records).toEqual(log.records.slice(0, line - 1));
      if (at % 50 === 0) await expect(openLogForAppend(files)).rejects.toThrow(`from record ${line} on`);
    }
  });

  test.each([1, 2, 3])('record %i removed', async (seq) => {
    const lines = log.lines.filter((_, i) => i !== seq - 1);
    const { damage, records } = await readLog(await writeLogBytes(Buffer.concat(lines), last));
    expect(damage).toMatchObject({ seq, kind: seq === 3 ? 'truncated' : 'sequence' });
    expect(records).toEqual(log.records.slice(0, seq - 1));
  });

  test.each([
    [0, 1],
    [0, 2],
    [1, 2],
  ])('lines %i and %i swapped', async (i, j) => {
    const lines = [...log.lines];
    [lines[i], lines[j]] = [lines[j]!, lines[i]!];
    const { damage } = await readLog(await writeLogBytes(Buffer.concat(lines), last));
    expect(damage).toMatchObject({ seq: i + 1, kind: 'sequence' });
  });

  test('a duplicate record, an empty line, a line of another chain', async () => {
    const [one, two, three] = log.lines as [Buffer, Buffer, Buffer];
    const foreign = logOf([started(7), started(8)]).lines[1]!;
    const table: [Buffer[], number, string][] = [
      [[one, two, two, three], 3, 'sequence'],
      [[one, Buffer.from('\n'), two, three], 2, 'json'],
      [[one, foreign, three], 3, 'hash'],
      [[one, Buffer.from('[1]\n')], 2, 'hash'],
    ];
    for (const [lines, seq, kind] of table) {
      expect((await readLog(await writeLogBytes(Buffer.concat(lines), last))).damage).toMatchObject({ seq, kind });
    }
  });

  test('a completely forged chain contradicts the head file', async () => {
    const forged = logOf([started(7), { type: 'checks-started', iteration: 9 }, ...story.slice(2), started(1)]);
    const { damage, records } = await readLog(await writeLogBytes(forged.bytes, last));
    expect(damage).toMatchObject({ seq: 3, kind: 'hash' });
    expect(records).toHaveLength(2);
  });

  test('a FIFO in its place does not hang the reader', async () => {
    const files = await writeLogBytes(log.bytes, last);
    await rm(files.path);
    execFileSync('sh', ['-c', 'mkfifo "$0"', files.path]);
    await expect(readLog(files)).rejects.toMatchObject({ code: 'unreadable', hint: expect.stringContaining('a pipe') });
    await expect(openLogForAppend(files)).rejects.toMatchObject({ code: 'unwritable' });
  });

  test('an overlong line is not a torn tail', async () => {
    const bytes = Buffer.concat([log.lines[0]!, Buffer.alloc(17 * 1024 * 1024)]);
    expect(await readLog(await writeLogBytes(bytes, log.links[1]!))).toMatchObject({
      damage: { seq: 2, kind: 'json' },
      torn: null,
    });
  });

  test("another loop's log", async () => {
    const files = await writeLogBytes(log.bytes, last);
    expect((await readLog({ ...files, loop: 'other-00000000' })).damage).toMatchObject({ seq: 1, kind: 'hash' });
  });

  test('a record with a valid hash that this program did not write', async () => {
    const table = [
      { seq: 1, v: 1, event: { type: 'session-started' }, kind: 'event', code: 'damaged' },
      { seq: 1, v: 0.5, event: started(1), kind: 'event', code: 'damaged' },
      { seq: 1, v: 2, event: { type: 'new-thing' }, kind: 'version', code: 'newer-version' },
      { seq: 2, v: 1, event: started(1), kind: 'sequence', code: 'tampered' },
    ];
    for (const { seq, v, event, kind, code } of table) {
      const prev = genesis(loop).hash;
      const body = `{"seq":${seq},"at":1,"v":${v},"event":${JSON.stringify(event)}`;
      const hash = createHash('sha256').update(prev).update(body).digest('hex');
      const files = await writeLogBytes(Buffer.from(`${body},"prev":"${prev}","hash":"${hash}"}\n`), { seq: 1, hash });
      expect((await readLog(files)).damage).toMatchObject({ seq: 1, kind });
      await expect(openLogForAppend(files)).rejects.toMatchObject({ code });
    }
  });

  test.each([
    ['missing', null, 'the head file is missing'],
    ['malformed', 'nonsense '.repeat(20), 'the head file is malformed'],
    ['far behind', headLine(log.links[1]!), 'the head file stops at record 1 of 3'],
  ])('a head file that is %s is noted and made again', async (_, head, note) => {
    const files = await writeLogBytes(log.bytes, null);
    if (head) await writeFile(files.headPath, head);
    const reading = await readLog(files);
    expect(reading.damage).toBeNull();
    expect(reading.records).toEqual(log.records);
    expect(reading.notes).toEqual([expect.stringContaining(note)]);
    expect(reading.notes[0]).toContain('the end of the log cannot be verified');
    await write(files, []);
    expect((await readLog(files)).notes).toEqual([]);
  });
});

describe('a log that somebody else changes while it is written', () => {
  const cases: [string, (files: LogFiles) => Promise<void>, number][] = [
    ['appends to', ({ path }) => appendFile(path, 'x'), 4],
    ['appends a record of its own to', appendForged, 4],
    ['cuts', ({ path }) => truncate(path, 10), 1],
    ['empties', ({ path }) => truncate(path, 0), 1],
    ['removes', ({ path }) => rm(path), 4],
    ['replaces by a copy of', replaceByCopy, 4],
    ['edits in place', editInPlace, 2],
    ['forges in place the chain of', forgeInPlace, 3],
  ];
  test.each(cases)('%s it', async (_, touch, seq) => {
    const files = freshLog();
    const writer = await openLogForAppend(files);
    for (const one of story) await writer.append(one);
    await touch(files);
    await expect(writer.append(started(1))).rejects.toMatchObject({ code: 'tampered' });
    await expect(writer.append(started(1))).rejects.toThrow(`at record ${seq}:`);
    await writer.close();
  });

  test('without changing a byte: the append goes on', async () => {
    const files = freshLog();
    const writer = await openLogForAppend(files);
    for (const one of story) await writer.append(one);
    await untilChangeTimeMoves(files.path, () => chmod(files.path, 0o600));
    expect((await writer.append(started(1))).seq).toBe(4);
    await writer.close();
  });

  test('and whose lock is lost', async () => {
    let isHeld = true;
    const writer = await openLogForAppend({ ...freshLog(), lock: { isHeld: async () => isHeld } });
    await writer.append(started(1));
    isHeld = false;
    await expect(writer.append(started(2))).rejects.toMatchObject({ code: 'lock-lost' });
    await writer.close();
  });

  async function appendForged(files: LogFiles): Promise<void> {
    await appendFile(files.path, encode((await readLog(files)).head, 1, ended('done')).line);
  }

  async function replaceByCopy({ path }: LogFiles): Promise<void> {
    await writeFile(`${path}.copy`, await readFile(path));
    await rename(`${path}.copy`, path);
  }

  async function editInPlace({ path }: LogFiles): Promise<void> {
    const edited = (await readFile(path, 'utf8')).replace(
      '"checks-started","iteration":0',
      '"checks-started","iteration":9',
    );
    await untilChangeTimeMoves(path, () => writeFile(path, edited, { flag: 'r+' }));
  }

  async function forgeInPlace({ path }: LogFiles): Promise<void> {
    const at = JSON.parse((await readFile(path, 'utf8')).split('\n')[0]!).at;
    const forged = logOf([started(7), { type: 'checks-started', iteration: 9 }, story[2]!], at).bytes;
    await untilChangeTimeMoves(path, () => writeFile(path, forged, { flag: 'r+' }));
  }

  /** File systems stamp times in steps of some milliseconds; the touch is repeated until it is stamped later. */
  async function untilChangeTimeMoves(path: string, touch: () => Promise<void>): Promise<void> {
    const before = (await stat(path, { bigint: true })).ctimeNs;
    do await touch();
    while ((await stat(path, { bigint: true })).ctimeNs === before);
  }
});

describe('following', () => {
  test('gives what is there, then what comes, and ends quietly', async () => {
    const files = freshLog();
    const end = new AbortController();
    const following = followLog({ ...files, signal: end.signal, every: 5 });
    const first = following.next();
    const writer = await openLogForAppend(files);
    const recorded = [await writer.append(story[0]!), await writer.append(story[1]!)];
    expect((await first).value).toEqual(recorded[0]);
    expect((await following.next()).value).toEqual(recorded[1]);
    const third = following.next();
    const appended = await writer.append(story[2]!);
    expect((await third).value).toEqual(appended);
    const none = following.next();
    end.abort();
    expect(await none).toEqual({ value: undefined, done: true });
    await writer.close();
  });

  test('waits for the rest of a line, and fails if the log shrinks', async () => {
    const log = logOf(story);
    const files = await writeLogBytes(log.bytes.subarray(0, log.ends[0]! + 20), null);
    const following = followLog({ ...files, signal: new AbortController().signal, every: 5 });
    expect((await following.next()).value).toEqual(log.records[0]);
    const second = following.next();
    await appendFile(files.path, log.bytes.subarray(log.ends[0]! + 20));
    expect((await second).value).toEqual(log.records[1]);
    expect((await following.next()).value).toEqual(log.records[2]);
    await truncate(files.path, log.ends[0]!);
    await expect(following.next()).rejects.toMatchObject({ code: 'tampered' });
  });
});

test('100,000 events', async () => {
  const { line, recorded, link } = encode(genesis(loop), 1, started(1));
  const lines = [line];
  let previous = link;
  for (let i = 2; i <= 100_000; i++) {
    const next = encode(previous, i, i % 2 ? ended(`reason ${i}`) : started(i));
    lines.push(next.line);
    previous = next.link;
  }
  const { records, damage, head } = await readLog(await writeLogBytes(Buffer.concat(lines), previous));
  expect(damage).toBeNull();
  expect(records).toHaveLength(100_000);
  expect(records[0]).toEqual(recorded);
  expect(records.at(-1)).toEqual({ seq: 100_000, at: 100_000, event: started(100_000) });
  expect(head).toEqual(previous);
});
