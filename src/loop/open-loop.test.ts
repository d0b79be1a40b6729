import { expect, test } from 'vitest';
import { fold } from '../core/fold.ts';
import type { LoopState } from '../core/state/state.ts';
import { loopCreated, recorded } from '../testing/builders.ts';
import { createMemoryLeases } from '../testing/memory-leases.ts';
import { createMemoryLogStore } from '../testing/memory-log-store.ts';
import { openLoop, relocateState } from './open-loop.ts';

const stateIn = (root: string, cwd: string) =>
  fold(recorded([loopCreated({ workspace: { root, cwd, worktreeOf: '/main' } })])) as LoopState;

test.each([
  { cwd: '/old/project', now: '/new/place' },
  { cwd: '/old/project/packages/a', now: '/new/place/packages/a' },
  { cwd: '/old/project-two', now: '/new/place' },
  { cwd: '/old/project/..folder', now: '/new/place/..folder' },
])('a loop of $cwd runs in $now once its workspace is elsewhere', ({ cwd, now }) => {
  const { workspace } = relocateState(stateIn('/old/project', cwd), '/new/place');
  expect(workspace).toEqual({ root: '/new/place', cwd: now, worktreeOf: '/main' });
});

test('if nothing moved, the state is as the log has it', async () => {
  const state = stateIn('/project', '/project/a');
  expect(relocateState(state, '/project')).toBe(state);
});

test('a log is folded for the place it is opened at; one without a record is not a loop', async () => {
  const logs = createMemoryLogStore(createMemoryLeases());
  const log = logs.loop('a-loop');
  expect(await openLoop(log, '/here')).toBeNull();
  await log.append(loopCreated({ loop: 'a-loop' }), { expectedSeq: 0, fence: null });
  expect(await openLoop(log)).toMatchObject({ id: 'a-loop', workspace: { root: '/project' } });
  expect(await openLoop(log, '/here')).toMatchObject({ workspace: { root: '/here', cwd: '/here' } });
});

test('a log that is not what was written is refused', async () => {
  const refusal = new Error('record 2 was changed');
  const head = { seq: 1, hash: '' };
  const damage = { seq: 2, kind: 'hash' as const, message: 'record 2 was changed' };
  const scan = async () => ({ torn: null, damage, refusal, notes: [], head });
  await expect(openLoop({ scan })).rejects.toBe(refusal);
});
