import { chooseSome } from './turned-tests.ts';

/** A test that can be taken out of its file. */
export interface Candidate {
  test: string;
  path: string;
  failed: boolean;
  /** Its file and suite, and how many tests these have: one stays in each. */
  group: string;
  groupSize: number;
}

/**
 * Which tests are held out: a share (`30%`), a number, or those that are named by a part of their name or by a glob for their file. Of
 * those that fail before any work the agent sees at least half, because it needs to see what fails; if there are two, one is held out.
 */
export function chooseHeldOut(
  asked: readonly string[],
  candidates: readonly Candidate[],
  seed: string,
  total = candidates.length,
): string[] {
  const failing = candidates.filter(({ failed }) => failed);
  const passing = candidates.filter(({ failed }) => !failed);
  const chosen = new Set<string>();
  for (const one of asked) {
    const wanted = countOf(one, total);
    if (wanted === null) {
      for (const { test, path } of candidates) if (isNamed(one, test, path)) chosen.add(test);
      continue;
    }
    const share = Math.min(1, wanted / Math.max(1, candidates.length));
    const fails = Math.min(Math.max(1, Math.round(failing.length * share)), Math.floor(failing.length / 2));
    const passes = Math.max(0, Math.min(passing.length, wanted - fails));
    for (const test of chooseSome(names(failing), fails, seed)) chosen.add(test);
    for (const test of chooseSome(names(passing), passes, seed)) chosen.add(test);
  }
  return oneStaysInEach(candidates.filter(({ test }) => chosen.has(test)));
}

const names = (candidates: readonly Candidate[]) => candidates.map(({ test }) => test);

/** How many tests a share or a number asks for, at least one; null if it asks for neither. */
export function wantedTests(asked: readonly string[], total: number): number | null {
  const counts = asked.map((one) => countOf(one, total)).filter((count) => count !== null);
  return counts.length > 0 ? Math.max(1, ...counts) : null;
}

/** Those that neither name a test nor ask for a number of them. */
export function namesNothing(asked: readonly string[], candidates: readonly Candidate[], tests: readonly string[]) {
  return asked.filter(
    (one) =>
      countOf(one, tests.length) === null &&
      !candidates.some(({ test, path }) => isNamed(one, test, path)) &&
      !tests.some((test) => isNamed(one, test, test.split(' › ')[0] ?? test)),
  );
}

/** Why this can be no choice of tests, whatever they are; null if it can. */
export function holdOutProblem(asked: readonly string[]): string | null {
  for (const one of asked) {
    const [, number = '', unit] = /^([-+]?[\d.,]+)\s*(%?)$/.exec(one.trim()) ?? [];
    if (number === '' && one.trim() !== '') continue;
    const value = Number(number);
    const isShare = unit === '%' && value > 0 && value <= 100;
    const isCount = unit === '' && Number.isInteger(value) && value > 0;
    if (!isShare && !isCount)
      return `${JSON.stringify(one)} is neither a share above 0% up to 100% nor a number of tests`;
  }
  return null;
}

/** Null if tests are named. */
function countOf(asked: string, total: number): number | null {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(asked.trim()) ?? [];
  if (number === undefined) return null;
  return unit === '%' ? Math.round((total * Math.min(100, Number(number))) / 100) : Number(number);
}

function isNamed(asked: string, test: string, path: string): boolean {
  if (!/[*/]/.test(asked)) return test.includes(asked) || path.endsWith(asked);
  const parts = asked.split(/(\*\*\/?|\*)/).map((part) => PATTERNS[part] ?? part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('')}(?:/.*)?$`).test(path);
}

const PATTERNS: Record<string, string> = { '*': '[^/]*', '**': '.*', '**/': '(?:.*/)?' };

function oneStaysInEach(chosen: readonly Candidate[]): string[] {
  return chosen
    .filter(({ group, groupSize }, index) => {
      const before = chosen.slice(0, index).filter((one) => one.group === group).length;
      return before < groupSize - 1;
    })
    .map(({ test }) => test);
}
