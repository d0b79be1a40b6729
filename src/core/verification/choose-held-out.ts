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
export function chooseHeldOut(asked: readonly string[], candidates: readonly Candidate[], seed: string): string[] {
  const failing = candidates.filter(({ failed }) => failed);
  const passing = candidates.filter(({ failed }) => !failed);
  const chosen = new Set<string>();
  for (const one of asked) {
    const share = shareOf(one, candidates.length);
    if (share === null) {
      for (const { test, path } of candidates) if (isNamed(one, test, path)) chosen.add(test);
      continue;
    }
    const fails = Math.min(Math.max(1, Math.round(failing.length * share)), Math.floor(failing.length / 2));
    const passes = Math.max(0, Math.min(passing.length, Math.round(candidates.length * share) - fails));
    for (const test of chooseSome(names(failing), fails, seed)) chosen.add(test);
    for (const test of chooseSome(names(passing), passes, seed)) chosen.add(test);
  }
  return oneStaysInEach(candidates.filter(({ test }) => chosen.has(test)));
}

const names = (candidates: readonly Candidate[]) => candidates.map(({ test }) => test);

/** As a part of 1; null if tests are named. */
function shareOf(asked: string, of: number): number | null {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(asked.trim()) ?? [];
  if (number === undefined) return null;
  return Math.min(1, unit === '%' ? Number(number) / 100 : Number(number) / Math.max(1, of));
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
