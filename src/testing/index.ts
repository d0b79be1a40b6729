export { aCheck, aContext, notesContract } from '../core/progress/notes.contract.ts';
export * from './builders.ts';
export { fakeWorld, type WorldScript } from './fake-world.ts';
export { type LeasesUnderTest, leaseContract } from './lease.contract.ts';
export { type LogStoreUnderTest, logStoreContract } from './log-store.contract.ts';
export { createMemoryLeases, type MemoryLeases } from './memory-leases.ts';
export { createMemoryLogStore } from './memory-log-store.ts';
export { type WorkspaceUnderTest, workspaceContract } from './workspace.contract.ts';
