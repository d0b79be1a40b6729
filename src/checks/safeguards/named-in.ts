/** Whether the task names a file, by its path or its name: then changing it is part of the work. */
export function isNamedIn(task: string, path: string): boolean {
  const name = path.split('/').at(-1) as string;
  return task.split(/[\s"'`(),;:]+/).some((word) => word.replace(/[.!?]+$/, '') === name || word.endsWith(`/${name}`));
}
