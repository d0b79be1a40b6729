import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it } from 'vitest';
import { readReport } from '../../src/collectors/test-reports/read.ts';

const MEGABYTES = 200;
const NOISE = 'a line that a test prints, over and over, with <tags> and {"ev":"x"} in it\n';

/** Each makes a report of about 200 MB with 1000 tests in it. */
const reports: Record<string, () => Iterable<string>> = {
  *'junit, with a text of 100 MB'() {
    yield '<?xml version="1.0"?><testsuite name="x" tests="1000">';
    for (let n = 0; n < 500; n += 1) yield `<testcase name="t${n}" classname="c"/>`;
    yield '<system-out><![CDATA[';
    yield* filler(100);
    yield ']]></system-out><system-err>';
    yield* filler(100, 'plain text without marks of its own\n');
    yield '</system-err>';
    for (let n = 500; n < 1000; n += 1) yield `<testcase name="t${n}" classname="c"/>`;
    yield '</testsuite>';
  },
  *'jest json'() {
    yield '{"numFailedTestSuites":0,"testResults":[';
    for (let n = 0; n < 1000; n += 1) {
      const failure = JSON.stringify(NOISE.repeat(2800).slice(0, (MEGABYTES * 1024 * 1024) / 1000));
      yield `${n === 0 ? '' : ','}{"name":"/p/f${n}.js","status":"passed","message":${failure},"assertionResults":[{"ancestorTitles":["c"],"title":"t${n}","status":"passed"}]}`;
    }
    yield '],"success":true,"numTotalTests":1000}';
  },
  *'probe records'() {
    yield '{"ev":"begin","runner":"mocha"}\n';
    for (let n = 0; n < 1000; n += 1) {
      yield `${JSON.stringify({ ev: 'test', name: ['c', `t${n}`], status: 'passed', err: NOISE.repeat(2800) })}\n`;
    }
    yield '{"ev":"end"}\n';
  },
  *'go test -v'() {
    for (let n = 0; n < 1000; n += 1) {
      yield `=== RUN   Test${n}\n`;
      yield* filler(MEGABYTES / 1000);
      yield `--- PASS: Test${n} (0.00s)\n`;
    }
    yield 'PASS\nok  \tex/calc\t0.1s\n';
  },
  *'TAP, among other output'() {
    yield 'TAP version 13\n';
    for (let n = 1; n <= 1000; n += 1) {
      yield* filler(MEGABYTES / 1000);
      yield `ok ${n} - t${n}\n`;
    }
    yield '1..1000\n';
  },
};

function* filler(megabytes: number, line = NOISE): Iterable<string> {
  const piece = line.repeat(Math.ceil(65_536 / line.length));
  for (let written = 0; written < megabytes * 1024 * 1024; written += piece.length) yield piece;
}

it.each(Object.keys(reports))('%s: 200 MB are read in bounded memory', async (name) => {
  const folder = await mkdtemp(join(tmpdir(), 'jumar-large-'));
  try {
    const file = join(folder, 'report');
    await pipeline(Readable.from(reports[name]!()), createWriteStream(file));
    expect((await stat(file)).size).toBeGreaterThan(190 * 1024 * 1024);
    const before = process.memoryUsage().rss;
    let most = before;
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 20);
    const run = await readReport(file, { roots: [] });
    clearInterval(timer);
    expect(run).toMatchObject({ complete: true, counts: { total: 1000, passed: 1000 } });
    console.log(`${name}: at most ${Math.round((most - before) / 1e6)} MB more`);
    expect((most - before) / 1e6).toBeLessThan(150);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
