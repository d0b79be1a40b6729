import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openObjects } from './object-source.ts';
import { diffTrees, entryAt } from './tree-diff.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'jumar-trees-'));
  git(['init', '-q', '--bare', '--template=', root]);
});
afterEach(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));

const git = (args: string[], input = '') =>
  execFileSync('git', args, { cwd: root, input: Buffer.from(input, 'latin1') }).toString('latin1');
const open = () => openObjects(join(root, 'objects'), () => ({ cwd: root, gitDir: root }));

/** A tree of these files; a value is the content, `exec` an executable, `link` a link. */
function treeOf(files: Record<string, string>): string {
  const lines = Object.entries(files).map(([path, content]) => {
    const object = git(['hash-object', '-w', '--stdin'], content).trim();
    const mode = content === 'exec' ? '100755' : content === 'link' ? '120000' : '100644';
    return `${mode} ${object}\t${path}\0`;
  });
  const env = { ...process.env, GIT_INDEX_FILE: join(root, 'scratch-index') };
  rmSync(env.GIT_INDEX_FILE, { force: true });
  const input = Buffer.from(lines.join(''), 'latin1');
  execFileSync('git', ['update-index', '-z', '--add', '--index-info'], { cwd: root, env, input });
  return execFileSync('git', ['write-tree'], { cwd: root, env }).toString().trim();
}

function asGitSays(from: string, to: string) {
  const fields = git(['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', from, to]).split('\0');
  const entry = (mode: string, object: string) => (/^0+$/.test(object) ? null : { mode, object });
  return fields.slice(0, -1).flatMap((field, at) => {
    if (at % 2 === 1) return [];
    const [before = '', after = '', old = '', now = ''] = field.slice(1).split(' ');
    return [{ path: fields[at + 1], before: entry(before, old), after: entry(after, now) }];
  });
}

const names = fc.constantFrom('a', 'a.b', 'a-b', 'b', 'z é', 'a/c', 'a/c/d', 'a/c.d', 'a0', 'b/x', 'b/y/z');
const contents = fc.constantFrom('one', 'two', 'exec', 'link');
/** No name is a file and a folder at once. */
const trees = fc
  .array(fc.tuple(names, contents), { maxLength: 8 })
  .map((all) => Object.fromEntries(all.map(([name, content]) => [Buffer.from(name).toString('latin1'), content])))
  .filter(
    (files) => !Object.keys(files).some((name) => Object.keys(files).some((other) => other.startsWith(`${name}/`))),
  );

describe('two trees', () => {
  test('differ as git says, whether their objects are files or packed', async () => {
    await fc.assert(
      fc.asyncProperty(trees, trees, fc.boolean(), async (one, other, isPacked) => {
        const [from, to] = [treeOf(one), treeOf(other)];
        if (isPacked) {
          const commits = [from, to].map((tree) =>
            git(['-c', 'user.name=t', '-c', 'user.email=t@t', 'commit-tree', tree]),
          );
          for (const [at, commit] of commits.entries()) git(['update-ref', `refs/heads/b${at}`, commit.trim()]);
          git(['repack', '-adq']);
        }
        expect(await diffTrees(open(), from, to)).toEqual(asGitSays(from, to));
      }),
      { numRuns: 12 },
    );
  });

  test('may be named by commits, and an empty tree need not be stored', async () => {
    const tree = treeOf({ a: 'one' });
    const commit = git(['-c', 'user.name=t', '-c', 'user.email=t@t', 'commit-tree', tree], 'x').trim();
    const empty = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
    expect(await diffTrees(open(), commit, tree)).toEqual([]);
    expect((await diffTrees(open(), empty, commit)).map(({ path }) => path)).toEqual(['a']);
  });

  test('that are not there are an error that names them', async () => {
    const tree = treeOf({ a: 'one' });
    await expect(diffTrees(open(), tree, '1'.repeat(40))).rejects.toThrow(`unable to read ${'1'.repeat(40)}`);
  });
});

test.each([
  ['b/y/z', '100644'],
  ['b/y', '040000'],
  ['b/z', null],
  ['a/c', null],
])('the entry at %s', async (path, mode) => {
  const tree = treeOf({ a: 'one', 'b/y/z': 'two' });
  expect((await entryAt(open(), tree, path))?.mode ?? null).toBe(mode);
});
