import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { findCoverage } from './find.ts';
import { coverageFormats } from './index.ts';
import { coverageLosses } from './loss.ts';
import { parseCoverage, readCoverage, readPieces } from './read-report.ts';

const fixtures = fileURLToPath(new URL('../../../test/fixtures/coverage/', import.meta.url));
const fixture = (name: string) => readFileSync(join(fixtures, name), 'utf8');
const names = readdirSync(fixtures).filter((name) => name !== 'README.md');

describe('coverage formats', () => {
  it.each<[string, string, [number, number, number], [number, number] | null, number]>([
    ['istanbul-final.json', 'istanbul', [219, 213, 97.26], [46, 39], 5],
    ['istanbul-summary.json', 'istanbul', [219, 213, 97.26], [46, 39], 5],
    ['lcov.info', 'lcov', [219, 213, 97.26], [46, 39], 5],
    ['cobertura.xml', 'cobertura', [219, 213, 97.26], [46, 39], 5],
    ['clover.xml', 'clover', [219, 213, 97.26], [46, 39], 5],
    ['coverage-py.json', 'coverage.py', [16, 13, 81.25], null, 2],
    ['coverage-py.lcov', 'lcov', [16, 13, 81.25], null, 2],
    ['coverage-py.cobertura.xml', 'cobertura', [16, 13, 81.25], null, 2],
    ['go.coverprofile', 'go', [4, 1, 25], null, 1],
    ['jacoco.xml', 'jacoco', [1, 1, 100], null, 1],
    ['llvm-cov.hand-written.json', 'llvm-cov', [25, 15, 60], [4, 3], 2],
  ])('%s', (name, tool, [total, covered, percentage], branches, files) => {
    const report = parseCoverage(fixture(name));
    expect(report).toMatchObject({ tool, lines: { total, covered, percentage } });
    expect(report?.branches && [report.branches.total, report.branches.covered]).toEqual(branches);
    expect(report?.files).toHaveLength(files);
  });

  it('reports each file', () => {
    expect(parseCoverage(fixture('lcov.info'))?.files[1]).toEqual({
      file: 'examples/auth/index.js',
      lines: { covered: 131, total: 134 },
      branches: { covered: 22, total: 28 },
    });
    expect(parseCoverage(fixture('jacoco.xml'))?.files[0]?.file).toBe('ex/Calc.java');
  });

  it('counts a line once, even if several sections name it', () => {
    const twice =
      'TN:one\nSF:a.c\nDA:1,1\nDA:2,0\nend_of_record\nTN:two\nSF:a.c\nDA:1,0\nDA:2,3\nDA:3,0\nend_of_record\n';
    expect(parseCoverage(twice)?.lines).toEqual({ covered: 2, total: 3, percentage: 66.66 });
    const joinedProfiles = 'mode: set\nm/a.go:1.1,2.2 3 0\nm/a.go:1.1,2.2 3 1\nm/a.go:4.1,5.2 1 0\n';
    expect(parseCoverage(joinedProfiles)?.lines).toEqual({ covered: 3, total: 4, percentage: 75 });
  });

  it('reads the dialects of other writers', () => {
    const jacoco = `<report name="all"><group name="m"><package name="p/q">
      <sourcefile name="A.java"><counter type="LINE" missed="3" covered="7"/><counter type="BRANCH" missed="1" covered="3"/></sourcefile>
      <sourcefile name="B.java"><counter type="LINE" missed="5" covered="0"/></sourcefile></package></group></report>`;
    expect(parseCoverage(jacoco)).toMatchObject({
      lines: { covered: 7, total: 15 },
      branches: { covered: 3, total: 4 },
      files: [{ file: 'p/q/A.java' }, { file: 'p/q/B.java', branches: null }],
    });
    const phpunit = `<coverage generated="1"><project timestamp="1"><file name="/p/A.php"><class name="A"><metrics statements="9" coveredstatements="9"/></class>
      <line num="3" type="method" name="f" count="1"/><line num="4" type="stmt" count="1"/><line num="5" type="stmt" count="0"/>
      <metrics statements="2" coveredstatements="1" conditionals="0" coveredconditionals="0"/></file></project></coverage>`;
    expect(parseCoverage(phpunit)).toMatchObject({ tool: 'clover', lines: { covered: 1, total: 2 }, branches: null });
    const dotnet = `<coverage line-rate="0.5"><packages><package><classes>
      <class name="A" filename="A.cs"><methods><method><lines><line number="1" hits="1"/></lines></method></methods>
        <lines><line number="1" hits="1"/><line number="2" hits="0" branch="True" condition-coverage="50% (1/2)"/></lines></class>
      <class name="A/Inner" filename="A.cs"><lines><line number="9" hits="3"/></lines></class></classes></package></packages></coverage>`;
    expect(parseCoverage(dotnet)).toMatchObject({
      lines: { covered: 2, total: 3 },
      branches: { covered: 1, total: 2 },
    });
  });

  it('reports where coverage was lost', () => {
    const file = (name: string, covered: number, total: number) => ({
      file: name,
      lines: { covered, total },
      branches: null,
    });
    const before = [file('a', 9, 10), file('b', 5, 10), file('gone', 3, 4), file('never', 0, 4), file('same', 1, 2)];
    const after = [file('a', 2, 10), file('b', 6, 11), file('same', 1, 2), file('new', 0, 9)];
    expect(coverageLosses(before, after)).toEqual([
      { file: 'a', from: 90, to: 20, lines: 7 },
      { file: 'gone', from: 75, to: null, lines: 3 },
    ]);
  });

  it('uses the totals of a section without lines', () => {
    expect(parseCoverage('SF:a.c\nLF:10\nLH:4\nBRF:4\nBRH:1\nend_of_record\n')).toMatchObject({
      lines: { covered: 4, total: 10 },
      branches: { covered: 1, total: 4 },
    });
  });

  it.each([
    '',
    'no coverage here',
    '{}',
    '[]',
    '{"total":{"lines":{}}}',
    'mode: set\n',
    'TN:\n',
    '<coverage line-rate="1"/>',
  ])('is unknown, never 0, for %j', (text) => {
    expect(parseCoverage(text)).toBeNull();
  });

  it('reads the files of a truncated report', () => {
    for (const name of ['lcov.info', 'cobertura.xml', 'clover.xml', 'go.coverprofile']) {
      const text = fixture(name);
      expect(parseCoverage(text.slice(0, text.length * 0.8))?.lines.total).toBeGreaterThan(0);
    }
  });

  it('gives the same result however the text is split', async () => {
    for (const name of names) {
      const text = fixture(name);
      async function* pieces() {
        for (let from = 0; from < text.length; from += 997) yield text.slice(from, from + 997);
      }
      expect(await readPieces(pieces())).toEqual(parseCoverage(text));
    }
  });

  it('never throws, on arbitrary text and on damaged reports', () => {
    const texts = names.map(fixture);
    const damagedText = fc
      .tuple(fc.constantFrom(...texts), fc.nat(), fc.nat(200), fc.string({ unit: 'binary', maxLength: 40 }))
      .map(([text, at, length, noise]) => {
        const from = at % text.length;
        return text.slice(0, from) + noise + text.slice(from + length);
      });
    fc.assert(
      fc.property(fc.oneof(damagedText, fc.string({ unit: 'binary' }), fc.json()), (text) => {
        parseCoverage(text);
        for (const format of coverageFormats) {
          format.looksLike(text);
          const reader = format.reader();
          reader.write(text);
          for (const { lines } of reader.end()) expect(lines.covered).toBeLessThanOrEqual(lines.total);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('finding coverage', () => {
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  });

  async function project(files: Record<string, string>): Promise<string> {
    const root = await mkdtemp(join(tmpdir(), 'jumar-coverage-'));
    folders.push(root);
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    return root;
  }

  it('uses only the best report of a folder', async () => {
    const root = await project({
      'coverage/lcov.info': fixture('lcov.info'),
      'coverage/clover.xml': fixture('clover.xml'),
    });
    expect(await findCoverage({ root: root }, 0)).toMatchObject({
      tool: 'lcov',
      reports: ['coverage/lcov.info'],
      lines: { total: 219, covered: 213 },
    });
  });

  it('adds up the packages of a monorepo, counting a file in two reports once', async () => {
    const section = (file: string, hits: number) => `SF:${file}\nDA:1,${hits}\nDA:2,1\nend_of_record\n`;
    const root = await project({
      'coverage/lcov.info': section('packages/a/x.js', 0),
      'packages/a/coverage/lcov.info': section('x.js', 1),
      'packages/b/coverage/lcov.info': section('x.js', 1),
      'service/coverage.out': 'mode: set\nm/a.go:1.1,2.2 1 1\n',
      'node_modules/c/coverage/lcov.info': section('z.js', 0),
    });
    const coverage = await findCoverage({ root: root }, 0);
    expect(coverage).toMatchObject({ tool: 'go+lcov', lines: { covered: 4, total: 5 } });
    expect(coverage?.files.map(({ file }) => file)).toEqual(['m/a.go', 'packages/a/x.js', 'packages/b/x.js']);
  });

  it('ignores older reports, and files that are not reports', async () => {
    const root = await project({ 'lcov.info': fixture('lcov.info'), 'coverage.json': '{"my":"own"}' });
    const now = Date.now();
    await utimes(join(root, 'lcov.info'), (now - 60_000) / 1000, (now - 60_000) / 1000);
    expect(await findCoverage({ root: root }, now - 30_000)).toBeNull();
    expect((await findCoverage({ root: root }, now - 90_000))?.tool).toBe('lcov');
    expect(await readCoverage(join(root, 'missing.info'))).toBeNull();
  });
});
