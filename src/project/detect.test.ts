import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isCommand } from '../core/criteria/command-line.ts';
import { detectProject } from './detect.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'jumar-toolchain-'));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
  await rm(`${root}-bin`, { recursive: true, force: true });
});

type Files = Record<string, string>;

async function write(files: Files): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
}

/** A search path with only these programs, whatever is installed on this machine. */
async function searchPath(...programs: string[]): Promise<string> {
  const bin = join(root, '..', `${basename(root)}-bin`);
  await mkdir(bin, { recursive: true });
  for (const program of programs) await writeFile(join(bin, program), '', { mode: 0o755 });
  return bin;
}

async function commandsIn(files: Files, cwd = '.', programs = ['uv', 'poetry']) {
  await write(files);
  const project = await detectProject(root, join(root, cwd), await searchPath(...programs));
  const { test, lint, typecheck, build } = project;
  return { project, commands: [test, lint, typecheck, build].map((command) => command?.command ?? null) };
}

const scripts = (bodies: Files, more = {}) => JSON.stringify({ name: 'x', scripts: bodies, ...more });
const placeholder = 'echo "Error: no test specified" && exit 1';

test('without its environment manager installed, a project uses the plain programs', async () => {
  const files = { 'pyproject.toml': '[dependency-groups]\ndev = ["pytest"]\n[tool.ruff]\n', 'uv.lock': '' };
  expect((await commandsIn(files, '.', [])).commands).toEqual(['python3 -m pytest', 'ruff check .', null, null]);
  const withVenv = await commandsIn({ ...files, '.venv/bin/python': '' }, '.', []);
  expect(withVenv.commands[0]).toBe('.venv/bin/python -m pytest');
});

describe('commands per ecosystem: test, lint, type check, build', () => {
  test.each<[string, Files, (string | null)[]]>([
    [
      'npm',
      { 'package.json': scripts({ test: 'vitest run', lint: 'eslint .', build: 'tsc', typecheck: 'tsc --noEmit' }) },
      ['npm test', 'npm run lint', 'npm run typecheck', 'npm run build'],
    ],
    [
      'pnpm by lock file',
      { 'package.json': scripts({ test: 'x', lint: 'y' }), 'pnpm-lock.yaml': '' },
      ['pnpm test', 'pnpm run lint', null, null],
    ],
    ['yarn by lock file', { 'package.json': scripts({ test: 'x' }), 'yarn.lock': '' }, ['yarn test', null, null, null]],
    [
      'bun, where `bun test` is not the script',
      { 'package.json': scripts({ test: 'x' }), 'bun.lock': '' },
      ['bun run test', null, null, null],
    ],
    [
      'packageManager before lock files',
      { 'package.json': scripts({ test: 'x' }, { packageManager: 'pnpm@9.0.0' }), 'package-lock.json': '{}' },
      ['pnpm test', null, null, null],
    ],
    ["npm's placeholder is no test", { 'package.json': scripts({ test: placeholder }) }, [null, null, null, null]],
    [
      'a watch script',
      { 'package.json': scripts({ test: 'jest --watch', 'test:ci': 'jest' }) },
      ['npm run test:ci', null, null, null],
    ],
    [
      'a linter that fixes',
      { 'package.json': scripts({ lint: 'eslint --fix .', 'lint:check': 'eslint .' }) },
      [null, 'npm run lint:check', null, null],
    ],
    [
      'react-scripts',
      { 'package.json': scripts({ test: 'react-scripts test' }) },
      ['CI=true npm test', null, null, null],
    ],
    [
      'no scripts, but dependencies and configs',
      {
        'package.json': scripts({}, { devDependencies: { vitest: '4', typescript: '6', eslint: '10' } }),
        'src/a.test.ts': '',
        'eslint.config.js': '',
        'tsconfig.json': '{}',
      },
      ['npx vitest run', 'npx eslint .', 'npx tsc --noEmit', null],
    ],
    [
      'eslint configured in the manifest',
      { 'package.json': scripts({}, { devDependencies: { eslint: '8' }, eslintConfig: {} }) },
      [null, 'npx eslint .', null, null],
    ],
    [
      'a linter that is installed but not a dependency',
      { 'package.json': scripts({}), '.oxlintrc.json': '{}', 'node_modules/.bin/oxlint': '' },
      [null, 'npx oxlint', null, null],
    ],
    ['a linter that is neither', { 'package.json': scripts({}), 'eslint.config.js': '' }, [null, null, null, null]],
    [
      'a solution of projects',
      {
        'package.json': scripts({}, { devDependencies: { typescript: '6' } }),
        'tsconfig.json': '{ "files": [], "references": [] }',
      },
      [null, null, 'npx tsc -b --noEmit', null],
    ],
    [
      "node's own runner",
      { 'package.json': scripts({ test: placeholder }), 'test/a.test.js': "import test from 'node:test';" },
      ['node --test', null, null, null],
    ],
    [
      'test files of an unknown runner',
      { 'package.json': scripts({}), 'test/a.js': "require('assert')(true);" },
      [null, null, null, null],
    ],
    ['broken package.json', { 'package.json': '{ "scripts": ' }, [null, null, null, null]],
    [
      'scripts that are not strings',
      { 'package.json': '{ "scripts": { "test": 3, "lint": null } }' },
      [null, null, null, null],
    ],
    [
      'deno',
      { 'deno.json': '{ "tasks": { "test": "deno test -A" } }' },
      ['deno task test', 'deno lint', 'deno check .', null],
    ],
    [
      'deno with comments',
      { 'deno.jsonc': '{\n  // tasks\n  "tasks": {},\n}' },
      ['deno test', 'deno lint', 'deno check .', null],
    ],
    [
      'deno with comments behind and between',
      { 'deno.jsonc': '{\n  "tasks": { /* all */ "test": "deno test http://a//b", }, // tasks\n}' },
      ['deno task test', 'deno lint', 'deno check .', null],
    ],
    ['pytest.ini', { 'pytest.ini': '[pytest]\n' }, ['python3 -m pytest', null, null, null]],
    [
      'pyproject',
      { 'pyproject.toml': '[tool.pytest.ini_options]\n[tool.ruff]\n[tool.mypy]\n' },
      ['python3 -m pytest', 'ruff check .', 'mypy .', null],
    ],
    [
      'uv',
      { 'pyproject.toml': '[dependency-groups]\ndev = ["pytest"]\n', 'uv.lock': '' },
      ['uv run python -m pytest', null, null, null],
    ],
    [
      'poetry',
      { 'pyproject.toml': '[tool.poetry]\n[tool.poetry.group.dev.dependencies]\npytest = "*"\n' },
      ['poetry run python -m pytest', null, null, null],
    ],
    [
      'a virtual environment',
      { 'setup.cfg': '[tool:pytest]\n', '.venv/bin/python': '' },
      ['.venv/bin/python -m pytest', null, null, null],
    ],
    ['test functions', { 'tests/test_a.py': 'def test_a(): assert True\n' }, ['python3 -m pytest', null, null, null]],
    ['unittest', { 'test_a.py': 'import unittest\n' }, ['python3 -m unittest', null, null, null]],
    [
      'unittest in a folder',
      { 'tests/test_a.py': 'from unittest import TestCase\n' },
      ['python3 -m unittest discover -s tests', null, null, null],
    ],
    [
      'unittest in a package',
      { 'tests/test_a.py': 'import unittest\n', 'tests/__init__.py': '' },
      ['python3 -m unittest', null, null, null],
    ],
    ['tox alone', { 'tox.ini': '[tox]\n[testenv]\ncommands = nosetests\n' }, ['tox', null, null, null]],
    ['python without tests', { 'requirements.txt': 'flask\n' }, [null, null, null, null]],
    ['go', { 'go.mod': 'module x' }, ['go test ./...', 'go vet ./...', 'go vet ./...', 'go build ./...']],
    [
      'go with golangci',
      { 'go.mod': 'module x', '.golangci.yml': '' },
      ['go test ./...', 'golangci-lint run', 'go vet ./...', 'go build ./...'],
    ],
    [
      'cargo',
      { 'Cargo.toml': '[package]\n' },
      ['cargo test', 'cargo clippy --all-targets -- -D warnings', 'cargo check', 'cargo build'],
    ],
    [
      'cargo workspace',
      { 'Cargo.toml': '[workspace]\n' },
      [
        'cargo test --workspace',
        'cargo clippy --workspace --all-targets -- -D warnings',
        'cargo check --workspace',
        'cargo build --workspace',
      ],
    ],
    ['maven', { 'pom.xml': '<project/>' }, ['mvn -B test', null, 'mvn -B test-compile', 'mvn -B package -DskipTests']],
    [
      'maven wrapper',
      { 'pom.xml': '<project/>', mvnw: '' },
      ['./mvnw -B test', null, './mvnw -B test-compile', './mvnw -B package -DskipTests'],
    ],
    ['gradle', { 'build.gradle.kts': '' }, ['gradle test', null, 'gradle testClasses', 'gradle assemble']],
    [
      'gradle wrapper',
      { 'build.gradle': '', gradlew: '' },
      ['./gradlew test', null, './gradlew testClasses', './gradlew assemble'],
    ],
    [
      'make',
      { Makefile: '.PHONY: test\nCC := gcc\ntest: build\n\tgo test\nbuild lint:\n\ttrue\n%.o: %.c\n' },
      ['make test', 'make lint', null, 'make build'],
    ],
    ['make check', { makefile: 'check:\n\ttrue\n' }, ['make check', null, null, null]],
    [
      'make before conventional commands',
      { Makefile: 'test:\n\ttrue\n', 'go.mod': 'module x' },
      ['make test', 'go vet ./...', 'go vet ./...', 'go build ./...'],
    ],
    [
      'package.json before make',
      { Makefile: 'test:\n\ttrue\n', 'package.json': scripts({ test: 'x' }) },
      ['npm test', null, null, null],
    ],
    [
      'just',
      { justfile: 'version := "1"\ntest *args:\n  cargo test\n@lint:\n  true\n' },
      ['just test', 'just lint', null, null],
    ],
    [
      'rspec',
      { Gemfile: '', 'spec/a_spec.rb': '', '.rubocop.yml': '' },
      ['bundle exec rspec', 'bundle exec rubocop', null, null],
    ],
    ['rake', { Rakefile: 'Rake::TestTask.new\n' }, ['rake test', null, null, null]],
    [
      'phpunit',
      { 'composer.json': '{ "require-dev": { "phpunit/phpunit": "^9" } }' },
      ['vendor/bin/phpunit', null, null, null],
    ],
    [
      'composer script',
      { 'composer.json': '{ "scripts": { "test": "phpunit" } }', 'phpunit.xml': '' },
      ['composer test', null, null, null],
    ],
    ['dotnet', { 'App.sln': '' }, ['dotnet test', null, 'dotnet build', 'dotnet build']],
    ['nothing', { 'README.md': '# x' }, [null, null, null, null]],
  ])('%s', async (_, files, expected) => {
    const { project, commands } = await commandsIn(files);
    expect(commands).toEqual(expected);
    for (const command of commands) if (command) expect(isCommand(command, project), command).toBe(true);
  });
});

test('reports commands and evidence', async () => {
  const { project } = await commandsIn({
    'package.json': scripts({ test: 'vitest', prepare: 'x', pretest: 'y', 'fix me': 'z' }),
    'tsconfig.json': '{}',
    'go.mod': 'module x',
  });
  expect(project.evidence).toEqual([
    'npm test: package.json script test',
    'go vet ./...: go.mod',
    'go vet ./...: go.mod',
    'go build ./...: go.mod',
  ]);
  expect(project.languages).toEqual(['TypeScript', 'Go']);
  expect(project.packageManager).toBe('npm');
  expect(project.scripts).toEqual([
    { name: 'test', command: 'npm test' },
    { name: 'fix me', command: "npm run 'fix me'" },
  ]);
});

test('a folder of a monorepo uses its own files first, then those above it up to the root', async () => {
  const files = {
    'pnpm-lock.yaml': '',
    'package.json': scripts({ test: 'all', lint: 'eslint .' }),
    'packages/web/package.json': scripts({ test: 'vitest' }),
    'docs/readme.md': '',
  };
  expect((await commandsIn(files, 'packages/web')).commands).toEqual([
    'pnpm test',
    'cd ../.. && pnpm run lint',
    null,
    null,
  ]);
  expect((await commandsIn(files, 'docs')).commands).toEqual([
    'cd .. && pnpm test',
    'cd .. && pnpm run lint',
    null,
    null,
  ]);
});

test('never looks above the root', async () => {
  await write({ 'package.json': scripts({ test: 'x' }), 'inner/a.txt': '' });
  const project = await detectProject(join(root, 'inner'), join(root, 'inner'));
  expect(project.test).toBe(null);
});

test('a missing or unreadable folder has no commands', async () => {
  expect((await detectProject(join(root, 'gone'), join(root, 'gone'))).test).toBe(null);
  await mkdir(join(root, 'package.json'));
  expect((await commandsIn({})).commands).toEqual([null, null, null, null]);
});

test('finds programs on the search path, in node_modules/.bin, and by path', async () => {
  await write({ 'bin/onpath': '', 'node_modules/.bin/own': '', 'scripts/check': '', 'scripts/plain': '' });
  for (const name of ['bin/onpath', 'node_modules/.bin/own', 'scripts/check']) await chmod(join(root, name), 0o755);
  const { isExecutable } = await detectProject(root, root, join(root, 'bin'));
  const words = ['onpath', 'own', 'scripts/check', './scripts/check', 'scripts/plain', 'scripts', 'sh', 'not here', ''];
  expect(words.filter(isExecutable)).toEqual(['onpath', 'own', 'scripts/check', './scripts/check']);
});
