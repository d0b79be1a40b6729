import { describe, expect, test } from 'vitest';
import { type RemedyFacts, remedies, remedyFor } from './remedies.ts';

const install = {
  node: 'pnpm install --frozen-lockfile',
  python: 'uv sync',
  ruby: 'bundle install',
  go: 'go mod download',
};
const check: RemedyFacts = { install, agent: null };
const by = (agent: string): RemedyFacts => ({ install, agent });

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
    'crash: Not inside a trusted directory and --skip-git-repo-check was not specified.',
    by('codex'),
    'an untrusted folder',
    '`codex`',
  ],
  ['This workspace is not trusted', by('gemini'), 'an untrusted folder', '`gemini`'],
  ['exit 1: MY_PROXY_TOKEN is not set', by('command'), 'a variable', 'agent.env MY_PROXY_TOKEN'],
  [
    'crash: When using Gemini API, you must specify the GEMINI_API_KEY environment variable: missing',
    by('gemini'),
    'a variable',
    'agent.env GEMINI_API_KEY',
  ],
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

test('every remedy has a row', () => {
  expect(new Set(shown.map(([, , name]) => name))).toEqual(new Set(remedies.map(({ name }) => name)));
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
  ])('%s', (symptom, facts) => {
    expect(remedyFor(symptom, facts)).toBeNull();
  });
});
