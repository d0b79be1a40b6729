/** Each test's status (`passed`, `failed`, `skipped`, …) by its id: file, suites and name joined by ` › `. */
export type NamedTests = ReadonlyMap<string, string>;

export interface LostTests {
  /** Gone, and neither renamed nor moved. */
  vanished: string[];
  /** Passed before, fail now. */
  broken: string[];
  /** Passed before, skipped now. */
  silenced: string[];
}

/**
 * What happened to the tests of the earlier run. Without a syntax tree a rename can only be presumed: a test that moved
 * keeps its title, a renamed one keeps its place. If the guard has followed renames (`renamed`), its renames take precedence.
 */
export function lostTests(runs: {
  before: NamedTests;
  after: NamedTests;
  renamed?: ReadonlyMap<string, string>;
}): LostTests {
  const { before, after, renamed = new Map() } = runs;
  const lost: LostTests = { vanished: [], broken: [], silenced: [] };
  const successors = presumed(before, after, renamed);
  for (const [id, was] of before) {
    const is = after.get(id) ?? after.get(successors.get(id) ?? '');
    if (is === undefined) lost.vanished.push(id);
    else if (was === 'passed' && is === 'failed') lost.broken.push(id);
    else if (was === 'passed' && is === 'skipped') lost.silenced.push(id);
  }
  return lost;
}

/** Old id → new id, as far as names show it. */
export function successorsOf(before: NamedTests, after: NamedTests): Map<string, string> {
  return presumed(before, after, new Map());
}

/** Old id → new id. Each new test takes the place of at most one old test. */
function presumed(before: NamedTests, after: NamedTests, renamed: ReadonlyMap<string, string>): Map<string, string> {
  const successors = new Map<string, string>();
  const appeared = new Set([...after.keys()].filter((id) => !before.has(id)));
  let missing = [...before.keys()].filter((id) => !after.has(id));
  const pair = (key: (id: string) => string | undefined) => {
    const free = groupBy(appeared, key);
    missing = missing.filter((id) => {
      const successor = free.get(key(id) ?? '')?.shift();
      if (successor === undefined) return true;
      appeared.delete(successor);
      successors.set(id, successor);
      return false;
    });
  };
  missing = missing.filter((id) => {
    const newName = renamed.get(id);
    if (newName === undefined || !appeared.delete(newName)) return true;
    successors.set(id, newName);
    return false;
  });
  pair(title);
  pair(place);
  return successors;
}

function groupBy(ids: Iterable<string>, key: (id: string) => string | undefined): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const id of ids) {
    const group = key(id);
    if (group === undefined) continue;
    const members = groups.get(group);
    if (members) members.push(id);
    else groups.set(group, [id]);
  }
  return groups;
}

const SEPARATOR = /^(.*)(?: › | > |::)(.*)$/s;
const title = (id: string) => SEPARATOR.exec(id)?.[2] ?? id;
const place = (id: string) => SEPARATOR.exec(id)?.[1];
