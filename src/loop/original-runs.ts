import type { Verdict } from '../core/criteria/verdict.ts';
import type { MovedFile as MovedPath, OriginalTests, ReportedTests } from '../core/metrics/original-tests.ts';
import { type Counted, isOverstated } from '../core/quality/proven-counts.ts';
import { type LoopState, seenRef } from '../core/state/state.ts';
import type { ClaimToProve } from '../core/verification/to-prove.ts';
import type { Place, Ports } from '../ports/index.ts';
import type { MovedFile, OverlayFile, PristineFile, PristineFiles } from '../ports/safeguards.ts';
import { requestFor } from './run-criteria.ts';

export interface Pristine {
  iteration: number;
  state: LoopState;
  ports: Ports;
  signal: AbortSignal;
}

export interface Ran {
  verdicts: Verdict[];
  counted: Counted;
  reports: ReportedTests[];
  /** What was restored or taken away. */
  files: PristineFile[];
  /** What stayed where the agent moved it. */
  moved: MovedPath[];
}

/** The baseline's tests by their names; null if they are not known. */
export type CompareTests = (reports: readonly ReportedTests[], moved: readonly MovedPath[]) => OriginalTests | null;

/**
 * Runs the commands of the claim with the baseline's judge, until they hold and every test of the baseline ran. New tests are taken
 * away first: in many runners they share a process with the old ones. What holds only with them holds if no old test passes only
 * with them. Tests that were moved count at their new place if nothing but them can have run there, else at their old one.
 */
export async function runWithOriginals(
  claim: ClaimToProve,
  found: PristineFiles,
  { staysMoved, compare }: { staysMoved: boolean; compare: CompareTests },
  pristine: Pristine,
): Promise<Ran> {
  const { iteration, state } = pristine;
  const commands = commandsIn(claim);
  const claimedIds = claim.criteria.map(({ id }) => id);
  const claimed = state.iterations[iteration]?.metrics;
  const isShort = ({ counted }: Ran) => claim.tests && claimed != null && isOverstated(claimed, counted);
  const openIn = ({ verdicts }: Ran) =>
    verdicts.filter((one) => one.outcome !== 'pass' && claimedIds.includes(one.criterion));
  const isWhole = (ran: Ran) => missingIn(compare(ran.reports, ran.moved)) === 0;
  const isDone = (ran: Ran) => openIn(ran).length === 0 && !isShort(ran) && isWhole(ran);
  const away = found.newTests.map((path) => ({ path, content: null, mode: 0o644 }));

  const first = await run('pristine', commands, found, { staysMoved, away }, pristine);
  if (isDone(first)) return first;
  let result = first;
  if (away.length > 0) {
    const areCounted = isWhole(first) && !isShort(first);
    const again = areCounted ? openIn(first).map(({ criterion }) => criterion) : commands;
    const second = await run('pristine-new', again, found, { staysMoved, away: [] }, pristine);
    const verdicts = betterOf(first.verdicts, second.verdicts);
    if (needsNewTests(first, second)) result = { ...first, files: [...first.files, ...found.newTests.map(asNewFile)] };
    else result = areCounted ? { ...first, verdicts } : { ...second, verdicts };
  }
  if (isDone(result) || found.moved.length === 0 || !found.moved.every(({ follows }) => follows)) return result;
  const third = await run('pristine-moved', commands, found, { staysMoved: !staysMoved, away }, pristine);
  return isDone(third) ? third : result;
}

const asNewFile = (path: string): PristineFile => ({
  path,
  content: null,
  mode: 0o644,
  isNew: true,
  setsUp: false,
  isPlaceholder: false,
});

/** Whether a test that is not new passes only beside the new ones; without names, whether fewer fail beside them. */
function needsNewTests(without: Ran, beside: Ran): boolean {
  const [old, now] = [without.reports[0]?.names, beside.reports[0]?.names];
  if (old && now) return [...old].some(([id, status]) => status === 'failed' && now.get(id) === 'passed');
  const [failed, left] = [without.counted.tests?.failed, beside.counted.tests?.failed];
  return failed !== undefined && left !== undefined && left < failed;
}

export const commandsIn = ({ criteria, counted }: ClaimToProve) =>
  [...criteria, ...counted].filter((one) => 'command' in one).map(({ id }) => id);

/** By a command of its own, which is not a criterion. */
export const countsApart = ({ settings }: LoopState) => settings.metrics.tests !== undefined;

export function withFiles<T>(
  files: readonly OverlayFile[],
  { iteration, state, ports }: Pristine,
  work: (place: Place) => Promise<T>,
): Promise<T> {
  return ports.room.judge(seenRef(state, iteration).commit, work, { files });
}

interface Variant {
  staysMoved: boolean;
  away: readonly OverlayFile[];
}

async function run(
  label: string,
  which: readonly string[],
  found: PristineFiles,
  { staysMoved, away }: Variant,
  pristine: Pristine,
): Promise<Ran> {
  const { iteration, state, ports, signal } = pristine;
  const restored = staysMoved ? found.files : [...found.files, ...found.moved.map(({ file }) => file)];
  const overlay = [...restored, ...(staysMoved ? [] : found.moved.map(copyAway)), ...away];
  return withFiles(overlay, pristine, async (place): Promise<Ran> => {
    const criteria = state.criteria.filter(({ id }) => which.includes(id));
    const request = { ...requestFor(label, criteria, iteration, place, state, ports), measured: countsApart(state) };
    const { verdicts, tests, testsDoubt } = await ports.checker.verify(request, signal);
    const names = tests?.tests ? new Map(tests.tests.map(({ id, status }) => [id, status])) : null;
    return {
      verdicts,
      counted: { tests: tests?.counts ?? null, ...(testsDoubt && { testsDoubt }) },
      reports: [{ names, counts: tests?.counts ?? null }],
      files: restored,
      moved: staysMoved ? found.moved.map(({ file, to }) => ({ from: file.path, to })) : [],
    };
  });
}

const copyAway = ({ to, file }: MovedFile): OverlayFile => ({ path: to, content: null, mode: file.mode });

function betterOf(first: readonly Verdict[], second: readonly Verdict[]): Verdict[] {
  const passes = (id: string) => second.find(({ criterion, outcome }) => criterion === id && outcome === 'pass');
  return first.map((verdict) => passes(verdict.criterion) ?? verdict);
}

function missingIn(tests: OriginalTests | null): number {
  return tests ? tests.of - tests.ran : 0;
}
