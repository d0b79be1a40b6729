/** What other adapters may import from the repair agent. */
export type { RepairContext } from './context.ts';
