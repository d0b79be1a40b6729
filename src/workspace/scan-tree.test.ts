import { chmodSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Scratch, scratch } from '../../test/support/scratch-workspace.ts';
import { headInFiles } from './head-in-files.ts';
import { notedTree, parseIndex } from './index-file.ts';
import { scanTree } from './scan-tree.ts';
import type { Shadow } from './shadow.ts';
import { ignoredByPlainRules, sureRules } from './sure-rules.ts';

let given: Scratch;
beforeEach(() => {
  given = scratch('git', '--object-format=sha1');
});
afterEach(() => given.remove());

/** The index of the repository as if it was a shadow repository's. */
const scan = (...rules: string[]) =>
  scanTree({ root: given.root, cache: join(given.root, '.git'), objectFormat: 'sha1' } as Shadow, rules);
const lines = (text: string) => text.split('\0').filter((line) => line !== '');
const byGit = () => lines(given.git('diff-files', '-z', '--name-only'));

function aTree(...paths: string[]) {
  for (const path of paths) given.put(path);
  given.git('add', '-A');
}

describe('what differs from the index is found without git', () => {
  test.each<[string, (root: string) => void, string[]]>([
    ['nothing', () => {}, []],
    ['content of the same length and time', (root) => rewriteAtSameTime(join(root, 'a.txt')), ['a.txt']],
    ['a file is gone', (root) => rmSync(join(root, 'b/c.txt')), ['b/c.txt']],
    ['a folder is gone', (root) => rmSync(join(root, 'b'), { recursive: true }), ['b/c.txt', 'b/d.txt']],
    ['permissions that git does not store', (root) => chmodSync(join(root, 'a.txt'), 0o600), ['a.txt']],
    ['another link', (root) => relink(join(root, 'link')), ['link']],
    ['a link in place of a file', (root) => relink(join(root, 'a.txt')), ['a.txt']],
  ])('%s', (_, change, touched) => {
    aTree('a.txt', 'b/c.txt', 'b/d.txt');
    symlinkSync('a.txt', join(given.root, 'link'));
    given.git('add', '-A');
    change(given.root);
    expect(scan()).toEqual({ touched, hasOthers: false });
    // Of permissions, git notices none but the executable bit for a while.
    expect(touched).toEqual(expect.arrayContaining(byGit()));
  });

  test('any other entry is for git to judge, unless a plain rule surely ignores it', () => {
    aTree('a.txt');
    given.put('.env');
    expect(scan()?.hasOthers).toBe(true);
    expect(scan('.env')).toEqual({ touched: [], hasOthers: false });
    given.put('node_modules/x/index.js');
    given.put('src/deep/build.log');
    expect(scan('.env', 'node_modules/', '*.log')?.hasOthers).toBe(false);
    expect(scan('.env', 'node_modules/', '*.log', '!keep.log')?.hasOthers).toBe(true);
  });

  test('git has to look if there are other repositories, or files and folders in each other’s place', () => {
    aTree('a.txt', 'b/c.txt');
    for (const change of [
      () => given.git('init', '-q', 'nested'),
      () => [rmSync(join(given.root, 'a.txt')), mkdirSync(join(given.root, 'a.txt'))],
      () => [renameSync(join(given.root, 'b'), join(given.root, 'c')), symlinkSync('c', join(given.root, 'b'))],
    ]) {
      change();
      expect(scan()).toBe(null);
      given.git('clean', '-ffdq');
      given.git('checkout', '-q', '-f', '--', '.');
      expect(scan()).not.toBe(null);
    }
  });

  test('conflicts, special entries and other versions are for git', () => {
    aTree('a.txt');
    for (const args of [
      ['--assume-unchanged', 'a.txt'],
      ['--skip-worktree', 'a.txt'],
      ['--index-version', '4'],
    ]) {
      given.git('update-index', ...args);
      expect(scan()).toBe(null);
      rmSync(join(given.root, '.git/index'));
      given.git('add', '-A');
      expect(scan()).not.toBe(null);
    }
    expect(parseIndex(Buffer.alloc(40), 20, 10)).toBe(null);
  });
});

test('rules that are sure ignore only what git ignores, and plain ones exactly that', () => {
  const name = fc.constantFrom('a', 'b.log', 'dist', '.env', 'x+y', 'log');
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
  const rule = fc
    .tuple(
      fc.constantFrom('', '/', '**/', '!'),
      fc.oneof(path, fc.constantFrom('*', '*.log', 'a/*', '*/dist', 'd*', '**')),
    )
    .chain(([start, middle]) => fc.constantFrom(`${start}${middle}`, `${start}${middle}/`));
  fc.assert(
    fc.property(
      fc.array(rule, { maxLength: 4 }),
      fc.uniqueArray(path, { minLength: 1, maxLength: 5 }),
      (rules, paths) => {
        rmSync(given.root, { recursive: true, force: true });
        mkdirSync(given.root);
        given.git('init', '-q', '--template=');
        const files = paths.filter((one) => !paths.some((other) => other.startsWith(`${one}/`)));
        for (const file of files) given.put(file);
        given.put('../rules', `${rules.join('\n')}\n`);
        const visible = new Set(lines(given.git('ls-files', '-z', '-o', '--exclude-from=../rules')));
        const isSure = sureRules(rules);
        const isSurelyIgnored = (file: string) =>
          file.split('/').some((_, at, parts) => isSure(parts.slice(0, at + 1).join('/'), at < parts.length - 1));
        expect(files.filter((file) => isSurelyIgnored(file) && visible.has(file))).toEqual([]);
        given.git('add', '-A', '-f');
        const tracked = lines(given.git('ls-files', '-z', '-c', '-i', '--exclude-from=../rules'));
        expect(ignoredByPlainRules(rules, files)?.sort() ?? tracked).toEqual(tracked);
      },
    ),
    { numRuns: 60 },
  );
});

function rewriteAtSameTime(file: string): void {
  const { atime, mtime, size } = statSync(file);
  writeFileSync(file, 'x'.repeat(size));
  utimesSync(file, atime, mtime);
}

function relink(path: string): void {
  rmSync(path);
  symlinkSync('b', path);
}

describe('the tree that an index holds', () => {
  const noted = () => notedTree({ gitDir: join(given.root, '.git'), objectFormat: 'sha1' });
  const commit = () => given.git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'one');

  test('is known after a commit, until something is staged', () => {
    expect(noted()).toBe(null);
    aTree('TREE', 'b/TREE', 'c.txt');
    commit();
    expect(noted()).toBe(given.git('rev-parse', 'HEAD^{tree}').trim());
    expect(headInFiles({ gitDir: join(given.root, '.git'), commonDir: join(given.root, '.git') })).toEqual({
      commit: given.git('rev-parse', 'HEAD').trim(),
      tree: noted(),
    });
    given.put('b/new.txt');
    given.git('add', '-A');
    expect(noted()).toBe(null);
  });

  test('is for git to find if HEAD is packed', () => {
    aTree('a.txt');
    commit();
    given.git('gc', '-q');
    expect(headInFiles({ gitDir: join(given.root, '.git'), commonDir: join(given.root, '.git') })).toBe(null);
  });
});
