import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { plainEnvironment, projectWith, runPlain } from '../../../test/support/measured.ts';
import { prepareProbe } from '../probe/prepare.ts';
import { mappedPositions } from './source-map.ts';
import { calledLines, positionsIn, type V8Function } from './v8-lines.ts';

const SOURCE = `export const sum = (a, b) => a + b;
export function twice(a) {
  if (a > 100) {
    return 0;
  }
  return [a].map((x) => {
    return x * 2;
  })[0];
}
export function other() {
  return 3;
}
export const size = [1].length;
`;

async function reachOf(files: Record<string, string>, command: string) {
  const { root, remove } = await projectWith(files);
  const folder = await mkdtemp(join(tmpdir(), 'jumar-probe-'));
  try {
    const env = plainEnvironment();
    const probe = await prepareProbe({ folder, env, cwd: root, coverage: true });
    const { code } = await runPlain(root, command, { ...env, ...probe.env });
    return { code, ...(await probe.coverage({ root })) };
  } finally {
    await rm(folder, { recursive: true, force: true });
    await remove();
  }
}

const test1 = (body: string, imports = '{ sum, twice }') =>
  `import { test } from 'node:test';\nimport ${imports} from '../src/sum.js';\n${body}\n`;

const FILES = {
  'package.json': '{"type":"module"}',
  'src/sum.js': SOURCE,
  'test/helper.js': 'export const quiet = () => {\n  return 1;\n};\n',
  'test/both.test.js': test1("test('both', () => { sum(1, 2); twice(3); });"),
  'test/only sum.test.js': test1("import { quiet } from './helper.js';\ntest('sums', () => { quiet(); sum(1, 2); });"),
  'test/nothing.test.js': test1("test('nothing', () => {});"),
};

describe('the reach of each test file of node:test', () => {
  it('comes from the run that collects coverage: called lines of the source, not of the tests', async () => {
    const { code, reach } = await reachOf(FILES, 'node --test');
    expect(code).toBe(0);
    expect(reach).toEqual({
      'test/both.test.js': { 'src/sum.js': '1-3,6-9' },
      'test/only sum.test.js': { 'src/sum.js': '1' },
      'test/helper.js': {},
      'test/nothing.test.js': {},
    });
  });

  it('keeps processes that tests start separate, without a test file', async () => {
    const start = `import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
test('runs it', () => { execFileSync(process.execPath, ['src/main.js']); });\n`;
    const main = "import { sum } from './sum.js';\nsum(1, 2);\n";
    const { reach } = await reachOf({ ...FILES, 'src/main.js': main, 'test/main.test.js': start }, 'node --test');
    expect(reach).toMatchObject({ 'test/main.test.js': {}, '': { 'src/sum.js': '1' } });
  });

  it('is unknown if files share a process', async () => {
    const { report, reach } = await reachOf(FILES, 'node test/both.test.js && node test/nothing.test.js');
    expect(report).not.toBeNull();
    expect(reach).toBeUndefined();
  });
});

test('inner ranges win, wherever they begin', () => {
  const functions: V8Function[] = [
    { functionName: '', ranges: [{ startOffset: 0, endOffset: 12, count: 1 }] },
    {
      functionName: 'f',
      ranges: [
        { startOffset: 2, endOffset: 12, count: 1 },
        { startOffset: 4, endOffset: 10, count: 0 },
      ],
    },
    { functionName: 'g', ranges: [{ startOffset: 6, endOffset: 8, count: 3 }] },
  ];
  const positions = positionsIn('a\nb\nc\nd\ne\nf\n', 'x.js');
  expect(calledLines(functions, positions).map(({ line }) => line)).toEqual([2, 4, 6]);
});

describe('compiled code', () => {
  it('is reported by the lines of its source', () => {
    // Columns 0 and 4 of the first line are lines 1 and 3; column 2 of the second is line 2 of another file.
    const map = {
      lineLengths: [8, 6],
      data: { sources: ['../src/a.ts', '../src/b.ts'], mappings: 'AAAA,IAEE;ECDA' },
    };
    expect(mappedPositions(map, 'file:///p/dist/a.js')).toEqual([
      { offset: 0, file: '/p/src/a.ts', line: 1 },
      { offset: 4, file: '/p/src/a.ts', line: 3 },
      { offset: 11, file: '/p/src/b.ts', line: 2 },
    ]);
  });

  test.each([[{}], [{ lineLengths: [1], data: null }], [{ lineLengths: [1], data: { sources: ['a'] } }]])(
    'is read as it is if its map is missing: %j',
    (map) => {
      expect(mappedPositions(map, 'file:///p/a.js')).toBeNull();
    },
  );
});
