import { expect, it } from 'vitest';
import { readPieces } from '../../src/collectors/coverage/read-report.ts';

const MEGABYTE = 1 << 20;
const SIZE = 200 * MEGABYTE;

/** Lines are made as they are asked for: the report never exists as a whole. */
async function* pieces(head: string, file: (n: number) => string, foot: string) {
  let written = 0;
  let buffer = head;
  for (let n = 0; written + buffer.length < SIZE; n++) {
    buffer += file(n);
    if (buffer.length < MEGABYTE) continue;
    written += buffer.length;
    yield buffer;
    buffer = '';
  }
  yield buffer + foot;
}

const numbers = Array.from({ length: 2000 }, (_, index) => index + 1);

it.each([
  [
    'lcov',
    pieces(
      'TN:\n',
      (n) => `SF:src/file-${n}.c\n${numbers.map((line) => `DA:${line},${line % 2}`).join('\n')}\nend_of_record\n`,
      '',
    ),
  ],
  [
    'cobertura',
    pieces(
      '<?xml version="1.0" ?><coverage line-rate="0.5"><packages><package><classes>',
      (n) =>
        `<class filename="src/file-${n}.py"><lines>${numbers
          .map((line) => `<line number="${line}" hits="${line % 2}"/>`)
          .join('')}</lines></class>`,
      '</classes></package></packages></coverage>',
    ),
  ],
])('reads 200 MB of %s in bounded memory', { timeout: 120_000 }, async (tool, stream) => {
  const before = process.memoryUsage().rss;
  let peak = before;
  async function* watched() {
    for await (const piece of stream) {
      peak = Math.max(peak, process.memoryUsage().rss);
      yield piece;
    }
  }
  const report = await readPieces(watched());
  expect(report).toMatchObject({ tool, lines: { percentage: 50 } });
  expect(report?.files.length).toBeGreaterThan(2000);
  expect((peak - before) / MEGABYTE).toBeLessThan(300);
});
