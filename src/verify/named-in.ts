/** The task names a file, by its whole path or by its name as a word: then it is work, whatever else it is. */
export function isNamedIn(task: string, path: string): boolean {
  const name = path.split('/').at(-1) as string;
  return task.split(/[\s"'`(),;:]+/).some((word) => word.replace(/[.!?]+$/, '') === name || word.endsWith(`/${name}`));
}
