import { describe, expect, test } from 'vitest';
import { overlayPackage, overlaySections } from './overlay-parts.ts';

const overlaid = (before: unknown, after: unknown) => {
  const text = overlayPackage(JSON.stringify(before), JSON.stringify(after));
  return text === null ? null : JSON.parse(text);
};

describe('package.json', () => {
  test('restores old scripts and keeps those that the agent added', () => {
    const before = { name: 'x', scripts: { test: 'node --test' }, dependencies: { a: '1' } };
    const after = { name: 'x', scripts: { test: 'true', build: 'tsc' }, dependencies: { a: '2', b: '1' } };
    expect(overlaid(before, after)).toEqual({ ...after, scripts: { test: 'node --test', build: 'tsc' } });
  });

  test('loses new pre and post scripts of old ones', () => {
    const before = { scripts: { test: 'node --test' } };
    const after = { scripts: { test: 'node --test', pretest: 'node patch.js', preview: 'vite' } };
    expect(overlaid(before, after)).toEqual({ scripts: { test: 'node --test', preview: 'vite' } });
  });

  test('restores removed scripts and the runner’s configuration', () => {
    const before = { scripts: { test: 'jest' }, jest: { testMatch: ['**/*.test.js'] } };
    expect(overlaid(before, { jest: { testMatch: [] }, mocha: {} })).toEqual(before);
  });

  test.each([
    ['only dependencies changed', { scripts: { test: 'x' } }, { dependencies: {}, scripts: { test: 'x' } }],
    ['only the order changed', { scripts: { a: '1', test: 'x' } }, { scripts: { test: 'x', a: '1' } }],
    ['the baseline had no scripts', {}, { scripts: { test: 'x' } }],
  ])('is left alone if %s', (_, before, after) => {
    expect(overlaid(before, after)).toBe(null);
  });

  test('restores its workspaces', () => {
    expect(overlaid({ workspaces: ['a', 'b'] }, { workspaces: ['a'] })).toEqual({ workspaces: ['a', 'b'] });
  });

  const maps: [string, unknown, unknown, unknown][] = [
    ['a changed target', { '#a': './a.js' }, { '#a': './fake.js', '#b': './b.js' }, { '#a': './a.js', '#b': './b.js' }],
    ['a conditional target', { '#a': { node: './a.js' } }, { '#a': { node: './b.js' } }, { '#a': { node: './a.js' } }],
    ['a removed name', { '#a': './a.js' }, undefined, { '#a': './a.js' }],
    ['only new names', { '#a': './a.js' }, { '#a': './a.js', '#b': './b.js' }, null],
    ['a name whose file was moved', { '#a': './gone.js' }, { '#a': './moved.js' }, null],
  ];
  test.each(maps)('imports with %s', (_, before, after, expected) => {
    const isGone = (target: string) => target === './gone.js';
    const text = overlayPackage(JSON.stringify({ imports: before }), JSON.stringify({ imports: after }), isGone);
    expect(text && JSON.parse(text)).toEqual(expected && { imports: expected });
  });

  test('restores the exports of its own name', () => {
    expect(overlaid({ exports: './a.js' }, { exports: './fake.js' })).toEqual({ exports: { '.': './a.js' } });
    expect(overlaid({ exports: { import: './a.js' } }, { exports: { '.': './b.js', './c': './c.js' } })).toEqual({
      exports: { '.': { import: './a.js' }, './c': './c.js' },
    });
    expect(overlaid({}, { exports: './a.js' })).toBe(null);
  });

  test('is overlaid completely if it is no longer JSON', () => {
    expect(overlayPackage('{"scripts":{}}', 'oops')).toBe('{"scripts":{}}');
    expect(overlayPackage('oops', '{}')).toBe(null);
  });
});

describe('files with sections', () => {
  const before = '[project]\nname = "x"\n\n[tool.pytest.ini_options]\naddopts = "-q"\n';

  test('restore the old test configuration and keep the other changes', () => {
    const after = '[project]\nname = "y"\n[tool.pytest.ini_options]\naddopts = "-k nothing"\n[tool.black]\nline = 1\n';
    const text = overlaySections(before, after) as string;
    expect(text).toContain('name = "y"');
    expect(text).toContain('addopts = "-q"');
    expect(text).toContain('[tool.black]');
    expect(text).not.toContain('nothing');
  });

  test('lose new test configuration', () => {
    const after = `${before}[tool.coverage.run]\nomit = ["*"]\n`;
    expect(overlaySections(before, after)).not.toContain('omit');
  });

  test('are left alone if only the rest changed', () => {
    expect(overlaySections(before, before.replace('"x"', '"y"'))).toBe(null);
  });
});
