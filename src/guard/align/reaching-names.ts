import type { FileModel } from '../../syntax/model.ts';

/** How far a value may be from what the tests call: a table, what looks it up, what the tests know. */
const MAX_STEPS = 2;
const MAX_NAMES = 200;

/**
 * The names by which a test may reach this file: what the file defines, and what the files define that use it. Values of the
 * tests may stand in a file of which no test knows.
 */
export async function namesReaching(
  file: FileModel,
  changed: readonly FileModel[],
  usersOf: (names: string[]) => Promise<readonly FileModel[]>,
): Promise<Set<string>> {
  const names = new Set(definedIn(file));
  const visited = new Set([file.path]);
  for (let step = 0; step < MAX_STEPS && names.size > 0 && names.size < MAX_NAMES; step++) {
    const wanted = [...names];
    const near = [...changed, ...(await usersOf(wanted.slice(0, MAX_NAMES)))];
    const users = near.filter(
      ({ path, role, identifiers }) =>
        role === 'source' && !visited.has(path) && wanted.some((name) => identifiers.has(name)),
    );
    for (const user of users) {
      visited.add(user.path);
      for (const name of definedIn(user)) names.add(name);
    }
    if (users.length === 0) break;
  }
  return names;
}

/** Short names mean other things elsewhere. */
const definedIn = ({ functions }: FileModel): string[] =>
  functions.map(({ name }) => name).filter((name) => /^\w{3,}$/.test(name));
