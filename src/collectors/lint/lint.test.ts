import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LinterName, linters } from './index.ts';
import { lintMetrics } from './lint-metrics.ts';
import { type LintResult, maxProblems, readLint } from './read-lint.ts';
import { recogniseLint } from './recognise.ts';

const fixtures = fileURLToPath(new URL('../../../test/fixtures/lint/', import.meta.url));
const fixture = (name: string) => readFileSync(join(fixtures, name), 'utf8');

function readFixture(name: LinterName, file: string): LintResult {
  const result = readLint(name, { text: fixture(file), exitCode: 1, root: '/project' });
  if (typeof result === 'string') throw new Error(result);
  return result;
}

describe('linters', () => {
  it.each<[LinterName, string, [errors: number, warnings: number], [string, number | null, string | null]]>([
    ['eslint', 'eslint.json', [7, 1], ['src/a.ts', 1, '@typescript-eslint/no-unused-vars']],
    ['eslint', 'eslint.stylish.txt', [7, 1], ['src/a.ts', 1, '@typescript-eslint/no-unused-vars']],
    ['biome', 'biome.json', [1, 5], ['src/a.ts', 4, 'lint/suspicious/noDebugger']],
    ['oxlint', 'oxlint.json', [0, 3], ['src/a.ts', 1, 'eslint(no-unused-vars)']],
    ['tsc', 'tsc.txt', [2, 0], ['src/a.ts', 1, 'TS6133']],
    ['tsc', 'tsc.pretty.txt', [2, 0], ['src/a.ts', 1, 'TS6133']],
    ['ruff', 'ruff.json', [3, 0], ['a.py', 1, 'I001']],
    ['flake8', 'flake8.txt', [4, 0], ['a.py', 1, 'F401']],
    ['pylint', 'pylint.json', [1, 1], ['a.py', 5, 'undefined-variable']],
    ['mypy', 'mypy.txt', [3, 0], ['a.py', 3, 'return-value']],
    ['mypy', 'mypy.jsonl', [3, 0], ['a.py', 3, 'return-value']],
    ['pyright', 'pyright.json', [3, 0], ['a.py', 3, 'reportReturnType']],
    ['cargo', 'cargo.error.jsonl', [1, 0], ['src/lib.rs', 11, 'E0308']],
    ['cargo', 'clippy.hand-written.jsonl', [2, 2], ['src/lib.rs', 9, 'clippy::approx_constant']],
    ['go-vet', 'go-vet.json.txt', [1, 0], ['bad.go', 3, 'printf']],
    ['go-vet', 'go-vet.txt', [1, 0], ['bad.go', 3, null]],
    ['golangci-lint', 'golangci-lint.hand-written.json', [2, 1], ['main.go', 9, 'errcheck']],
    ['shellcheck', 'shellcheck.json', [0, 0], ['s.sh', 2, 'SC2086']],
    ['sarif', 'biome.sarif', [1, 5], ['src/a.ts', 4, 'lint/suspicious/noDebugger']],
    ['sarif', 'oxlint.noisy.sarif', [0, 3], ['src/a.ts', 1, 'eslint(no-unused-vars)']],
    ['sarif', 'ruff.sarif', [3, 0], ['a.py', 1, 'I001']],
    ['checkstyle', 'biome.checkstyle.xml', [1, 5], ['src/a.ts', 4, 'lint/suspicious/noDebugger']],
    ['checkstyle', 'oxlint.checkstyle.xml', [0, 3], ['src/a.ts', 1, 'eslint(no-unused-vars)']],
    ['checkstyle', 'shellcheck.checkstyle.xml', [0, 0], ['s.sh', 2, 'ShellCheck.SC2086']],
  ])('%s: %s', (name, file, [errors, warnings], [path, line, rule]) => {
    const { counts, problems } = readFixture(name, file);
    expect(counts).toEqual({ errors, warnings, suppressed: 0 });
    expect(problems[0]).toMatchObject({ file: path, line, rule });
    expect(problems[0]?.message).not.toBe('');
    expect(recogniseLint(fixture(file))).toBe(name);
  });

  it('returns paths relative to the root, wherever the command ran', () => {
    const text = './a.py:1:1: E1 x\n/project/packages/b.py:1:1: E1 x\n/elsewhere/c.py:1:1: E1 x\n';
    const result = readLint('flake8', { text, exitCode: 1, root: '/project', folder: 'packages/a' }) as LintResult;
    expect(result.problems.map(({ file }) => file)).toEqual(['packages/a/a.py', 'packages/b.py', '/elsewhere/c.py']);
  });

  it('recognises nothing in other text', () => {
    for (const text of ['', 'All good.', '{}', '{"a":1}', '42', 'src/a.ts: fine'])
      expect(recogniseLint(text)).toBeNull();
  });

  it('names the tool behind a common format', () => {
    expect(readFixture('sarif', 'biome.sarif').tool).toBe('biome');
    expect(readFixture('checkstyle', 'biome.checkstyle.xml').tool).toBe('checkstyle');
  });

  it('treats a report without problems as a clean tree', () => {
    const clean: [LinterName, string][] = [
      ['eslint', '[]'],
      ['eslint', '[{"filePath":"/project/a.js","messages":[],"suppressedMessages":[]}]'],
      ['tsc', ''],
      ['flake8', ''],
      ['mypy', 'Success: no issues found in 3 source files\n'],
      ['cargo', fixture('cargo.clean.jsonl')],
      ['go-vet', ''],
      ['golangci-lint', '{"Issues":null,"Report":{}}'],
      ['ruff', '[]\n'],
    ];
    for (const [name, text] of clean) {
      expect(readLint(name, { text, exitCode: 0 })).toMatchObject({ counts: { errors: 0, warnings: 0 } });
    }
  });

  it.each<[LinterName, string, number | null, string]>([
    ['eslint', 'Oops! Something went wrong!\nno config', 2, 'eslint: exit 2, but no report (no config)'],
    ['tsc', 'sh: tsc: not found', 127, 'tsc: exit 127, but no problem reported (sh: tsc: not found)'],
    [
      'mypy',
      'mypy: error: Cannot find config',
      2,
      'mypy: exit 2, but no problem reported (mypy: error: Cannot find config)',
    ],
    ['cargo', '{"reason":"compiler-artifact"}', 101, 'cargo: exit 101, but no report ({"reason":"compiler-artifact"})'],
    ['tsc', 'a.ts(1,1): error TS1: cut off', null, 'tsc: it did not finish'],
    ['ruff', '', 0, 'ruff: exit 0, but no report'],
  ])('is unmeasured: %s', (name, text, exitCode, sentence) => {
    expect(readLint(name, { text, exitCode })).toBe(sentence);
  });

  it('lists suppressed problems, but does not count them', () => {
    const message = { ruleId: 'no-eval', severity: 2, message: 'eval', line: 1 };
    const files = [{ filePath: '/p/a.js', messages: [], suppressedMessages: [{ ...message, suppressions: [{}] }] }];
    expect(readLint('eslint', { text: JSON.stringify(files), exitCode: 0 })).toMatchObject({
      counts: { errors: 0, warnings: 0, suppressed: 1 },
      byRule: {},
    });
    const result = { ruleId: 'x', level: 'error', message: { text: 'm' }, suppressions: [{ kind: 'inSource' }] };
    const log = { runs: [{ tool: { driver: { name: 'T' } }, results: [result, { ...result, suppressions: [] }] }] };
    expect(readLint('sarif', { text: JSON.stringify(log), exitCode: 1 })).toMatchObject({
      counts: { errors: 1, suppressed: 1 },
    });
  });

  it('counts more than it lists', () => {
    const text = Array.from({ length: 3000 }, (_, index) => `a.py:${index + 1}:1: W291 trailing`).join('\n');
    const result = readLint('flake8', { text: `${text}\na.py:9:1: E999 bad`, exitCode: 1 }) as LintResult;
    expect(result.counts).toMatchObject({ errors: 1, warnings: 3000 });
    expect(result.problems).toHaveLength(maxProblems);
    expect(result.problems[0]?.rule).toBe('E999');
  });

  it('never throws, on arbitrary text and on damaged reports', () => {
    const texts = readdirSync(fixtures).map(fixture);
    const damagedText = fc
      .tuple(fc.constantFrom(...texts), fc.nat(), fc.nat(200), fc.string({ unit: 'binary', maxLength: 40 }))
      .map(
        ([text, at, length, noise]) =>
          text.slice(0, at % text.length) + noise + text.slice((at % text.length) + length),
      );
    const names = Object.keys(linters) as LinterName[];
    fc.assert(
      fc.property(
        fc.oneof(damagedText, fc.string({ unit: 'binary' }), fc.json()),
        fc.constantFrom(0, 1, null),
        (text, exitCode) => {
          for (const name of names) {
            const result = readLint(name, { text, exitCode, root: '/project' });
            lintMetrics([{ linter: name, result }]);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('metrics of linters', () => {
  const ran = (linter: LinterName, file: string) => ({ linter, result: readFixture(linter, file) });

  it('adds up by area: Rust’s compiler counts as types, clippy as lint', () => {
    const runs = [ran('eslint', 'eslint.json'), ran('tsc', 'tsc.txt'), ran('cargo', 'clippy.hand-written.jsonl')];
    expect(lintMetrics(runs)).toEqual({
      lint: {
        errors: 8,
        warnings: 3,
        byRule: expect.objectContaining({ '@typescript-eslint/no-unused-vars': 2, 'clippy::needless_return': 1 }),
        tools: ['cargo', 'eslint'],
      },
      types: { errors: 3, tools: ['cargo', 'tsc'] },
      unknown: [],
    });
  });

  it('does not treat a broken linter as clean code', () => {
    const broken = { linter: 'ruff', result: 'ruff: exit 2, but no report' } as const;
    expect(lintMetrics([ran('eslint', 'eslint.json'), ran('tsc', 'tsc.txt'), broken])).toEqual({
      lint: null,
      types: { errors: 2, tools: ['tsc'] },
      unknown: ['lint: ruff: exit 2, but no report'],
    });
    expect(lintMetrics([])).toEqual({ lint: null, types: null, unknown: [] });
  });
});
