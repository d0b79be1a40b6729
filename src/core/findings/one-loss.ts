import type { Raised } from './raised.ts';
import { followsFrom, isConsequence, namesTest, shareIteration } from './same-loss.ts';

/**
 * What a person decides together with these alerts: a deleted test is one loss, though the guard, the runner and the counts raised
 * it. A test that ran no more belongs to the finding that names it; a consequence belongs to all losses that explain it, so it goes
 * with the last of them. Nothing is taken along that another finding is about.
 */
export function withSameLoss(chosen: readonly Raised[], all: readonly Raised[]): Raised[] {
  const consequences = all.filter(isConsequence);
  const others = all.filter((one) => !isConsequence(one));
  const explained = chosen.flatMap((one) => (isConsequence(one) ? onlyLossOf(one, others) : []));
  const named = [...chosen, ...explained].flatMap((one) => [
    one,
    ...others.filter((other) => areOne(one, other, others)),
  ]);
  const decided = new Set(named);
  const isDecided = (one: Raised) => decided.has(one) || one.marked !== null || one.approved;
  const settled = consequences.filter((one) => {
    const about = others.filter((other) => followsFrom(one, other));
    return about.some((other) => decided.has(other)) && about.every(isDecided);
  });
  return [...new Set([...named, ...settled])];
}

/** The finding or the test that explains a consequence, if it is the only one. */
function onlyLossOf(one: Raised, others: readonly Raised[]): Raised[] {
  const about = others.filter((other) => followsFrom(one, other));
  const first = about.find(({ source }) => source === 'guard') ?? about[0];
  return first && about.every((other) => other === first || areOne(first, other, others)) ? [first] : [];
}

/** A finding and a test that it names; the test takes the finding along if it is its only one. */
function areOne(one: Raised, other: Raised, all: readonly Raised[]): boolean {
  if (one.source === other.source || !shareIteration(one, other)) return false;
  const [finding, test] = one.source === 'guard' ? [one, other] : [other, one];
  if (finding.source !== 'guard' || !namesTest(finding, test.key)) return false;
  return one === finding || all.filter((each) => each.source === 'tests' && namesTest(finding, each.key)).length === 1;
}
