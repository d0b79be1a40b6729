import { describe, expect, test } from 'vitest';
import { blocking, changed } from '../../test/support/guard/judge.ts';
import type { Change } from './finding/types.ts';

const edit = (path: string, before: string, after: string): Change => ({ path, before, after });
const eslint = (presets: string[], level = 'error'): string =>
  JSON.stringify({ extends: presets, rules: { eqeqeq: level, 'no-undef': level, 'no-eval': level } }, null, 2);
const ruff = (...rules: string[]): string => `[tool.ruff.lint]\nselect = ${JSON.stringify(rules)}\n`;
const hooks = (...ids: string[]): string =>
  `repos:\n  - repo: https://example.org/x\n    hooks:\n${ids.map((id) => `      - id: ${id}\n`).join('')}`;
const linters = (...names: string[]): string => `linters:\n  enable:\n${names.map((one) => `    - ${one}\n`).join('')}`;

describe('a linter configuration', () => {
  test.each([
    ['a preset', edit('.eslintrc.json', eslint(['a:recommended', 'b']), eslint(['a:recommended']))],
    ['rules', edit('pyproject.toml', ruff('B', 'E', 'F'), ruff('E'))],
    ['a hook', edit('.pre-commit-config.yaml', hooks('ruff', 'mypy'), hooks('ruff'))],
    ['a linter', edit('.golangci.yml', linters('errcheck', 'govet'), linters('govet'))],
  ])('warns if %s is no longer listed', async (_, change) => {
    expect(await changed([[change.path, change.before, change.after]])).toEqual(['lint-rule-off']);
    expect(await blocking(change)).toEqual([]);
  });

  test('loses nothing if the list became ALL', async () => {
    expect(await changed([['pyproject.toml', ruff('B', 'E', 'F'), ruff('ALL')]])).toEqual([]);
  });

  test.each([
    ['eslint', edit('.eslintrc.json', eslint(['a']), eslint(['a'], 'off'))],
    ['eslint under another preset', edit('.eslintrc.json', eslint(['a', 'b']), eslint(['a'], 'off'))],
    [
      'clippy',
      edit(
        'Cargo.toml',
        '[lints.clippy]\nunwrap_used = "deny"\npanic = "deny"\ntodo = "warn"\n',
        '[lints.clippy]\nunwrap_used = "allow"\npanic = "allow"\ntodo = "allow"\n',
      ),
    ],
  ])('blocks if several rules were switched off: %s', async (_, change) => {
    expect(await blocking(change)).toContain('lint-rule-off');
  });
});

describe('a list of test folders', () => {
  const jest = (...match: string[]): string => `module.exports = { testMatch: ${JSON.stringify(match)} };\n`;

  test('runs fewer tests without one of them', async () => {
    const change = edit('jest.config.js', jest('src/**/*.test.ts', 'test/**/*.ts'), jest('src/**/*.test.ts'));
    expect(await blocking(change)).toEqual(['lint-rule-off']);
  });

  test('only warns if it is removed or moved to another file', async () => {
    const own = edit(
      'packages/a/jest.config.js',
      jest('packages/a/**/*.test.ts'),
      'module.exports = { bail: true };\n',
    );
    expect(await blocking(own)).toEqual([]);
    const moved = edit('jest.config.js', jest('src/**/*.test.ts', 'test/**/*.ts'), jest('src/**/*.test.ts'));
    const base = edit('jest.base.config.js', jest('a/**/*.ts'), jest('a/**/*.ts', 'test/**/*.ts'));
    expect(await blocking(moved, base)).toEqual([]);
  });
});
