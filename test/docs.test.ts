import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { mergeLayers } from '../src/config/layers.ts';
import { settingsSchema } from '../src/core/state/settings.ts';
import { isFields } from '../src/core/text/foreign-json.ts';
import { buildProgram } from '../src/faces/cli/program.ts';
import { processContext } from '../src/faces/cli/support/context.ts';

/** What people copy from the pages: snippets are type-checked or parsed, commands and flags are looked up. */
const root = fileURLToPath(new URL('..', import.meta.url));
const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
const pages = ['README.md', ...docs.map((name) => `docs/${name}`)].map((page) => ({
  page,
  text: readFileSync(join(root, page), 'utf8'),
}));
const snippets = pages.flatMap(({ page, text }) =>
  [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', code = ''], index) => ({
    name: `${page}, snippet ${index + 1}`,
    language,
    code,
  })),
);
const inLanguage = (...languages: string[]) => snippets.filter(({ language }) => languages.includes(language));

test.each(inLanguage('js', 'ts'))('$name is code that compiles', { timeout: 60_000 }, ({ code }) => {
  const file = join(root, 'docs', 'snippet.mts');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (path) => path === file || fileExists(path);
  host.getSourceFile = (path, target, ...rest) =>
    path === file ? ts.createSourceFile(path, code, target) : getSourceFile(path, target, ...rest);
  const problems = ts.getPreEmitDiagnostics(ts.createProgram([file], options, host));
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
});

test.each(inLanguage('json'))('$name is JSON', ({ code }) => {
  expect(() => JSON.parse(/^\s*[[{]/.test(code) ? code : `{${code}}`)).not.toThrow();
});

test.each(inLanguage('yaml'))('$name is YAML, and of settings only such as there are', ({ code }) => {
  const values: unknown = parse(code);
  expect(values).toBeTypeOf('object');
  if (!isFields(values)) return;
  const groups = new Set([...Object.keys(settingsSchema.shape), 'types']);
  if (!Object.keys(values).every((name) => groups.has(name))) return;
  const { types, ...settings } = values;
  for (const layer of [settings, ...(isFields(types) ? Object.values(types).filter(isFields) : [])])
    expect(() => mergeLayers([{ source: 'the page', values: layer }])).not.toThrow();
});

describe('commands and their flags are such as there are', () => {
  const program = buildProgram(processContext(), { code: 0 });
  test.each(pages)('$page', ({ text }) => {
    const calls = [...text.matchAll(/(?<=^|[`$]|npx )\s*jumar ([^`\n]+)/gm)].map(([, words = '']) => words);
    expect(calls.flatMap((words) => unknownFlags(program, words))).toEqual([]);
  });
});

/** What follows another command on the line is not Jumar's. */
function unknownFlags(program: Command, words: string): string[] {
  const [own = ''] = words.replace(/"[^"]*"|'[^']*'/g, 'x').split(/&&|\s[|;>#]\s| {3}/);
  const tokens = own.split(/[\s,|]+/);
  let command = program;
  for (const token of tokens) {
    const next = command.commands.find((one) => one.name() === token);
    if (!next) break;
    command = next;
  }
  if (command === program) command = program.commands.find((one) => one.name() === 'run') as Command;
  const known = [...command.options, ...program.options].map(({ long }) => long);
  const flags = tokens.filter((token) => /^--[a-z][a-z-]+$/.test(token));
  return flags.filter((flag) => flag !== '--help' && !known.includes(flag)).map((flag) => `jumar ${own}: ${flag}`);
}

test('every row of docs/safety.md names tests that there are', () => {
  const { text = '' } = pages.find(({ page }) => page === 'docs/safety.md') ?? {};
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| attack '));
  expect(rows.length).toBeGreaterThan(40);
  const tests = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
  );
  const missing = rows.flatMap((row) => {
    const named = [...(row.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
    const unknown = named.filter((path) => !tests.some((file) => isNamed(file, path)));
    return named.length === 0 ? [row] : unknown;
  });
  expect(missing).toEqual([]);
});

/** A row names a file, a folder of tests, the start of several names, or a neighbour of the file before by its name. */
function isNamed(file: string, path: string): boolean {
  return path.includes('/') ? file.startsWith(path) : file.endsWith(`/${path}`);
}
