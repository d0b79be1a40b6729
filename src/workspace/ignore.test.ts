import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Scratch, scratch } from '../../test/support/scratch-workspace.ts';
import { honouredRules, literal, mergeIgnoreFiles } from './ignore.ts';

describe('the rules of a folder, relative to the root', () => {
  const table: [string, string, string[]][] = [
    ['', 'a\n/b\nc/\n!d\n', ['a', '/b', 'c/', '!d']],
    ['sub', 'a\n/b\nc/\nd/e\n!f\n', ['/sub/**/a', '/sub/b', '/sub/**/c/', '/sub/d/e', '!/sub/**/f']],
    [
      'sub',
      '\n# comment\n\\#hash\r\ntrailing  \nkept\\ \n',
      ['/sub/**/\\#hash', '/sub/**/trailing', '/sub/**/kept\\ '],
    ],
    ['s*b/[x]', '*\n', ['/s\\*b/\\[x]/**/*']],
    ['sub', '\xef\xbb\xbfbom\n/\n!\n', ['/sub/**/bom']],
  ];
  for (const [folder, content, lines] of table) {
    test(`${folder || 'the root'}: ${JSON.stringify(content)}`, () =>
      expect(mergeIgnoreFiles([{ folder, content }])).toEqual(lines));
  }

  test('deeper folders come last, so that they override', () => {
    const files = ['a/b', '', 'a'].map((folder) => ({ folder, content: 'x' }));
    expect(mergeIgnoreFiles(files)).toEqual(['x', '/a/**/x', '/a/b/**/x']);
  });
});

describe('git reads them as it reads the files themselves', () => {
  let given: Scratch;
  beforeAll(() => {
    given = scratch();
  });
  afterAll(() => given.remove());

  const folders = ['', 'a', 'a/b', 'c d', 'x[1]'];
  const names = ['a.f', 'x.log', 'y.log', 'foo', 'foo ', '#c', '!n', 'new\nline'];
  const files = folders.flatMap((folder) => names.map((name) => (folder === '' ? name : `${folder}/${name}`)));
  const pattern = fc.constantFrom(
    ...[
      'a',
      'b',
      '/a',
      'a/',
      'b/',
      'a/b',
      '/a/b/',
      '*',
      '/*',
      '*.log',
      '!x.log',
      '!a',
      '!/a',
      '!b/',
      '**/foo',
      'foo\\ ',
    ],
    ...[
      'foo ',
      '\\#c',
      '\\!n',
      '# no',
      '',
      'a/**',
      'a/*/foo',
      '!a/b/foo',
      '**/b/**',
      '[ab]',
      'f?o',
      '*.f',
      '!*',
      'c d/',
    ],
    ...['x\\[1]/', '/x[1]', '\ta', 'a\r', 'new?line'],
  );

  const listed = (...excludes: string[]) =>
    execFileSync('git', ['ls-files', '-z', '-o', ...excludes], { cwd: given.root })
      .toString('latin1')
      .split('\0')
      .sort();

  test('for any rules', () => {
    for (const file of files) given.put(file);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...folders), fc.array(pattern, { minLength: 1, maxLength: 4 })), {
          maxLength: 4,
        }),
        (chosen) => {
          const ignoreFiles = [...new Map(chosen)].map(([folder, lines]) => ({ folder, content: lines.join('\n') }));
          const onDisk = ignoreFiles.map(({ folder }) => join(given.root, folder, '.gitignore'));
          for (const [at, file] of onDisk.entries()) writeFileSync(file, ignoreFiles[at]!.content);
          const expected = listed('--exclude-per-directory=.gitignore');
          const collated = join(given.folder, 'collated');
          writeFileSync(collated, mergeIgnoreFiles(ignoreFiles).join('\n'), 'latin1');
          expect(listed(`--exclude-from=${collated}`)).toEqual(expected);
          for (const file of onDisk) rmSync(file);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('and a literal pattern matches only its path', () => {
    const odd = ['o/*', 'o/?', 'o/[a]', 'o/a', 'o/tail ', 'o/tail', 'o/new\nline', 'o/back\\slash'];
    for (const file of odd) given.put(file);
    for (const file of odd) {
      writeFileSync(join(given.folder, 'one'), `${literal(file)}\n`);
      const left = listed(`--exclude-from=${join(given.folder, 'one')}`, '--', 'o');
      expect(left.filter(Boolean)).toEqual(odd.filter((other) => other !== file).sort());
    }
  });
});

describe('rules added since the baseline', () => {
  const table: [string, boolean][] = [
    ['dist/', true],
    ['/build', true],
    ['packages/*/dist/', true],
    ['*.log', true],
    ['.parcel-cache/', true],
    ['coverage/**', true],
    ['*', false],
    ['**/*', false],
    ['/*', false],
    ['src/', false],
    ['*.test.ts', false],
    ['conftest.py', false],
    ['cache/', false],
    ['!dist/', false],
    ['.env', false],
  ];
  for (const [line, expected] of table) {
    test(`${line} is ${expected ? 'honoured' : 'not honoured'}`, () => {
      expect(honouredRules([{ folder: '', content: line }], [])).toEqual(expected ? [line] : []);
    });
  }

  test('are not honoured if part of it must be stored, or if the user already had them', () => {
    expect(honouredRules([{ folder: '', content: 'dist/*\n!dist/keep.js\nbuild/\n' }], ['build/'])).toEqual([]);
    expect(honouredRules([{ folder: 'src', content: '*\n' }], [])).toEqual([]);
    expect(honouredRules([{ folder: 'dist', content: '*\n' }], [])).toEqual(['/dist/**/*']);
  });
});
