import { ownAccount } from '../agents/own-account.ts';
import type { Verdict } from '../criteria/verdict.ts';
import type { ReportedFailure } from '../failures/reported-failure.ts';
import { findingsIn } from '../findings/blockers.ts';
import { causeOf } from '../findings/causes.ts';
import type { FailureKind, Reflection } from '../state/lesson.ts';
import { oneLine, quoted } from '../text/one-line.ts';
import { isCheat, type ReflectionEvidence } from './evidence.ts';
import { adviceFor, kindOf } from './kinds.ts';
import { sameWords } from './normalise.ts';

const MAX_NAMES = 10;
const MAX_LISTED = 3;

/**
 * What failed, why, and what to try instead, from the evidence of one failed iteration: how the tests moved, what kind
 * of error it is, what was touched, what the guard saw, and whether it was all there before. Pure.
 */
export function reflectByRules(evidence: ReflectionEvidence): Reflection {
  const kind = kindOfFailure(evidence);
  const signature = signatureOf(evidence, kind);
  const repeats = repeatsOf(evidence, signature);
  const { moved, failures } = evidence;
  return {
    kind,
    whatFailed: whatFailed(evidence),
    why: whyItFailed(evidence, repeats),
    whatToTry: whatToTry(evidence, kind, repeats),
    failing: (moved?.failing ?? failures.map(({ name }) => name).filter(Boolean)).slice(0, MAX_NAMES),
    fixed: (moved?.fixed ?? []).slice(0, MAX_NAMES),
    broken: (moved?.broken ?? []).slice(0, MAX_NAMES),
    files: evidence.files,
    repeats,
    signature,
    source: 'rules',
  };
}

function kindOfFailure({ unchanged, failed, failures, current }: ReflectionEvidence): FailureKind {
  if (unchanged) return 'no-change';
  if (failed.length === 0) return 'held-back';
  if (failed.every(({ outcome }) => outcome === 'unmeasured')) return 'unmeasured';
  const firstFailure = failures[0];
  if (firstFailure) return kindOf(firstFailure.message);
  const printed = failed.map(({ excerpt, reason }) => `${excerpt}\n${reason}`).join('\n');
  return current.metrics?.tests?.failed ? 'assertion' : kindOf(printed);
}

function whatFailed({ failed, failures, current, moved }: ReflectionEvidence): string {
  const first = failed[0];
  if (!first) {
    const finding = findingsIn(current).find(({ blocking }) => blocking);
    return `The checks passed, but the change is held back: ${quoted(finding?.why ?? 'a finding')}`;
  }
  if (failed.length > 1) return eachOf(failed);
  const count = moved ? moved.failing.length : (first.tests?.failed ?? failures.length);
  const texts = failures.slice(0, MAX_LISTED).map(failureText);
  const more = count > texts.length && texts.length > 0 ? ` and ${count - texts.length} more` : '';
  return `${oneLine(first.reason, 120)}${texts.length > 0 ? `; ${texts.join('; ')}${more}` : ''}`;
}

/** Lists every check that fails, each with its reason and its first failure. */
function eachOf(failed: readonly Verdict[]): string {
  const seen = new Set<string>();
  const each = failed.slice(0, MAX_NAMES).map(({ reason, failures }) => {
    const first = failures?.map(failureText).find((text) => !seen.has(text));
    if (first) seen.add(first);
    const more = first && (failures?.length ?? 0) > 1 ? ` and ${(failures?.length ?? 0) - 1} more` : '';
    return `${oneLine(reason, 120)}${first ? `: ${first}${more}` : ''}`;
  });
  const more = failed.length > each.length ? `; and ${failed.length - each.length} more checks` : '';
  return `${each.join('; ')}${more}`;
}

function failureText({ name, message, location }: ReportedFailure): string {
  const where = location ? ` at ${quoted(location, 120)}` : '';
  return `${name ? `${quoted(name, 120)}: ` : ''}${quoted(message || 'no message', 160)}${where}`;
}

function whyItFailed(
  { unchanged, current, files, moved, earlier, failures, failed, unsteady }: ReflectionEvidence,
  repeats: number[],
): string {
  if (unchanged) {
    const { agent } = current;
    const said = agent && agent.outcome !== 'ok' ? oneLine(agent.reason, 100) : ownAccount(agent);
    return `The agent changed nothing${said === null ? '' : ` (its run: ${said})`}.`;
  }
  const touched = files.length > 0 ? listed(files) : 'the change';
  if (unsteady.length > 0)
    return `${listed(unsteady)} passed and failed with no change in between: flaky, not broken by the change to ${touched}.`;
  if (isCheat(current)) return `The change to ${touched} ${causeOf(findingsIn(current)).does}.`;
  const lacking = failed.flatMap(({ advice = [] }) => advice)[0];
  if (lacking !== undefined)
    return `Not known: the check may lack what it needs where it runs (${oneLine(lacking, 160)}).`;
  const same = repeats.at(-1);
  if (same !== undefined) return `The change to ${touched} failed as iteration ${same} did: its cause lies elsewhere.`;
  if (failed.length === 0) return `The change to ${touched} is held back.`;
  if (failed.every(({ outcome }) => outcome === 'unmeasured'))
    return 'The checks could not be run at all after the change.';
  if (moved && moved.broken.length > 0) {
    return `The change to ${touched} broke ${counted(moved.broken.length)} that passed before: ${listed(moved.broken)}.`;
  }
  if (moved && moved.fixed.length > 0) {
    return `The change to ${touched} repaired ${counted(moved.fixed.length)} and left ${counted(moved.failing.length)} failing.`;
  }
  const before = earlier.at(-1)?.reflection;
  if (before && failures[0] && !before.failing.includes(failures[0].name)) {
    return `The change to ${touched} led to another failure than before.`;
  }
  return `The change to ${touched} did not reach the cause.`;
}

function whatToTry(
  { unchanged, files, moved, failures, current, failed, unsteady }: ReflectionEvidence,
  kind: FailureKind,
  repeats: number[],
): string {
  if (unchanged) {
    const again = repeats.length > 0 ? `Nothing was changed in ${listedNumbers(repeats)} either. ` : '';
    return `${again}Make a change, or report what stands in the way of one.`;
  }
  if (unsteady.length > 0)
    return 'Find what it depends on that differs from run to run (time, order, randomness, shared state), and make it steady.';
  if (isCheat(current)) {
    const fix = findingsIn(current).find(({ blocking }) => blocking)?.fix;
    const again = repeats.length > 0 ? `This was tried in ${listedNumbers(repeats)} too. ` : '';
    return `${again}${causeOf(findingsIn(current)).instead}${fix ? ` ${oneLine(fix, 160)}` : ''}`;
  }
  if (failed.some(({ advice = [] }) => advice.length > 0))
    return 'Look whether the check fails for that reason only. If so, leave the change as it is and report that this stands in the way.';
  if (repeats.length > 0) {
    const which = listedNumbers(repeats);
    return `This was tried in ${which} and failed the same way. Do something fundamentally different: question the assumption behind it, and look beyond ${files.length > 0 ? listed(files) : 'what was looked at'}.`;
  }
  if (failed.length === 0) return 'Restore what was removed or weakened and solve the task without it.';
  if (kind === 'unmeasured') return 'Make the checks runnable again: undo whatever keeps their command from starting.';
  if (moved && moved.broken.length > 0)
    return `Keep what worked and undo what broke ${listed(moved.broken)}; make a smaller change.`;
  if (moved && moved.fixed.length > 0) return `Go on from here with what still fails. ${adviceFor(kind)}`;
  const place = failures.find(({ location }) => location)?.location;
  return `${place ? `Start at ${quoted(place, 120)}. ` : ''}${adviceFor(kind)}`;
}

/** Two failed iterations that say the same: the same kind of error with the same words, after a change to the same files. */
function signatureOf({ failures, failed, files, moved, unchanged }: ReflectionEvidence, kind: FailureKind): string {
  const words =
    failures.length > 0 ? failures.map(({ message }) => message) : failed.map(({ excerpt }) => excerpt.slice(-300));
  const names = (moved?.failing ?? failures.map(({ name }) => name)).slice(0, MAX_NAMES);
  const parts = [kind, ...[...new Set(words.slice(0, MAX_LISTED).map(sameWords))], ...[...names].sort().map(sameWords)];
  return [...parts, unchanged ? 'nothing changed' : [...files].sort().join(' ')].join(' | ').slice(0, 600);
}

function repeatsOf({ state, current, earlier, unchanged }: ReflectionEvidence, signature: string): number[] {
  const tree = current.snapshot?.tree;
  const sameTree = unchanged
    ? []
    : state.iterations.filter(({ n, snapshot }) => n > 0 && n < current.n && snapshot?.tree === tree).map(({ n }) => n);
  const sameWords = earlier.filter(({ reflection }) => reflection.signature === signature).map(({ n }) => n);
  return [...new Set([...sameTree, ...sameWords])].sort((a, b) => a - b).slice(-MAX_NAMES);
}

function listed(names: readonly string[]): string {
  const first = names.slice(0, MAX_LISTED).map((name) => quoted(name, 120));
  const more = names.length - first.length;
  return more > 0 ? `${first.join(', ')} and ${more} more` : first.join(', ');
}

export function listedNumbers(numbers: readonly number[]): string {
  const last = numbers.at(-1);
  if (numbers.length === 1) return `iteration ${last}`;
  return `iterations ${numbers.slice(0, -1).join(', ')} and ${last}`;
}

function counted(tests: number): string {
  return tests === 1 ? '1 test' : `${tests} tests`;
}
