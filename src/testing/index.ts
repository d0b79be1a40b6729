export * from './builders.ts';
export { fakeWorld, type WorldScript } from './fake-world.ts';
export { aCheck, aContext, notesContract } from './notes-contract.ts';
