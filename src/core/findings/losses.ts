import type { Raised } from './raised.ts';

/** What the loop lost once, by all that raised it: a finding, a test that is gone, a count. */
export interface Loss {
  type: string;
  /** The most telling one: a finding has a place, a test has a name, a count has neither. */
  main: Raised;
  raised: Raised[];
}

const TELLING: Raised['source'][] = ['guard', 'tests', 'metrics'];

/** One loss is one event: a finding of deleted tests, the tests by name and the count that fell belong together. */
export function lossesIn(raised: readonly Raised[]): Loss[] {
  const losses: Loss[] = [];
  for (const one of [...raised].sort((a, b) => TELLING.indexOf(a.source) - TELLING.indexOf(b.source))) {
    const same = one.source === 'guard' ? undefined : losses.find((loss) => isSameLoss(loss, one));
    if (same) same.raised.push(one);
    else losses.push({ type: one.type, main: one, raised: [one] });
  }
  return losses.sort((a, b) => (a.main.iterations[0] ?? 0) - (b.main.iterations[0] ?? 0));
}

/** Tests that are gone by name or by count are those that the guard saw go in the same iteration. */
function isSameLoss(loss: Loss, { type, iterations }: Raised): boolean {
  return type === 'test_deletion' && loss.type === type && iterations.some((n) => loss.main.iterations.includes(n));
}
