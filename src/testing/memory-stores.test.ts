import { leaseContract } from './lease.contract.ts';
import { logStoreContract } from './log-store.contract.ts';
import { createMemoryLeases } from './memory-leases.ts';
import { createMemoryLogStore } from './memory-log-store.ts';

async function makeStore() {
  const leases = createMemoryLeases();
  const logs = createMemoryLogStore(leases);
  return {
    open: () => logs,
    leases,
    takeAway: async (name: string) => leases.revoke(name),
    close: async () => {},
  };
}

logStoreContract('the log store in memory', makeStore);
leaseContract('leases in memory', makeStore);
