import { describe, expect, test } from 'vitest';
import { fromFolder, literalGlob, pathRules } from './path-rules.ts';

describe('globs', () => {
  test.each<[string[], string, boolean]>([
    [['tests/'], 'tests/a.js', true],
    [['tests'], 'packages/x/tests/deep/a.js', true],
    [['/tests'], 'packages/x/tests/a.js', false],
    [['src/**/*.snap'], 'src/a/b.snap', true],
    [['src/**/*.snap'], 'lib/src/b.snap', false],
    [['*.test.js'], 'a/b/c.test.js', true],
    [['*.test.js'], 'a/b/c.js', false],
    [['.jumar/'], '.jumar/config.yaml', true],
    [['.github'], '.github/workflows/ci.yml', true],
    [['tests', '!tests/new'], 'tests/new/a.js', false],
    [['tests', '!tests/new', 'tests/new/b.js'], 'tests/new/b.js', true],
    [['./check.sh'], 'check.sh', true],
    [['./check.sh'], 'sub/check.sh', false],
    [[literalGlob('od[d] (1)*.sh')], 'od[d] (1)*.sh', true],
    [[literalGlob('od[d] (1)*.sh')], 'odd (1)x.sh', false],
    [[], 'a', false],
    [['', '/'], 'a', false],
  ])('%j on %s: %s', (globs, path, expected) => {
    expect(pathRules(globs).matches(path)).toBe(expected);
  });

  test('report whether they name a folder', () => {
    const rules = pathRules(['build/checks/*.sh', '*.snap']);
    expect([rules.names('build/'), rules.names('build/checks'), rules.names('dist/')]).toEqual([true, true, false]);
  });

  test('in a folder are relative to it', () => {
    const rules = pathRules(fromFolder(['src', '/only.txt', '!src/x'], 'pkg/a'));
    expect(rules.matches('pkg/a/src/y')).toBe(true);
    expect(rules.matches('src/y')).toBe(false);
    expect(rules.matches('pkg/a/only.txt')).toBe(true);
    expect(rules.matches('pkg/a/deep/only.txt')).toBe(false);
    expect(rules.matches('pkg/a/src/x')).toBe(false);
  });
});
