import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Snapshot, Workspace } from '../ports/index.ts';
import { treeListing } from './tree-listing.ts';

export interface WorkspaceUnderTest {
  workspace: Workspace;
  /** The folder it works on; empty, or with files of the maker's choice. */
  root: string;
  close(): Promise<void>;
}

/** What every Workspace must do. `.gitignore` files are honoured, and `secret.env` is ignored by one. */
export function workspaceContract(name: string, make: () => Promise<WorkspaceUnderTest>): void {
  describe(`${name} keeps the workspace contract`, () => {
    let given: WorkspaceUnderTest;
    const file = (path: string) => join(given.root, path);
    const put = (path: string, content: string | Buffer) => {
      mkdirSync(join(file(path), '..'), { recursive: true });
      writeFileSync(file(path), content);
    };
    const listing = () => treeListing(given.root);

    const begin = async () => {
      given = await make();
      put('.gitignore', 'secret.env\n');
      put('secret.env', 'user secret\n');
      put('src/a.ts', 'one\ntwo\n');
      put('src/b.ts', 'b\n');
      put('run.sh', '#!/bin/sh\n');
      put('folder/inside', 'inside\n');
      chmodSync(file('run.sh'), 0o755);
      symlinkSync('src/a.ts', file('link'));
    };

    describe('one step at a time', () => {
      beforeEach(begin);
      afterEach(() => given.close());

      test('the same tree has the same hash, whatever the snapshot is called', async () => {
        const first = await given.workspace.snapshot('loop-1/0', null);
        const second = await given.workspace.snapshot('loop-1/1', first.commit);
        expect(second.tree).toBe(first.tree);
        put('src/new.ts', 'new\n');
        const third = await given.workspace.snapshot('loop-1/2', second.commit);
        expect(third.tree).not.toBe(first.tree);
        expect(await given.workspace.changes(first.commit, second.commit)).toMatchObject({ files: 0, paths: [] });
      });

      test('a restore of what is there changes nothing and says so', async () => {
        const { commit, tree } = await given.workspace.snapshot('loop-1/0', null);
        const before = listing();
        expect(await given.workspace.restore(commit)).toMatchObject({ tree, extraneous: 0 });
        expect(listing()).toEqual(before);
      });

      test('ignored files stay as they are, also those made since', async () => {
        const { commit } = await given.workspace.snapshot('loop-1/0', null);
        put('secret.env', 'changed\n');
        put('src/secret.env', 'new\n');
        put('src/a.ts', 'changed\n');
        expect((await given.workspace.restore(commit)).extraneous).toBe(1);
        const content = (path: string) => execFileSync('cat', [file(path)]).toString();
        expect(content('secret.env')).toBe('changed\n');
        expect(content('src/secret.env')).toBe('new\n');
        expect(content('src/a.ts')).toBe('one\ntwo\n');
      });

      test('counts changes exactly and names the first fifty', async () => {
        const zero = await given.workspace.snapshot('loop-1/0', null);
        put('src/a.ts', 'one\n2\n3\n');
        for (let n = 0; n < 60; n++) put(`many/${n}`, 'line\n');
        writeFileSync(Buffer.concat([Buffer.from(file('bad-')), Buffer.from([0xff])]), Buffer.from([0, 1, 2]));
        const one = await given.workspace.snapshot('loop-1/1', zero.commit);
        const changes = await given.workspace.changes(zero.commit, one.commit);
        expect(changes).toMatchObject({ files: 62, insertions: 62, deletions: 1 });
        expect(changes.paths).toHaveLength(50);
        expect(changes.paths[0]).toBe('bad-\\xff');
        expect(await given.workspace.changes(one.commit, zero.commit)).toMatchObject({ insertions: 1, deletions: 62 });
      });

      test('rejects what is not a snapshot', async () => {
        await given.workspace.snapshot('loop-1/0', null);
        await expect(given.workspace.restore('0'.repeat(40))).rejects.toMatchObject({ name: 'WorkspaceError' });
        await expect(given.workspace.restore('--help')).rejects.toMatchObject({ name: 'WorkspaceError' });
        await expect(given.workspace.snapshot('../../escape', null)).rejects.toMatchObject({ name: 'WorkspaceError' });
      });
    });

    const edits: Record<string, () => void> = {
      'an edit': () => put('src/a.ts', 'three\n'),
      'an edit of the same length': () => put('src/b.ts', 'c\n'),
      'a deletion': () => unlinkSync(file('src/a.ts')),
      'a deleted folder': () => rmSync(file('src'), { recursive: true }),
      'a new file': () => put('src/deep/er/new.ts', 'new\n'),
      'a lost executable bit': () => chmodSync(file('run.sh'), 0o644),
      'a won executable bit': () => chmodSync(file('src/a.ts'), 0o755),
      'tightened permissions': () => chmodSync(file('src/a.ts'), 0o600),
      'a read-only file that was edited': () => {
        put('src/a.ts', 'changed\n');
        chmodSync(file('src/a.ts'), 0o444);
      },
      'a link that points elsewhere': () => {
        unlinkSync(file('link'));
        symlinkSync('src/b.ts', file('link'));
      },
      'a file in the place of a link': () => {
        unlinkSync(file('link'));
        put('link', 'no link\n');
      },
      'a link in the place of a file': () => {
        unlinkSync(file('src/a.ts'));
        symlinkSync('b.ts', file('src/a.ts'));
      },
      'a folder in the place of a file': () => {
        unlinkSync(file('run.sh'));
        put('run.sh/inside/deep', 'x\n');
      },
      'a file in the place of a folder': () => {
        rmSync(file('folder'), { recursive: true });
        put('folder', 'no folder\n');
      },
      'a link in the place of a folder': () => {
        rmSync(file('folder'), { recursive: true });
        symlinkSync('src', file('folder'));
      },
      'a folder in the place of a link': () => {
        unlinkSync(file('link'));
        put('link/inside', 'x\n');
      },
      'a rename that changes only the case': () => renameSync(file('src/a.ts'), file('src/A.ts')),
      'names with blanks, quotes and newlines': () => put('src/a b"\'\\\n\tc.ts', 'odd\n'),
      'a name that is not UTF-8': () => {
        writeFileSync(Buffer.concat([Buffer.from(file('bad-')), Buffer.from([0xff, 0xfe, 0x80])]), 'odd\n');
      },
      'an emptied file': () => put('src/a.ts', ''),
    };

    describe('there and back', () => {
      let zero: Snapshot;
      let before: string[];
      beforeAll(async () => {
        await begin();
        zero = await given.workspace.snapshot('loop-1/0', null);
        before = listing();
      });
      afterEach(() => given.workspace.restore(zero.commit));
      afterAll(() => given.close());

      for (const [what, edit] of Object.entries(edits)) {
        test(`restores exactly after ${what}, and forward again`, async () => {
          edit();
          const after = listing();
          const one = await given.workspace.snapshot('loop-1/1', zero.commit);
          expect(listing()).toEqual(after);
          const back = await given.workspace.restore(zero.commit);
          expect(listing()).toEqual(before);
          expect(back.tree).toBe(zero.tree);
          expect(back.extraneous).toBeGreaterThan(0);
          await given.workspace.restore(one.commit);
          expect(listing()).toEqual(after);
        });
      }
    });
  });
}
