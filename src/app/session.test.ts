import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aProject } from '../../test/support/project.ts';
import { unmeasured } from '../core/metrics/metrics.ts';
import type { AgentRun, Ports } from '../ports/index.ts';
import { ensureProject } from '../store/layout.ts';
import { loopCreated, testsVerdict, theSettings } from '../testing/builders.ts';
import { createMemoryLeases } from '../testing/memory-leases.ts';
import { createMemoryLogStore } from '../testing/memory-log-store.ts';
import { runSession } from './session.ts';

const LOOP = 'fix-tests-00000000';

const run: AgentRun = {
  outcome: 'ok',
  reason: 'exit 0',
  exitCode: 0,
  durationMs: 5,
  outputBytes: 0,
  excerpt: '',
  strays: 0,
  error: null,
  model: null,
  usage: null,
  costUsd: null,
  costEstimated: false,
};

/** An agent and checks that are functions of this process; the workspace and its snapshots are real. */
function portsIn(root: string): Partial<Ports> {
  const file = join(root, 'state.txt');
  return {
    agent: {
      async run({ iteration }) {
        writeFileSync(file, `${iteration}\n`);
        return run;
      },
    },
    checker: { verify: async () => ({ verdicts: [testsVerdict(Number(readFileSync(file, 'utf8')), 2)], tests: null }) },
    meter: { measure: async () => unmeasured },
    guardian: { inspect: async () => ({ findings: [], skipped: [] }) },
  };
}

test('an embedder may replace any port, the store of logs and the leases', async () => {
  const { project: root, home } = aProject({ 'state.txt': '0\n' });
  const project = await ensureProject(home, root);
  const leases = createMemoryLeases();
  const logs = createMemoryLogStore(leases);
  const state = await runSession({
    project,
    loop: LOOP,
    env: process.env,
    signal: new AbortController().signal,
    observe: () => {},
    open: () => [loopCreated({ loop: LOOP, settings: theSettings(), workspace: { root, cwd: root } })],
    ports: portsIn(root),
    logs,
    leases,
  });
  expect(state.ended).toMatchObject({ ending: 'completed', best: 2 });
  expect(readFileSync(join(root, 'state.txt'), 'utf8')).toBe('2\n');
  const { records } = await logs.loop(LOOP).read();
  expect(records.at(-1)?.event.type).toBe('loop-ended');
  expect(leases.fenceOf('workspace')).toBeNull();
});
