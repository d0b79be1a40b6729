import { delimiter, join } from 'node:path';
import { foldersUpwards } from '../toolchain/folders-upwards.ts';

/**
 * The environment of a check: the user's own, with the project's programs (`node_modules/.bin`) at the end of the search
 * path, where they are found without hiding the user's. Without `NODE_TEST_CONTEXT`, under which node's test runner runs
 * nothing and says nothing.
 */
export function checkEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  root: string,
  cwd: string,
): Record<string, string> {
  const known = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const { NODE_TEST_CONTEXT: _, ...kept } = Object.fromEntries(known);
  const places = [kept.PATH ?? '', ...foldersUpwards(root, cwd).map((folder) => join(folder, 'node_modules', '.bin'))];
  return { ...kept, PATH: places.filter((place) => place !== '').join(delimiter) };
}
