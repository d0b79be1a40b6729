import { join } from 'node:path';
import { joinSearchPath } from '../system/find-program.ts';
import { foldersUpwards } from './folders-upwards.ts';

/**
 * The environment of a check: the user's own, with the project's programs (`node_modules/.bin`) at the end of the PATH,
 * so that they do not hide the user's. `NODE_TEST_CONTEXT` is removed, because with it node's test runner silently runs
 * nothing.
 */
export function checkEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  root: string,
  cwd: string,
): Record<string, string> {
  const entries = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const { NODE_TEST_CONTEXT: _, ...variables } = Object.fromEntries(entries);
  const own = foldersUpwards(root, cwd).map((folder) => join(folder, 'node_modules', '.bin'));
  return { ...variables, PATH: joinSearchPath(variables.PATH, ...own) };
}
