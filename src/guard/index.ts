/** What other adapters may import from the guard. */
export { isConfig } from './config/facts.ts';
export type { GuardReport } from './finding/types.ts';
export { readChanges } from './git-changes.ts';
export { guard } from './guard.ts';
