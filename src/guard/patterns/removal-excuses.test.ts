import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { blockingBesideLostTest } from '../../../test/support/guard/judge.ts';
import { isBlocking } from '../../core/findings/blocking.ts';
import type { Change } from '../finding/types.ts';
import { readChanges } from '../git-changes.ts';
import { guard } from '../guard.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jumar-given-up-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const csv =
  'export function toCsv(rows) {\n  const lines = rows.map((row) => row.join(";"));\n  return lines.join("\\n");\n}\n';
const html =
  'export function toHtml(rows) {\n  const cells = rows.flat();\n  return "<td>" + cells.join("</td><td>") + "</td>";\n}\n';

/** Commits the first files, writes the second ones over them on disk (null removes one), and judges the difference. */
async function blocking(before: Record<string, string>, after: Record<string, string | null>): Promise<string[]> {
  const git = (...args: string[]): void => {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder });
  };
  const lay = (files: Record<string, string | null>): void => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      if (text === null) rmSync(join(folder, path));
      else writeFileSync(join(folder, path), text);
    }
  };
  git('init', '-q');
  lay(before);
  git('add', '-A');
  git('commit', '-qm', 'one');
  lay(after);
  const { changes, contextFiles, rest } = await readChanges(folder, { before: 'HEAD', after: null });
  const { findings } = await guard({ changes, contextFiles, rest });
  return findings.filter(isBlocking).map((finding) => finding.pattern);
}

describe('a removed exported function', () => {
  const both = { 'src/table.js': `${csv}\n${html}` };

  test('only warns if no file names it and no test did', async () => {
    const files = { ...both, 'src/main.js': 'import { toHtml } from "./table.js";\nprint(toHtml(rows));\n' };
    expect(await blocking(files, { 'src/table.js': html })).toEqual([]);
  });

  test('blocks if an unchanged file still names it', async () => {
    const files = { ...both, 'src/main.js': 'import { toCsv } from "./table.js";\nprint(toCsv(rows));\n' };
    expect(await blocking(files, { 'src/table.js': html })).toContain('export-removed');
  });

  test('blocks if its tests were removed too', async () => {
    const tested = "test('joins', () => {\n  expect(toCsv([[1, 2]])).toBe('1;2');\n});\n";
    const files = { ...both, 'test/table.test.js': tested };
    expect(await blocking(files, { 'src/table.js': html, 'test/table.test.js': null })).toContain('export-removed');
  });

  test('blocks if the whole file was removed and another one needs it', async () => {
    const files = { 'src/csv.js': csv, 'src/main.js': 'import { toCsv } from "./csv.js";\nprint(toCsv(rows));\n' };
    expect(await blocking(files, { 'src/csv.js': null })).toContain('source-file-deleted');
  });

  test('only warns if the whole file was removed and nothing uses it', async () => {
    expect(await blocking({ 'src/csv.js': csv, 'src/main.js': 'start();\n' }, { 'src/csv.js': null })).toEqual([]);
  });
});

const blockingNames = blockingBesideLostTest;

describe('deprecated code', () => {
  const cases: [language: string, path: string, mark: string, body: string, rest: string][] = [
    ['JavaScript', 'src/table.js', '/** @deprecated use toHtml */\n', csv, html],
    [
      'Python',
      'src/table.py',
      '',
      'def to_csv(rows):\n    warnings.warn("deprecated", DeprecationWarning)\n    return join(rows, ";", quote)\n',
      'def to_html(rows):\n    return tag("table", rows, indent)\n',
    ],
    [
      'Python',
      'src/table.py',
      '@deprecated(\n    "26.3",\n    reason=text("use to_html"),\n)\n',
      'def to_csv(rows):\n    known = len(rows)\n    return join(rows, ";", quote)\n',
      'def to_html(rows):\n    return tag("table", rows, indent)\n',
    ],
    [
      'Go',
      'table.go',
      '// Deprecated: use ToHTML.\n',
      'func ToCSV(rows [][]string) string {\n\tlines := join(rows)\n\treturn strings.Join(lines, "\\n")\n}\n',
      'func ToHTML(rows [][]string) string {\n\treturn tag("table", rows, 3)\n}\n',
    ],
    [
      'Rust',
      'src/table.rs',
      '#[deprecated(note = "use to_html")]\n',
      'pub fn to_csv(rows: &[Row]) -> String {\n    let lines = split(rows);\n    lines.join(";")\n}\n',
      'pub fn to_html(rows: &[Row]) -> String {\n    tag("table", rows, 3)\n}\n',
    ],
  ];

  test.each(cases)('may be removed: %s', async (language, path, mark, body, rest) => {
    const head = language === 'Go' ? 'package table\n\n' : '';
    const after = `${head}${rest}`;
    expect(await blockingNames({ path, before: `${head}${mark}${body}\n${rest}`, after })).toEqual([]);
    const plain = body.replace(/.*deprecated.*\n/, '    known = len(rows)\n');
    expect(await blockingNames({ path, before: `${head}${plain}\n${rest}`, after })).toContain('export-removed');
  });

  test('may be removed: Java', async () => {
    const table = (more: string): string =>
      `public class Table {\n${more}    public String toHtml(Row[] rows) {\n        return tag("table", rows, 3);\n    }\n}\n`;
    const method =
      '    public String toCsv(Row[] rows) {\n        String[] lines = split(rows);\n        return join(lines, ";");\n    }\n';
    const change = (more: string): Change => ({
      path: 'src/main/java/Table.java',
      before: table(more),
      after: table(''),
    });
    expect(await blockingNames(change(`    @Deprecated\n${method}`))).toEqual([]);
    expect(await blockingNames(change(method))).toContain('export-removed');
  });
});
