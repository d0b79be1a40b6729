import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/project.ts';
import { createChecker } from '../checks/criteria/checker.ts';
import type { TestRun } from '../core/metrics/tests.ts';
import type { LoopEvent } from '../core/state/events.ts';
import type { IterationState } from '../core/state/state.ts';
import { keepTests, readTests } from '../loop/movement.ts';
import { noteBranches, takeSnapshot } from '../loop/snapshot.ts';
import { supervise } from '../process/supervise.ts';
import { iterationFiles } from '../store/iteration-files.ts';
import { loopPaths } from '../store/layout.ts';
import { aCriterion, aFinding, played, theSettings } from '../testing/builders.ts';
import { fakeWorld } from '../testing/fake-world.ts';
import { redactedPorts } from './redacted-ports.ts';

test.each([40, 100, 120, 500])(
  'a secret that an excerpt of %i characters cuts in two leaves nothing of itself',
  async (maxChars) => {
    const folder = temporaryFolder();
    const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
    writeFileSync(join(folder, 'check.sh'), `echo "${'x'.repeat(300)} ${secret} ${'y'.repeat(60)}"\nexit 1\n`);
    const env = { PATH: process.env.PATH };
    const { ports } = fakeWorld({ start: '', agent: (_, tree) => tree, check: () => [] });
    const { checker } = redactedPorts({ ...ports, checker: createChecker({ supervise, env, loop: 'l' }) }, env);
    const { verdicts } = await checker.verify(
      {
        criteria: [aCriterion('sh check.sh')],
        root: folder,
        cwd: folder,
        run: 'r',
        outputPath: (name) => ({ absolute: join(folder, `${name}.log`), relative: `${name}.log` }),
        probeFolder: (name) => join(folder, `probe-${name}`),
        settings: theSettings({ progress: { maxChars } }),
      },
      new AbortController().signal,
    );
    const excerpt = verdicts[0]?.excerpt ?? '';
    for (let at = 0; at + 8 <= secret.length; at++) expect(excerpt).not.toContain(secret.slice(at, at + 8));
    expect(excerpt).toContain('yyyy');
  },
);

test("a secret in the agent's words is hidden before they are cut", async () => {
  const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
  const { ports } = fakeWorld({ start: '', agent: (_, tree) => tree, check: () => [] });
  const folder = temporaryFolder();
  for (let before = 440; before < 500; before++) {
    const words = `${'x'.repeat(900)} ${secret} ${'y'.repeat(before)}`;
    const agent: typeof ports.agent = {
      run: async (request, signal) => ({ ...(await ports.agent.run(request, signal)), excerpt: words }),
    };
    const request = { outputFile: join(folder, 'none.log'), iteration: 1, promptFile: '1/prompt.md' };
    const run = await redactedPorts({ ...ports, agent }, {}).agent.run(request as never, new AbortController().signal);
    expect([...run.excerpt].length).toBeLessThanOrEqual(500);
    for (let at = 0; at + 8 <= secret.length; at++) expect(run.excerpt).not.toContain(secret.slice(at, at + 8));
  }
});

test('names, paths and ids that the loop uses later stay as they are', async () => {
  const folder = temporaryFolder();
  const { ports } = fakeWorld({ start: '', agent: (_, tree) => tree, check: () => [] });
  const files = iterationFiles(loopPaths({ loops: folder }, 'fix-it-a1b2c3d4'));
  const branches = { 'refs/heads/fix-password': 'a1b2c3d4e5f60718293a4b5c6d7e8f9001122334' };
  const workspace = { ...ports.workspace, branches: async () => branches };
  const redacted = redactedPorts({ ...ports, files, workspace }, {});
  await noteBranches(1, redacted);
  const before = played({ tree: 'a', verdicts: [] });
  const iterations = before.iterations.map((one) => ({
    ...one,
    snapshot: one.snapshot && { ...one.snapshot, commit: 'commit:parent' },
  }));
  const state = { ...before, start: null, iterations };
  await ports.workspace.snapshot('parent', null);
  const step = { type: 'take-snapshot', iteration: 1, parent: 'commit:parent' } as const;
  const events: LoopEvent[] = [];
  for await (const event of takeSnapshot(step, state, redacted)) events.push(event);
  expect(events.map(({ type }) => type)).toEqual(['snapshot-taken']);
  expect(events[0]).not.toHaveProperty('moved');

  const tests = [{ id: 'login > rejects password: "hunter22!"', status: 'passed' }];
  await keepTests(1, { tests } as Partial<TestRun> as TestRun, redacted);
  const names = await readTests({ n: 1, testsFile: 'x' } as IterationState, redacted);
  expect([...(names ?? [])]).toEqual([['login > rejects password: "hunter22!"', 'passed']]);
});

test("a secret in the source that a finding quotes is hidden, and the finding's paths stay", async () => {
  const { ports } = fakeWorld({ start: '', agent: (_, tree) => tree, check: () => [] });
  const finding = aFinding({
    excerptAfter: 'const password = "hunter22!";',
    after: { path: 'src/password="hunter22!".ts', line: 1 },
  });
  const guardian = { inspect: async () => ({ findings: [finding], skipped: [] }) };
  const { findings } = await redactedPorts({ ...ports, guardian }, {}).guardian.inspect(
    {} as never,
    new AbortController().signal,
  );
  expect(findings).toEqual([{ ...finding, excerptAfter: 'const password = "[redacted secret]";' }]);
});
