import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { detectLinters } from './detect.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'jumar-linters-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function detect(files: Record<string, string | object>, programs: string[] = []) {
  const all = { ...files, ...Object.fromEntries(programs.map((name) => [`path/${name}`, '#!/bin/sh\n'])) };
  for (const [path, content] of Object.entries(all)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
    if (/^path\/|\.bin\/|venv\/bin\//.test(path)) await chmod(join(root, path), 0o755);
  }
  const { commands, missing } = await detectLinters(root, { PATH: join(root, 'path') });
  return [...commands.map(({ folder, command }) => (folder ? `${folder}: ${command}` : command)), ...missing];
}

const binaries = (...names: string[]) => Object.fromEntries(names.map((name) => [`node_modules/.bin/${name}`, '']));

it('finds nothing in a project without set-up', async () => {
  expect(await detect({ 'README.md': '', 'package.json': 'not json' }, ['eslint', 'ruff'])).toEqual([]);
});

it('runs the tools of the configuration files, with the project’s own programs', async () => {
  const files = { 'eslint.config.js': '', 'biome.json': '{}', 'tsconfig.json': '{}', '.oxlintrc.json': '{}' };
  expect(await detect({ ...files, ...binaries('eslint', 'biome', 'tsc') }, ['oxlint'])).toEqual([
    'node_modules/.bin/eslint . -f json',
    'node_modules/.bin/biome lint . --reporter=json --max-diagnostics=200',
    'oxlint --format json',
    'node_modules/.bin/tsc --noEmit --pretty false',
  ]);
});

it.each([
  ['eslint --ext .ts src test --fix --max-warnings 0', 'eslint --ext .ts src test -f json'],
  ['prettier --check . && eslint "src/**/*.ts" -f stylish', "eslint 'src/**/*.ts' -f json"],
  ['eslint $FILES', 'eslint . -f json'],
])('takes the linted files from the script: %s', async (lint, command) => {
  const commands = await detect({ 'eslint.config.js': '', 'package.json': { scripts: { lint } } }, ['eslint']);
  expect(commands).toEqual([command]);
});

it('does not write, fix or watch', async () => {
  const scripts = {
    build: 'tsc -p tsconfig.build.json',
    fix: 'biome check --write src',
    typecheck: 'tsc -p tsconfig.check.json --watch',
  };
  const files = { 'package.json': { scripts }, 'tsconfig.json': '{}', 'biome.json': '{}' };
  expect(await detect(files, ['tsc', 'biome'])).toEqual([
    'biome lint . --reporter=json --max-diagnostics=200',
    'tsc -p tsconfig.check.json --noEmit --pretty false',
  ]);
});

it.each([
  ['tsc --pretty -p tsconfig.app.json', 'tsc -p tsconfig.app.json --noEmit --pretty false'],
  ['tsc --pretty false --outDir x --emitDeclarationOnly', 'tsc --noEmit --pretty false'],
  ['tsc --build --force', 'tsc --build --force --noEmit --pretty false'],
])('takes the checked files from the script: %s', async (types, command) => {
  expect(await detect({ 'package.json': { scripts: { types } } }, ['tsc'])).toEqual([command]);
});

it('uses build mode if a tsconfig only references others', async () => {
  const config = '{ // solution\n "files": [], "references": [{ "path": "a" }] }';
  expect(await detect({ 'tsconfig.json': config }, ['tsc'])).toEqual(['tsc -b --noEmit --pretty false']);
});

it('reads the sections of Python projects', async () => {
  const files = {
    'pyproject.toml': '[tool.ruff]\nline-length = 100\n[tool.mypy]\nfiles = ["src"]\n[tool.pyright]\n[tool.pylint]\n',
    'setup.cfg': '[metadata]\nname = x\n[flake8]\nmax-line-length = 100\n',
    '.venv/bin/ruff': '',
  };
  expect(await detect(files, ['mypy', 'pylint', 'flake8'])).toEqual([
    '.venv/bin/ruff check --no-fix --output-format json .',
    'flake8',
    'pylint --output-format=json --recursive=y .',
    'mypy --no-pretty --no-color-output --show-error-codes',
    'pyright: [tool.pyright] in pyproject.toml, but pyright is not installed',
  ]);
});

it('detects several languages in one repository', async () => {
  const files = { 'Cargo.toml': '', 'go.mod': '', '.golangci.yml': 'version: "2"\n', '.shellcheckrc': '' };
  expect(await detect(files, ['cargo', 'cargo-clippy', 'go', 'golangci-lint', 'shellcheck'])).toEqual([
    'cargo clippy --all-targets --message-format=json',
    'golangci-lint run --output.json.path stdout',
    "git ls-files -z '*.sh' '*.bash' | xargs -0 -r shellcheck -f json",
  ]);
});

it('falls back to the tools of every toolchain', async () => {
  expect(await detect({ 'Cargo.toml': '', 'go.mod': '' }, ['cargo', 'go'])).toEqual([
    'cargo check --all-targets --message-format=json',
    'go vet -json ./...',
  ]);
});

it('includes folders that are projects themselves, unless a folder above has the same set-up', async () => {
  const files = {
    'eslint.config.js': '',
    'packages/a/package.json': {},
    'packages/a/eslint.config.js': '',
    'packages/a/tsconfig.json': '{}',
    'backend/pyproject.toml': '[tool.ruff]\n',
    'tools/go.mod': '',
    'tools/deep/er/go.mod': '',
    'docs/tsconfig.json': '{}',
    'vendor/x/package.json': {},
    'vendor/x/tsconfig.json': '{}',
    ...binaries('eslint', 'tsc'),
    'backend/.venv/bin/ruff': '',
  };
  expect(await detect(files, ['go'])).toEqual([
    'node_modules/.bin/eslint . -f json',
    'backend: .venv/bin/ruff check --no-fix --output-format json .',
    'tools: go vet -json ./...',
    'packages/a: ../../node_modules/.bin/tsc --noEmit --pretty false',
  ]);
});
