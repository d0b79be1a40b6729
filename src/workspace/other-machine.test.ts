import { execFileSync } from 'node:child_process';
import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Scratch, scratch, userEnvironment } from '../../test/support/scratch-workspace.ts';

let here: Scratch;
let there: Scratch;
beforeEach(() => {
  here = scratch();
  there = scratch('plain');
});
afterEach(() => {
  here.remove();
  there.remove();
});

const inShadow = ({ shadow, folder }: Scratch, ...args: string[]) =>
  execFileSync('git', ['--git-dir', shadow, ...args], { env: userEnvironment(folder), stdio: 'pipe' })
    .toString()
    .trim();

/** What git alone brings over: one reference and what it reaches. */
const fetchInto = (to: Scratch, from: Scratch, name: string) =>
  inShadow(to, 'fetch', '-q', '--depth=1', `file://${from.shadow}`, `refs/jumar/${name}:refs/jumar/${name}`);

function fill(): void {
  here.put('.gitignore', '*.env\nbuild/\n!kept.env\n');
  here.put('nested/.gitignore', 'secret\n');
  here.put('nested/secret', 'nobody stores this\n');
  here.put('tracked.env', 'ignored, and tracked all the same\n');
  here.put('kept.env', 'not ignored\n');
  here.git('add', '-f', 'tracked.env');
  here.put('run.sh', '#!/bin/sh\n', 0o755);
  here.put('key', 'private\n', 0o600);
  here.put('fixture', 'read-only\n', 0o444);
  here.put('src/a.ts', 'one\ntwo\r\n');
  here.put('empty', '');
  symlinkSync('src/a.ts', join(here.root, 'link'));
  writeFileSync(Buffer.concat([Buffer.from(join(here.root, 'bad-')), Buffer.from([0xff, 0xfe])]), 'odd\n');
}

const stored = (scratch: Scratch) => scratch.listing().filter((line) => !line.startsWith('nested/secret '));

describe('a snapshot that another machine fetches', () => {
  test('is restored there as it is here, in an empty folder', async () => {
    fill();
    const zero = await (await here.open()).snapshot('loop-1/0', null);
    const elsewhere = await there.open();
    fetchInto(there, here, 'loop-1/0');
    expect(await elsewhere.restore(zero.commit)).toMatchObject({ tree: zero.tree });
    expect(there.listing()).toEqual(stored(here));
    expect((await elsewhere.snapshot('loop-1/1', zero.commit)).tree).toBe(zero.tree);
  });

  test('also over other files with other permissions, whose ignored ones stay', async () => {
    fill();
    const workspace = await here.open();
    const zero = await workspace.snapshot('loop-1/0', null);
    here.put('.gitignore', '*.env\nbuild/\n!kept.env\ncoverage/\n');
    here.put('coverage/report', 'build output, ignored since\n');
    here.put('src/b.ts');
    const one = await workspace.snapshot('loop-1/1', zero.commit);

    there.put('stray', 'goes\n');
    there.put('build/output', 'stays\n');
    there.put('coverage/report', 'stays, too\n');
    there.put('local.env', 'stays, three\n');
    there.put('src/a.ts', 'one\ntwo\r\n', 0o640);
    there.put('src/b.ts', 'src/b.ts\n', 0o640);
    const elsewhere = await there.open();
    await elsewhere.snapshot('loop-9/0', null);
    fetchInto(there, here, 'loop-1/1');
    await elsewhere.restore(one.commit);
    const own = ['build/output', 'coverage/report', 'local.env'];
    const isShared = (line: string) => !own.some((path) => line.startsWith(`${path} `));
    expect(there.listing().filter(isShared)).toEqual(stored(here).filter(isShared));
    expect(own.map((path) => there.read(path))).toEqual(['stays\n', 'stays, too\n', 'stays, three\n']);
    expect((await elsewhere.restore(one.commit)).extraneous).toBe(0);
    expect((await elsewhere.snapshot('loop-1/2', one.commit)).tree).toBe(one.tree);
    expect(await elsewhere.differences(one.commit, one.commit)).toEqual([]);
  });

  test('there and back again', async () => {
    fill();
    const workspace = await here.open();
    const zero = await workspace.snapshot('loop-1/0', null);
    const elsewhere = await there.open();
    fetchInto(there, here, 'loop-1/0');
    await elsewhere.restore(zero.commit);
    there.put('src/a.ts', 'changed there\n');
    there.put('new.env', 'ignored\n');
    chmodSync(join(there.root, 'key'), 0o400);
    const one = await elsewhere.snapshot('loop-1/1', zero.commit);
    inShadow(here, 'fetch', '-q', there.shadow, 'refs/jumar/loop-1/1:refs/jumar/loop-1/1');
    await workspace.restore(one.commit);
    expect(stored(here)).toEqual(there.listing().filter((line) => !line.startsWith('new.env ')));
  });
});

describe('a snapshot from before rules were in its commit', () => {
  /** The same commit as an older version wrote it. */
  function asOnceWritten(commit: string): string {
    const text = inShadow(here, 'cat-file', 'commit', commit);
    const [, subject, json = ''] = text.split('\n\n');
    const { rules, ...facts } = JSON.parse(json);
    expect(rules.tracked).toEqual(['tracked.env']);
    return inShadow(here, 'commit-tree', `${commit}^{tree}`, '-m', `${subject}\n\n${JSON.stringify(facts)}\n`);
  }

  test('is restored if its rules file exists, and new snapshots based on it are complete', async () => {
    fill();
    const workspace = await here.open();
    const zero = await workspace.snapshot('loop-1/0', null);
    const before = here.listing();
    const old = asOnceWritten(zero.commit);
    here.put('src/a.ts', 'changed\n');
    const one = await workspace.snapshot('loop-1/1', old);
    await workspace.restore(old);
    expect(here.listing()).toEqual(before);

    const elsewhere = await there.open();
    fetchInto(there, here, 'loop-1/1');
    await elsewhere.restore(one.commit);
    await workspace.restore(one.commit);
    expect(there.listing()).toEqual(stored(here));
  });

  test('is rejected if it does not', async () => {
    fill();
    const zero = await (await here.open()).snapshot('loop-1/0', null);
    inShadow(here, 'update-ref', 'refs/jumar/loop-1/0', asOnceWritten(zero.commit));
    const elsewhere = await there.open();
    fetchInto(there, here, 'loop-1/0');
    const old = inShadow(there, 'rev-parse', 'refs/jumar/loop-1/0');
    await expect(elsewhere.restore(old)).rejects.toMatchObject({ code: 'unknown-snapshot' });
  });
});
