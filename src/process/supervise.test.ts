import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../test/support/until.ts';
import { processStartTime } from './identity.ts';
import { markedProcesses } from './strays.ts';
import { type RunResult, type RunSpec, supervise } from './supervise.ts';

let folder: string;
let spec: RunSpec;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jumar-supervise-'));
  spec = {
    command: 'true',
    cwd: folder,
    env: { PATH: process.env.PATH ?? '' },
    run: `run-${process.pid}-${performance.now()}`,
    loop: 'test-loop',
    stdin: null,
    outputFile: join(folder, 'output'),
    streams: 'merged',
    timeoutMs: 60_000,
    silenceMs: null,
    graceMs: 300,
  };
});

afterEach(async () => {
  expect(markedProcesses(spec.run)).toEqual([]);
  await rm(folder, { recursive: true });
});

function run(command: RunSpec['command'], more: Partial<RunSpec> = {}): Promise<RunResult> {
  return supervise({ ...spec, command, ...more }, new AbortController().signal);
}

/** Starts a script that writes `count` pids to the file `pids`, and cancels it once they exist. */
async function cancelOnce(count: number, script: string): Promise<RunResult> {
  const controller = new AbortController();
  const result = supervise({ ...spec, command: script }, controller.signal);
  await until(`${count} processes are up`, () => pids().length === count);
  controller.abort();
  return result;
}

function pids(): number[] {
  const file = join(folder, 'pids');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number) : [];
}

async function expectAllGone(): Promise<void> {
  for (const pid of pids()) expect(await processStartTime(pid), `pid ${pid}`).toBeNull();
}

function output(): string {
  return readFileSync(spec.outputFile, 'utf8');
}

describe('a command that ends by itself', () => {
  it('returns its exit code, and writes both streams in order', async () => {
    const result = await run('for i in 1 2 3; do echo out$i; echo err$i >&2; done; exit 3');
    expect(result).toMatchObject({ ended: 'exited', exitCode: 3, signal: null, strays: 0, outputBytes: 30 });
    expect(output()).toBe('out1\nerr1\nout2\nerr2\nout3\nerr3\n');
    expect((await stat(spec.outputFile)).mode & 0o777).toBe(0o600);
  });

  it('separates the streams with `split`', async () => {
    let received = '';
    await run('echo out; echo err >&2', {
      streams: 'split',
      onOutput: (chunk) => {
        received += chunk;
      },
    });
    expect(output()).toBe('out\n');
    expect(readFileSync(`${spec.outputFile}.stderr`, 'utf8')).toBe('err\n');
    expect(received).toBe('out\n');
  });

  it('reports the signal that ended it', async () => {
    expect(await run('kill -9 $$')).toMatchObject({ ended: 'exited', exitCode: null, signal: 'SIGKILL' });
  });

  it.each([
    [127, 'no-such-program-anywhere'],
    [126, '/etc/passwd'],
  ])('preserves the shell’s own exit code %i', async (exitCode, command) => {
    expect(await run(command)).toMatchObject({ ended: 'exited', exitCode });
  });

  it('gets the given environment, the markers, and nothing else', async () => {
    await run({ file: 'env', args: [] }, { env: { PATH: process.env.PATH ?? '', SOME: 'value', JUMAR_RUN: 'outer' } });
    expect(output().trim().split('\n').sort()).toEqual([
      'JUMAR_LOOP=test-loop',
      `JUMAR_RUN=${spec.run}`,
      `PATH=${process.env.PATH}`,
      'SOME=value',
    ]);
  });

  it('reads a prompt of a megabyte from its file, and empty input without one', async () => {
    const prompt = join(folder, 'prompt');
    await writeFile(prompt, 'All work and no play.\n'.repeat(50_000));
    await run('wc -c', { stdin: prompt });
    expect(output().trim()).toBe('1100000');
    await run('wc -c');
    expect(output().trim()).toBe('0');
  });

  it.skipIf(process.platform !== 'linux')('cannot write to the file that it reads as its stdin', async () => {
    const prompt = join(folder, 'prompt.md');
    await writeFile(prompt, 'do it\n');
    await run('cat; echo cheat > /proc/self/fd/0; ls', { stdin: prompt });
    expect(output()).toBe('do it\noutput\nprompt.md\n');
    expect(readFileSync(prompt, 'utf8')).toBe('do it\n');
  });

  it('passes on its output while it runs', async () => {
    const go = join(folder, 'go');
    let received = '';
    const result = run(`echo ready; until [ -e ${go} ]; do sleep 0.02; done; echo done`, {
      onOutput: (chunk) => {
        received += chunk;
      },
    });
    await until('the first line is received', () => received === 'ready\n');
    await writeFile(go, '');
    await result;
    expect(received).toBe('ready\ndone\n');
  });
});

describe('a command that cannot be started', () => {
  it.each<[string, Partial<RunSpec>, RegExp]>([
    ['in a missing folder', { cwd: '/nonexistent/folder' }, /the folder \/nonexistent\/folder does not exist/],
    ['as a missing program', { command: { file: 'no-such-program', args: [] } }, /program not found: no-such-program/],
    ['as a file that is not a program', { command: { file: '/etc/passwd', args: [] } }, /not executable/],
    ['with too long an argument', { command: `echo ${'x'.repeat(200_000)}` }, /too long.*stdin/],
    ['without its prompt', { stdin: '/nonexistent/prompt' }, /\/nonexistent\/prompt/],
    ['without a folder for its output', { outputFile: '/nonexistent/output' }, /\/nonexistent\/output/],
  ])('%s says so', async (_, more, error) => {
    const result = await run(more.command ?? 'true', more);
    expect(result).toMatchObject({ ended: 'not-started', exitCode: null, outputBytes: 0 });
    expect(result.error).toMatch(error);
  });

  it('rejects a run name that the watcher protocol does not allow', async () => {
    await expect(run('true', { run: 'two words' })).rejects.toThrow('JUMAR_RUN must be');
  });

  it('is not started if the signal is already aborted', async () => {
    const result = await supervise({ ...spec, command: 'echo $$ > pids' }, AbortSignal.abort());
    expect(result).toMatchObject({ ended: 'cancelled', exitCode: null });
    expect(pids()).toEqual([]);
  });
});

describe('what a command leaves behind', () => {
  it('is ended even if it keeps stdout open', async () => {
    const result = await run('sleep 300 & echo $! > pids; echo done');
    expect(result).toMatchObject({ ended: 'exited', exitCode: 0, strays: 1 });
    await expectAllGone();
  });

  it('is ended even if it forked twice into its own session', async () => {
    const daemon = 'setsid sh -c "echo \\$\\$ >> pids; sleep 300; true"';
    const result = await run(`(${daemon} > /dev/null 2>&1 &); until [ -s pids ]; do sleep 0.02; done`);
    expect(result).toMatchObject({ ended: 'exited', exitCode: 0 });
    expect(result.strays).toBeGreaterThan(0);
    await expectAllGone();
  });

  it('is ended even if it ignores TERM', async () => {
    const stubborn = `setsid sh -c "trap '' TERM; echo \\$\\$ >> pids; while :; do sleep 300; done"`;
    const result = await run(`${stubborn} & until [ -s pids ]; do sleep 0.02; done`);
    expect(result.strays).toBeGreaterThan(0);
    await expectAllGone();
  });

  it('is ended even if its environment is empty, as a child of a tracked process', async () => {
    const result = await run(
      `setsid sh -c 'env -i setsid sh -c "echo \\$\\$ > pids; exec sleep 300" & wait' & until [ -s pids ]; do sleep 0.02; done`,
    );
    expect(result.strays).toBe(2);
    await expectAllGone();
  });
});

describe('a command that is cancelled', () => {
  it('ends with its whole tree, without waiting for the grace period', async () => {
    const tree = 'sleep 300 & echo $! >> pids; setsid sleep 300 & echo $! >> pids; echo $$ >> pids; wait';
    spec.graceMs = 60_000;
    expect(await cancelOnce(3, tree)).toMatchObject({ ended: 'cancelled', signal: 'SIGINT' });
    await expectAllGone();
  });

  it('may clean up and choose its exit code', async () => {
    const result = await cancelOnce(1, `trap 'echo tidied; exit 7' INT; echo $$ > pids; while :; do sleep 0.02; done`);
    expect(result).toMatchObject({ ended: 'cancelled', exitCode: 7, strays: 0 });
    expect(output()).toBe('tidied\n');
  });

  it('ends even if it and its children ignore INT and TERM and keep stdout open', async () => {
    const stubborn = `trap '' INT TERM; echo $$ >> pids; while :; do sleep 300; done`;
    await writeFile(join(folder, 'stubborn'), stubborn);
    const result = await cancelOnce(3, `sh stubborn & setsid sh stubborn & . ./stubborn`);
    expect(result).toMatchObject({ ended: 'cancelled', exitCode: null, signal: 'SIGKILL' });
    await expectAllGone();
  });

  it('after its time limit ends with timeout', async () => {
    expect(await run('while :; do echo still here; sleep 0.05; done', { timeoutMs: 300 })).toMatchObject({
      ended: 'timeout',
    });
  });

  it('does not treat a very long timeout as a short one', async () => {
    expect(await run('sleep 0.3', { timeoutMs: 2 ** 40, silenceMs: 2 ** 40 })).toMatchObject({ ended: 'exited' });
  });

  it('for lack of output ends with silent, and either stream counts as output', async () => {
    const talk = 'i=0; while [ $i -lt 50 ]; do echo x >&2; sleep 0.02; i=$((i + 1)); done; sleep 300';
    const result = await run(talk, { silenceMs: 700, streams: 'split' });
    expect(result).toMatchObject({ ended: 'silent', outputBytes: 100 });
  });

  it('is ended if its output cannot be passed on', async () => {
    const broken = run('echo $$ > pids; echo hello; sleep 300', {
      onOutput: () => {
        throw new Error('nobody listens');
      },
    });
    await expect(broken).rejects.toThrow('nobody listens');
    await expectAllGone();
  });
});
