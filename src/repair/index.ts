/** What other adapters may import from the repair agent. */
export type { RepairContext } from './context.ts';
export { listFiles as listRepairableFiles } from './model/project.ts';
