import { describe, expect, test } from 'vitest';
import { type RemedyFacts, remedies, remedyFor } from './remedies.ts';

const install = {
  node: 'pnpm install --frozen-lockfile',
  python: 'uv sync',
  ruby: 'bundle install',
  go: 'go mod download',
  rust: 'cargo fetch',
  java: './mvnw dependency:go-offline',
};
const check: RemedyFacts = { install, build: 'pnpm build', agent: null };
const by = (agent: string): RemedyFacts => ({ ...check, agent });

const shown: [symptom: string, facts: RemedyFacts, name: string, text: string][] = [
  ['command not found: pnpm', check, 'a package manager', '`npm install -g pnpm`'],
  ['/bin/sh: 1: uv: not found', check, 'a package manager', '`pip install uv`'],
  ["Error: Cannot find module 'lodash'", check, 'node dependencies', '--setup "pnpm install --frozen-lockfile"'],
  [
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@scope/x' imported from /p/a.js",
    check,
    'node dependencies',
    'pnpm',
  ],
  ['sh: 1: vitest: not found', check, 'node dependencies', 'pnpm'],
  ['/bin/sh: line 1: jest: command not found', check, 'node dependencies', 'pnpm'],
  ['make: mocha: No such file or directory', check, 'node dependencies', 'pnpm'],
  ['not installed: tsc', check, 'node dependencies', 'pnpm'],
  ["ModuleNotFoundError: No module named 'requests'", check, 'python dependencies', 'uv sync'],
  ['command not found: pytest', check, 'python dependencies', 'uv sync'],
  ['Could not find rake-13.0 in locally installed gems', check, 'ruby dependencies', 'bundle install'],
  ['require(vendor/autoload.php): Failed to open stream', check, 'php dependencies', '<install command>'],
  [
    'a.go:3:2: no required module provides package github.com/x/y; to add it:',
    check,
    'go dependencies',
    'go mod download',
  ],
  [
    'Error: Failed to resolve entry for package "@scope/core". The package may have incorrect main/module/exports',
    check,
    'packages that are not built',
    '--setup "pnpm build"',
  ],
  [
    "Error: Cannot find module '/p/node_modules/@scope/core/dist/index.js'",
    check,
    'packages that are not built',
    '`pnpm build`',
  ],
  ['error: failed to get `serde` as a dependency of package `a v0.1.0`', check, 'rust dependencies', 'cargo fetch'],
  [
    '[ERROR] Failed to execute goal on project a: Could not resolve dependencies for project a:a:jar:1',
    check,
    'java dependencies',
    './mvnw dependency:go-offline',
  ],
  ["> Could not resolve all files for configuration ':compileClasspath'.", check, 'java dependencies', 'mvnw'],
  ['fatal: unable to access: Could not resolve host: github.com', check, 'no network', 'github.com could not be'],
  [
    'exit 1, because the room lets no check write to /opt/my data\nError: Cannot find module "x"',
    check,
    'a place that checks may not write to',
    "jumar config set room.writable '/opt/my data'`",
  ],
  [
    'exit 1, because the room lets no check write to /home/u, your home folder',
    check,
    'a place that checks may not write to',
    '--until "HOME=/tmp <the check>"; `jumar config set room.writable /home/u` opens your whole home',
  ],
  [
    'npm error request to https://r/ failed, reason: getaddrinfo EAI_AGAIN packages.example.org',
    check,
    'no network',
    'packages.example.org',
  ],
  ['crash: getaddrinfo ENOTFOUND api.example.com', by('command'), 'no network', 'api.example.com'],
  [
    'crash: Not inside a trusted directory and --skip-git-repo-check was not specified.',
    by('codex'),
    'an untrusted folder',
    '`codex`',
  ],
  ['crash: the agent does not speak ACP: it did not answer', by('acp'), 'an agent that does not speak ACP', '--acp'],
  ['crash: the agent does not speak ACP', by('goose'), 'an agent that does not speak ACP', 'newer version of `goose`'],
  ['This workspace is not trusted', by('gemini'), 'an untrusted folder', '`gemini`'],
  ['exit 1: MY_PROXY_TOKEN is not set', by('command'), 'a variable', 'agent.env MY_PROXY_TOKEN'],
  [
    'crash: When using Gemini API, you must specify the GEMINI_API_KEY environment variable: missing',
    by('gemini'),
    'a variable',
    'set GEMINI_API_KEY in this shell, then `jumar resume`',
  ],
  ['crash: GEMINI_API_KEY is not set', by('acp'), 'a variable', 'agent.env GEMINI_API_KEY'],
  ['exit 1: please set AZURE_ENDPOINT', by('command'), 'a variable', 'agent.env AZURE_ENDPOINT'],
  ['auth: Not logged in · Please run /login', by('claude'), 'a sign-in', '/login'],
  ['auth: 401 Unauthorized', by('codex'), 'a sign-in', '`codex login`'],
  ['auth: token expired', by('opencode'), 'a sign-in', '`opencode auth login`'],
  ['Invalid API key', by('command'), 'a sign-in', 'your agent'],
  [
    "crash: EROFS: read-only file system, mkdir '/home/u/.x'",
    by('opencode'),
    'a permission of the agent',
    '--sandbox none',
  ],
];

test.each(shown)('%s', (symptom, facts, name, text) => {
  const remedy = remedyFor(`first line\n${symptom}\nlast line`, facts);
  expect(remedy?.name).toBe(name);
  expect(remedy?.text).toContain(text);
});

test('a check that runs no test', () => {
  expect(remedyFor('exit 0, but no test ran (go)\n?   m [no test files]', check)?.text).toContain('found no tests');
  expect(remedyFor('it says: exit 0, but no test ran', check)).toBeNull();
});

test.each([
  ["Cannot find package '@scope/x/sub.js' imported from /p/a.js", '@scope/x'],
  ["Error: Cannot find module 'lodash/fp'", 'lodash'],
  ['Failed to resolve import "left-pad" from "a.test.js"', 'left-pad'],
  ['sh: 1: tsc: not found', 'typescript'],
  ["ModuleNotFoundError: No module named 'requests'", 'requests'],
  ['command not found: pytest', 'pytest'],
  ["No module named 'a_b'\nthen\nNo module named 'c'", 'a_b', 'c'],
  ['Could not find rake-13.0 in locally installed gems'],
])('the missing package: %s', (symptom, ...missing) => {
  expect(remedyFor(symptom, check)?.missing).toEqual(missing);
});

test('every remedy has a row', () => {
  const named = [...shown.map(([, , name]) => name), 'no tests'];
  expect(new Set(named)).toEqual(new Set(remedies.map(({ name }) => name)));
});

describe('no remedy for', () => {
  test.each<[string, RemedyFacts]>([
    ["Error: Cannot find module './missing.js'", check],
    ["Error: Cannot find module '/p/src/a.js'", check],
    ["Cannot find package '#internal'", check],
    ['AssertionError: expected 2 to be 3', check],
    ['401 is not 200', check],
    ['command not found: pnpm-extra', check],
    ['command not found: pnpm', by('command')],
    ['MAX_SIZE is not set', check],
    ['exit 1: cannot read the file', by('command')],
    ['JUMAR_BLOCKED_FILE is not set', by('command')],
    ["Error: Cannot find module 'lodash'", by('command')],
    ["Error: Cannot find module '/p/src/dist/index.js'", check],
    ['error: no rules expected the token `=`', check],
  ])('%s', (symptom, facts) => {
    expect(remedyFor(symptom, facts)).toBeNull();
  });
});
