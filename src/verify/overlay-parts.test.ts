import { describe, expect, test } from 'vitest';
import { overlaidPackage, overlaidSections } from './overlay-parts.ts';

const overlaid = (before: unknown, after: unknown) => {
  const text = overlaidPackage(JSON.stringify(before), JSON.stringify(after));
  return text === null ? null : JSON.parse(text);
};

describe('package.json', () => {
  test('gets its old scripts back and keeps what the agent added', () => {
    const before = { name: 'x', scripts: { test: 'node --test' }, dependencies: { a: '1' } };
    const after = { name: 'x', scripts: { test: 'true', build: 'tsc' }, dependencies: { a: '2', b: '1' } };
    expect(overlaid(before, after)).toEqual({ ...after, scripts: { test: 'node --test', build: 'tsc' } });
  });

  test('loses scripts that npm would run around an old one', () => {
    const before = { scripts: { test: 'node --test' } };
    const after = { scripts: { test: 'node --test', pretest: 'node patch.js', preview: 'vite' } };
    expect(overlaid(before, after)).toEqual({ scripts: { test: 'node --test', preview: 'vite' } });
  });

  test('gets removed scripts and the configuration of the runner back', () => {
    const before = { scripts: { test: 'jest' }, jest: { testMatch: ['**/*.test.js'] } };
    expect(overlaid(before, { jest: { testMatch: [] }, mocha: {} })).toEqual(before);
  });

  test.each([
    ['only dependencies changed', { scripts: { test: 'x' } }, { dependencies: {}, scripts: { test: 'x' } }],
    ['only the order changed', { scripts: { a: '1', test: 'x' } }, { scripts: { test: 'x', a: '1' } }],
    ['nothing was there to judge with', {}, { scripts: { test: 'x' } }],
  ])('is left alone where %s', (_, before, after) => {
    expect(overlaid(before, after)).toBe(null);
  });

  test('tests the packages that it named', () => {
    expect(overlaid({ workspaces: ['a', 'b'] }, { workspaces: ['a'] })).toEqual({ workspaces: ['a', 'b'] });
  });

  const maps: [string, unknown, unknown, unknown][] = [
    [
      'a name that leads elsewhere',
      { '#a': './a.js' },
      { '#a': './fake.js', '#b': './b.js' },
      { '#a': './a.js', '#b': './b.js' },
    ],
    [
      'one that is conditional',
      { '#a': { node: './a.js' } },
      { '#a': { node: './b.js' } },
      { '#a': { node: './a.js' } },
    ],
    ['one that is gone', { '#a': './a.js' }, undefined, { '#a': './a.js' }],
    ['only new names', { '#a': './a.js' }, { '#a': './a.js', '#b': './b.js' }, null],
    ['a name whose file was moved', { '#a': './gone.js' }, { '#a': './moved.js' }, null],
  ];
  test.each(maps)('imports with %s', (_, before, after, expected) => {
    const isGone = (target: string) => target === './gone.js';
    const text = overlaidPackage(JSON.stringify({ imports: before }), JSON.stringify({ imports: after }), isGone);
    expect(text && JSON.parse(text)).toEqual(expected && { imports: expected });
  });

  test('is imported by its own name as it was', () => {
    expect(overlaid({ exports: './a.js' }, { exports: './fake.js' })).toEqual({ exports: { '.': './a.js' } });
    expect(overlaid({ exports: { import: './a.js' } }, { exports: { '.': './b.js', './c': './c.js' } })).toEqual({
      exports: { '.': { import: './a.js' }, './c': './c.js' },
    });
    expect(overlaid({}, { exports: './a.js' })).toBe(null);
  });

  test('that is no JSON any more is overlaid whole', () => {
    expect(overlaidPackage('{"scripts":{}}', 'oops')).toBe('{"scripts":{}}');
    expect(overlaidPackage('oops', '{}')).toBe(null);
  });
});

describe('files with sections', () => {
  const before = '[project]\nname = "x"\n\n[tool.pytest.ini_options]\naddopts = "-q"\n';

  test('get the old test configuration into what the agent made of the rest', () => {
    const after = '[project]\nname = "y"\n[tool.pytest.ini_options]\naddopts = "-k nothing"\n[tool.black]\nline = 1\n';
    const text = overlaidSections(before, after) as string;
    expect(text).toContain('name = "y"');
    expect(text).toContain('addopts = "-q"');
    expect(text).toContain('[tool.black]');
    expect(text).not.toContain('nothing');
  });

  test('lose test configuration that is new', () => {
    const after = `${before}[tool.coverage.run]\nomit = ["*"]\n`;
    expect(overlaidSections(before, after)).not.toContain('omit');
  });

  test('are left alone where only the rest changed', () => {
    expect(overlaidSections(before, before.replace('"x"', '"y"'))).toBe(null);
  });
});
