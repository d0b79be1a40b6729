import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunResult, RunSpec } from '../../process/supervise.ts';
import { type Cage, cagedSupervise } from './cage.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jumar-cage-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each<[string, string, number, Partial<RunResult>]>([
  [
    'bubblewrap cannot set the cage up: the command never started, so it did not fail',
    "bwrap: Can't mount proc: Operation not permitted\n",
    1,
    { ended: 'not-started', exitCode: null, error: "bwrap: Can't mount proc: Operation not permitted" },
  ],
  ['the command fails', '1 test failed\n', 1, { ended: 'exited', exitCode: 1 }],
  ['the command speaks of bubblewrap', 'checking bwrap: ok\n', 1, { ended: 'exited', exitCode: 1 }],
  ['the command holds', 'bwrap: not what it seems\n', 0, { ended: 'exited', exitCode: 0 }],
])('%s', async (_, output, exitCode, expected) => {
  const outputFile = join(folder, 'out.log');
  const supervise = async (spec: RunSpec) => {
    writeFileSync(spec.outputFile, output);
    return { ended: 'exited', exitCode, error: null } as unknown as RunResult;
  };
  const cage: Cage = {
    program: 'bwrap',
    room: folder,
    workspace: '/project',
    repository: null,
    stateHome: folder,
    home: null,
    frozenHome: folder,
    overlays: null,
    visit: {
      scratch: { visit: join(folder, 'visit'), caches: join(folder, 'caches') },
      temporary: () => [],
      isSecret: () => false,
      views: () => [],
    },
    masked: [],
    writable: [],
    hasNetwork: true,
    passed: [],
  };
  const spec = { command: 'npm test', cwd: folder, env: {}, outputFile } as unknown as RunSpec;
  expect(await cagedSupervise(supervise, cage)('checks')(spec, new AbortController().signal)).toMatchObject(expected);
});
