/** A call of a test, and how it and its neighbours came out on two sources: by digests of their results. */
export interface CallResults {
  function: string;
  before: readonly string[];
  after: readonly string[];
}

const MIN_CALLS = 2;
const MIN_NEIGHBOURS = 10;
/** One neighbour may meet a special case by chance. */
const MAX_CHANGED = 1 / 20;

/** Functions whose results changed for the tests' own inputs, at two or more of them, and for nothing beside them. */
export function changedOnlyAtTests(calls: readonly CallResults[]): string[] {
  const names = [...new Set(calls.map((one) => one.function))];
  return names.filter((name) => {
    const own = calls.filter(
      (one) => one.function === name && one.before.length === one.after.length && one.before[0] !== one.after[0],
    );
    const neighbours = own.flatMap(({ before, after }) =>
      before.slice(1).map((one, index) => one !== after[index + 1]),
    );
    const changed = neighbours.filter(Boolean).length;
    return own.length >= MIN_CALLS && neighbours.length >= MIN_NEIGHBOURS && changed <= neighbours.length * MAX_CHANGED;
  });
}
