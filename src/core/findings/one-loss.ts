import type { Raised } from './raised.ts';

/**
 * What a person decides together with these alerts: a deleted test is one loss, though the guard, the runner and the count raised
 * it. A test that ran no more belongs to the finding that names it; a count belongs to the losses that explain it, so it goes with the
 * last of them. Nothing is taken along that another finding is about.
 */
export function withSameLoss(chosen: readonly Raised[], all: readonly Raised[]): Raised[] {
  const deletions = all.filter(({ type }) => type === DELETION);
  const counts = deletions.filter(({ source }) => source === 'metrics');
  const others = deletions.filter(({ source }) => source !== 'metrics');
  const explained = chosen.flatMap((one) => (counts.includes(one) ? onlyLossOf(one, others) : []));
  const named = [...chosen, ...explained].flatMap((one) => [
    one,
    ...others.filter((other) => areOne(one, other, others)),
  ]);
  const decided = new Set(named);
  const isDecided = (one: Raised) => decided.has(one) || one.marked !== null || one.approved;
  const settled = counts.filter((count) => {
    const about = others.filter((other) => shareIteration(count, other));
    return about.some((one) => decided.has(one)) && about.every(isDecided);
  });
  return [...new Set([...named, ...settled])];
}

const DELETION = 'test_deletion';
const LOST = 'lost-test:';

/** The finding or the test that explains a count, if it is the only one. */
function onlyLossOf(count: Raised, others: readonly Raised[]): Raised[] {
  const about = others.filter((other) => shareIteration(count, other));
  const first = about.find(({ source }) => source === 'guard') ?? about[0];
  return first && about.every((one) => one === first || areOne(first, one, others)) ? [first] : [];
}

/** A finding and a test that it names; the test takes the finding along if it is its only one. */
function areOne(one: Raised, other: Raised, all: readonly Raised[]): boolean {
  if (one.source === other.source || !shareIteration(one, other)) return false;
  const [finding, test] = one.source === 'guard' ? [one, other] : [other, one];
  if (finding.type !== DELETION || !names(finding, test)) return false;
  return one === finding || all.filter((each) => each.source === 'tests' && names(finding, each)).length === 1;
}

/** `lost-test:<file> › <suite> › <name>`, and a finding in that file with the name in quotes. */
function names({ place, text }: Raised, { key }: Raised): boolean {
  const [file, ...path] = key.slice(LOST.length).split(' › ');
  const name = path.at(-1);
  return place?.path === file && name !== undefined && text.includes(`"${name}"`);
}

function shareIteration(one: Raised, other: Raised): boolean {
  return one.iterations.some((n) => other.iterations.includes(n));
}
