import type { Task } from './task.ts';

/** How many tasks each must wait for, one after the other: 0 for those that may start at once. The list has no circles. */
export function depthsOf(tasks: readonly Task[]): Map<string, number> {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const depths = new Map<string, number>();
  const depthOf = (id: string): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    const depth = Math.max(-1, ...(byId.get(id)?.after ?? []).map(depthOf)) + 1;
    depths.set(id, depth);
    return depth;
  };
  for (const { id } of tasks) depthOf(id);
  return depths;
}
