import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loopLease, WORKSPACE_LEASE } from '../ports/lease.ts';
import { leaseContract } from '../testing/lease.contract.ts';
import { logStoreContract } from '../testing/log-store.contract.ts';
import { createFileLeases } from './file-leases.ts';
import { createFileLogStore } from './file-log-store.ts';
import { loopPaths, projectAt } from './layout.ts';

async function makeStore() {
  const folder = await mkdtemp(join(tmpdir(), 'jumar-log-store-'));
  const project = projectAt(join(folder, 'state'), join(folder, 'workspace'));
  const lockOf = (name: string) =>
    name === WORKSPACE_LEASE ? project.workspaceLock : loopPaths(project, name.slice(loopLease('').length)).lock;
  return {
    open: () => createFileLogStore(project, { followEvery: 5 }),
    leases: createFileLeases(project),
    takeAway: (name: string) => rm(lockOf(name)),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

logStoreContract('the log store of files', makeStore);
leaseContract('leases as lock files', makeStore);
