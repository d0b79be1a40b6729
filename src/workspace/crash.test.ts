import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { type Scratch, scratch } from '../../test/support/scratch-workspace.ts';
import { LOOP_MARKER } from '../process/markers.ts';

let given: Scratch;
afterEach(() => given.remove());

/** Kills (-9) this loop's git process that runs the command, as soon as it appears. */
async function killGit(loop: string, command: string, until: () => boolean): Promise<boolean> {
  while (!until()) {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        const mine = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${LOOP_MARKER}=${loop}`);
        if (mine && readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0').includes(command)) {
          process.kill(Number(pid), 'SIGKILL');
          return true;
        }
      } catch {
        // It has already ended.
      }
    }
    await setImmediate();
  }
  return false;
}

function manyFiles(count: number, content: string): void {
  for (let n = 0; n < count; n++) {
    if (n % 50 === 0) mkdirSync(join(given.root, `d${n / 50}`), { recursive: true });
    writeFileSync(join(given.root, `d${Math.floor(n / 50)}`, `f${n}`), `${n} ${content}`.repeat(40));
  }
}

describe.runIf(existsSync('/proc/self/environ'))('a git that is killed in the middle', () => {
  for (const command of ['update-index', 'read-tree']) {
    test(`of ${command} leaves nothing that breaks a second attempt`, async () => {
      const loop = `crash-${process.pid}-${command}`;
      // On a busy machine git may be done before it is found: then once more, with more files.
      let killed = await killedWhile(command, loop, 900);
      for (let files = 1800; killed === null && files <= 7200; files *= 2) {
        given.remove();
        killed = await killedWhile(command, loop, files);
      }
      expect(killed?.outcome).toMatchObject({ name: 'WorkspaceError', code: 'git-failed' });

      const next = await given.open(loop);
      await next.clearLocks();
      const zero = killed?.zero ?? (await next.snapshot(`${loop}/0`, null));
      await next.restore(zero.commit);
      expect(given.listing()).toEqual(killed?.before);
      expect((await next.snapshot(`${loop}/1`, zero.commit)).tree).toBe(zero.tree);
    }, 120_000);
  }
});

/** What came of a snapshot or restore whose git was killed; null if it could not be killed in time. */
async function killedWhile(command: string, loop: string, files: number) {
  given = scratch();
  manyFiles(files, 'baseline');
  const workspace = await given.open(loop);
  const zero = command === 'read-tree' ? await workspace.snapshot(`${loop}/0`, null) : null;
  const before = given.listing();
  if (command === 'read-tree') manyFiles(files, 'changed');
  let settled = false;
  const work = zero ? workspace.restore(zero.commit) : workspace.snapshot(`${loop}/0`, null);
  const outcome = work.then(
    () => 'resolved',
    (error) => error,
  );
  outcome.then(() => {
    settled = true;
  });
  const wasKilled = await killGit(loop, command, () => settled);
  const result = { zero, before, outcome: await outcome };
  return wasKilled ? result : null;
}

describe('what a crash leaves in the shadow repository', () => {
  test('stale locks are cleared, on request only', async () => {
    given = scratch();
    given.put('a');
    const workspace = await given.open();
    const zero = await workspace.snapshot('loop-1/0', null);
    writeFileSync(join(given.shadow, 'index.lock'), '');
    writeFileSync(join(given.shadow, 'refs/jumar/loop-1/1.lock'), '');
    given.put('a', 'changed\n');
    await expect(workspace.snapshot('loop-1/1', zero.commit)).rejects.toMatchObject({ code: 'git-failed' });
    mkdirSync(`${given.shadow}.draft-abc`);
    await workspace.clearLocks();
    expect(existsSync(`${given.shadow}.draft-abc`)).toBe(false);
    const one = await workspace.snapshot('loop-1/1', zero.commit);
    expect((await workspace.changes(zero.commit, one.commit)).paths).toEqual(['a']);
  });

  test('a torn index is read again from the working tree', async () => {
    given = scratch();
    for (const name of ['a', 'b/c', 'd']) given.put(name);
    const workspace = await given.open();
    const zero = await workspace.snapshot('loop-1/0', null);
    for (const length of [0, 10, 200]) {
      truncateSync(join(given.shadow, 'index'), length);
      given.put('a', `changed ${length}\n`);
      const again = await given.open();
      const one = await again.snapshot('loop-1/1', zero.commit);
      expect((await again.changes(zero.commit, one.commit)).paths).toEqual(['a']);
      await again.restore(zero.commit);
    }
  });

  test('a killed creation is started again, and two at once create one repository', async () => {
    given = scratch();
    given.put('a');
    mkdirSync(dirname(given.shadow), { recursive: true });
    execFileSync('git', ['init', '-q', '--bare', `${given.shadow}.draft-killed`]);
    rmSync(join(`${given.shadow}.draft-killed`, 'HEAD'));
    const [one, two] = await Promise.all([given.open(), given.open()]);
    const zero = await one.snapshot('loop-1/0', null);
    expect((await two.restore(zero.commit)).extraneous).toBe(0);
    expect(readdirSync(dirname(given.shadow)).filter((name) => name !== 'shadow.git')).toEqual([
      'shadow.git.draft-killed',
    ]);
  });
});

test('Ctrl-C in the terminal does not reach git: it runs in a session of its own', async () => {
  given = scratch();
  const { startGit } = await import('../system/git.ts');
  const child = startGit(['cat-file', '--batch-check'], { cwd: given.root });
  const reader = spawn('ps', ['-o', 'pgid=', '-p', String(child.pid)]);
  let group = '';
  reader.stdout.on('data', (chunk) => {
    group += chunk;
  });
  await new Promise((closed) => reader.once('close', closed));
  expect(Number(group)).toBe(child.pid);
  child.stdin?.end();
  await new Promise((closed) => child.once('close', closed));
});
