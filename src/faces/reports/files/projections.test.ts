import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LoopEvent } from '../../../core/state/events.ts';
import type { LoopState } from '../../../core/state/state.ts';
import { aRecovery, aVerdict, played } from '../../../testing/builders.ts';
import { project } from './projections.ts';

const ended: LoopEvent = { type: 'loop-ended', ending: 'stalled', reason: 'no progress', best: 0 };
const judged = { type: 'iteration-judged', iteration: 0 } as LoopEvent;
let folder: string;
let root: string;
let outside: string;
let state: LoopState;
let own: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'jumar-projections-')));
  [root, outside] = [join(folder, 'workspace'), join(folder, 'outside')];
  await mkdir(root);
  await mkdir(outside);
  await writeFile(join(outside, 'victim'), 'precious');
  const plain = played({ tree: 'a', verdicts: [aVerdict()] }, [{ tree: 'b', verdicts: [aVerdict()] }]);
  state = { ...plain, workspace: { root, cwd: root } };
  own = join(folder, 'state', 'files');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const sources = { folder: async () => join(folder, 'state') };

async function projectAll(): Promise<{ report: string | null; problems: string[] }> {
  const problems: string[] = [];
  const tell = (problem: string) => void problems.push(problem);
  expect(await project(state, judged, tell, sources)).toBeNull();
  return { report: (await project(state, ended, tell, sources))?.report ?? null, problems };
}

test('a recovery is written when it starts, into the report of its iteration', async () => {
  state = { ...state, recoveries: [aRecovery({ iteration: 1, outcome: null })] };
  await project(state, { type: 'recovery-adapted', iteration: 1 } as LoopEvent, () => {}, sources);
  expect(JSON.parse(await readFile(join(own, 'recovery-history.json'), 'utf8'))).toMatchObject([{ iteration: 1 }]);
  expect(await readFile(join(own, 'reports', 'iteration-001-report.md'), 'utf8')).toContain('### Recovery');
});

/** What is outside the workspace, and that it is untouched. */
async function expectUntouched(): Promise<void> {
  expect(await readdir(outside)).toEqual(['victim']);
  expect(await readFile(join(outside, 'victim'), 'utf8')).toBe('precious');
}

async function plant(path: string, target: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path);
}

test('writes the readable files repeatedly; git ignores them', async () => {
  await projectAll();
  const { report, problems } = await projectAll();
  expect(problems).toEqual([]);
  expect((await readdir(own, { recursive: true })).sort()).toEqual([
    'analytics.json',
    'best-tracker.json',
    'current-loop.json',
    'iterations',
    'iterations/iteration-000',
    'iterations/iteration-000/artifacts.json',
    'iterations/iteration-000/metrics.json',
    'progress',
    'progress/iteration-000-baseline.json',
    'progress/trajectory.json',
    'quality-chart.txt',
    'quality-history.jsonl',
    'reports',
    report!.slice(own.length + 1),
    'reports/iteration-000-report.md',
    'reports/output-selection-report.md',
    'result.json',
    'stopping.jsonl',
  ]);
  // Rewritten when the loop ended, so that no line appears twice.
  expect((await readFile(join(own, 'quality-history.jsonl'), 'utf8')).split('\n')).toHaveLength(2);
  expect(JSON.parse(await readFile(join(own, 'result.json'), 'utf8'))).toBeTypeOf('object');
  expect((await readdir(join(root, '.jumar'), { recursive: true })).sort()).toEqual([
    'loops',
    'loops/.gitignore',
    `loops/${state.id}.txt`,
  ]);
  expect(await readFile(join(root, '.jumar', 'loops', `${state.id}.txt`), 'utf8')).toContain(`files   ${own}\n`);
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  expect(execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })).toBe('');
});

describe('a link planted by the agent is not followed', () => {
  test.each(['best-tracker.json', 'result.json', 'progress/iteration-000-baseline.json', 'quality-history.jsonl'])(
    'in the place of the file %s, which replaces it',
    async (name) => {
      await plant(join(own, name), join(outside, 'victim'));
      const { report, problems } = await projectAll();
      expect(problems).toEqual([]);
      expect(report).not.toBeNull();
      expect((await lstat(join(own, name))).isFile()).toBe(true);
      await expectUntouched();
    },
  );

  test.each(['.jumar', '.jumar/loops'])(
    'in the place of the folder %s, beneath which nothing is written',
    async (path) => {
      await plant(join(root, path), outside);
      const { report, problems } = await projectAll();
      expect(report).not.toBeNull();
      const problem = `${join(root, path)} is a link or a file, not a folder: nothing is written below it`;
      expect(new Set(problems)).toEqual(new Set([problem]));
      expect(await readlink(join(root, path))).toBe(outside);
      await expectUntouched();
    },
  );

  test.each(['.gitignore', 'fix-tests-00000000.txt'])('in the place of the file .jumar/loops/%s', async (name) => {
    await plant(join(root, '.jumar', 'loops', name), join(outside, 'victim'));
    expect((await projectAll()).problems).toEqual([]);
    expect((await lstat(join(root, '.jumar', 'loops', name))).isFile()).toBe(true);
    await expectUntouched();
  });

  test('in place of reports/; the other files are written', async () => {
    await plant(join(own, 'reports'), outside);
    const { report, problems } = await projectAll();
    expect(report).toBeNull();
    expect(new Set(problems)).toEqual(
      new Set([expect.stringContaining(`${join(own, 'reports')} is a link or a file`)]),
    );
    expect(await readdir(own)).toEqual(
      expect.arrayContaining(['best-tracker.json', 'progress', 'reports', 'result.json']),
    );
    await expectUntouched();
  });

  test('that leads nowhere, or to a file that will be created', async () => {
    await plant(join(own, 'progress'), join(outside, 'new-folder'));
    await plant(join(own, 'result.json'), join(outside, 'new-file'));
    expect((await projectAll()).problems).toHaveLength(3);
    await expectUntouched();
  });

  test.each(['result.json', 'stopping.jsonl'])(
    'nor is a hard link in the place of %s written through',
    async (name) => {
      await mkdir(own, { recursive: true });
      await link(join(outside, 'victim'), join(own, name));
      await projectAll();
      await expectUntouched();
    },
  );

  test.skipIf(!existsSync('/proc/self/fd'))('even if it keeps replacing the folder', async () => {
    const progress = join(own, 'progress');
    await mkdir(progress, { recursive: true });
    const exchange = `const fs = require('fs'); const [at, outside] = process.argv.slice(1); console.log('on');
      for (;;) try {
        fs.rmSync(at, { recursive: true, force: true }); fs.symlinkSync(outside, at);
        fs.rmSync(at, { force: true }); fs.mkdirSync(at);
      } catch {}`;
    const agent = spawn(process.execPath, ['-e', exchange, progress, outside], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(agent, 'exit');
    await once(agent.stdout, 'data');
    for (let i = 0; i < 100; i++) await project(state, judged, () => {}, sources);
    agent.kill('SIGKILL');
    await exited;
    await expectUntouched();
  });
});

test('a folder in place of a file stays and is reported', async () => {
  await mkdir(join(own, 'result.json', 'mine'), { recursive: true });
  const { report, problems } = await projectAll();
  expect(problems).toEqual([expect.stringMatching(/result\.json cannot be written: E[A-Z]+$/)]);
  expect(report).not.toBeNull();
  expect(await readdir(own)).not.toContainEqual(expect.stringContaining('.tmp'));
  expect(await readdir(join(own, 'result.json'))).toEqual(['mine']);
});
