import type { Raised } from './raised.ts';
import { followsFrom, isConsequence, namesTest, shareIteration } from './same-loss.ts';

/** What the loop lost once, by all that raised it: a finding, a test that is gone, a count, a run with the original tests. */
export interface Loss {
  type: string;
  /** The most telling one: a finding has a place, a test has a name, a count has neither. */
  main: Raised;
  /** The main one first. */
  raised: Raised[];
}

/** One loss is one event (SPEC §19), in the order in which it was first seen. */
export function lossesIn(raised: readonly Raised[]): Loss[] {
  const losses: Loss[] = [];
  for (const one of [...raised].sort((a, b) => rank(a) - rank(b))) {
    const same = lossOf(one, losses);
    if (same) same.raised.push(one);
    else losses.push({ type: one.type, main: one, raised: [one] });
  }
  return losses.sort((a, b) => raised.indexOf(a.main) - raised.indexOf(b.main));
}

function lossOf(one: Raised, losses: readonly Loss[]): Loss | undefined {
  if (isConsequence(one)) return losses.find(({ raised }) => raised.some((other) => followsFrom(one, other)));
  if (one.source !== 'tests') return undefined;
  const deletions = losses.filter(({ main, type }) => type === one.type && shareIteration(main, one));
  return deletions.find(({ main }) => main.source === 'guard' && namesTest(main, one.key)) ?? deletions[0];
}

/** What explains comes before what follows from it. */
function rank(one: Raised): number {
  if (isConsequence(one)) return 3;
  return one.source === 'guard' ? 0 : one.source === 'tests' ? 1 : 2;
}
