import { blockersOf, findingKey } from '../../core/findings/blockers.ts';
import { survivorText } from '../../core/metrics/mutants.ts';
import type { EventOf, LoopEvent } from '../../core/state/events.ts';
import type { LoopFinding } from '../../core/state/finding.ts';
import type { LoopState } from '../../core/state/state.ts';
import { flippedText } from '../../core/verification/flipped-text.ts';
import { heldOutShortfall } from '../../core/verification/held-out.ts';
import { mutantsText } from '../../core/verification/mutants-text.ts';
import { newTestsText } from '../../core/verification/new-tests-text.ts';
import { plural } from './format.ts';

/** Problems with protected files, setup, flaky checks and branches; empty if there are none. */
export function verificationLines(event: LoopEvent): string[] {
  switch (event.type) {
    case 'changes-reverted':
      return [...undoneLines('protected', event.protected), ...undoneLines('outside --only', event.scope)];
    case 'setup-finished':
      if (event.ok) return [];
      return event.command === undefined
        ? [`  the setup command failed: ${event.reason}`, ...printedLines(event)]
        : [
            `  dependencies could not be installed where checks run: ${event.reason}; give a --setup`,
            ...printedLines(event),
          ];
    case 'checks-repeated':
      return event.flaky.length > 0 ? [`  flaky on the same tree: ${list(event.flaky, event.flaky.length)}`] : [];
    case 'expectations-flipped': {
      const isWhole = event.problem === undefined && event.unshown.length === 0;
      const note = isWhole ? null : flippedText(event);
      return note === null ? [] : [`  ${note}`];
    }
    case 'new-tests-checked': {
      const isQuiet = event.problem === undefined && event.unshown.length === 0 && event.passing.count === 0;
      const note = isQuiet ? null : newTestsText(event);
      return note === null ? [] : [`  ${note}`];
    }
    case 'task-tests-checked':
      return [event.cannot, event.problem].flatMap((note) => (note === undefined ? [] : [`  new tests: ${note}`]));
    case 'tests-held-out':
      return [
        `  held out: ${event.tests.length === 0 ? `no test, ${event.problem}` : `${plural(event.tests.length, 'test')} (seed ${event.seed})${shortfallText(event)}`}`,
      ];
    case 'tests-revealed': {
      const why = event.why === 'found' ? 'the agent brought back' : 'the agent is shown';
      return event.tests.length === 0 ? [] : [`  ${why} held-out tests: ${list(event.tests, event.tests.length)}`];
    }
    case 'tests-put-back':
      return ['  the held-out tests are in the working tree again'];
    case 'mutants-tested':
      return [
        `  ${mutantsText(event)}`,
        ...event.survivors.slice(0, 5).map((one) => `    no test notices ${survivorText(one)}`),
      ];
    case 'tree-reverified':
      return event.agrees ? [] : [`  iteration ${event.iteration} no longer gets the recorded results`];
    case 'refs-reset': {
      const names = event.moved.map(({ name }) => name.replace(/^refs\/(?:(?:heads|tags)\/)?/, ''));
      const { restored = [], left = [] } = event;
      return [
        ...(names.length > 0 ? [`  moved back: ${list(names, names.length)}`] : []),
        ...(restored.length > 0 ? [`  put back as before the agent: ${list(restored, restored.length)}`] : []),
        ...[...event.notes, ...left].map((note) => `  note: ${note}`),
      ];
    }
    default:
      return [];
  }
}

/** What the experiments of an iteration found, unless the line on its decision says it, or names what it follows from. */
export function unsaidFindings(state: LoopState, { iteration, decision }: EventOf<'iteration-judged'>): string[] {
  const judged = state.iterations[iteration];
  if (!judged) return [];
  const blockers = blockersOf(state, judged);
  const isSaid = ({ id, why }: LoopFinding) =>
    decision.reason.includes(why) || blockers.some((one) => one.id === findingKey(id) && one.saidBy !== undefined);
  const found = [...(judged.pristine?.findings ?? []), ...(judged.flipped?.findings ?? [])];
  return found.filter((one) => !isSaid(one)).map(({ why }) => `  ${why}`);
}

function shortfallText(event: EventOf<'tests-held-out'>): string {
  const text = heldOutShortfall(event);
  return text === null ? '' : `; ${text}`;
}

const PRINTED = 8;

function printedLines({ excerpt }: EventOf<'setup-finished'>): string[] {
  const lines = excerpt.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-PRINTED).map((line) => `    ${line.trimEnd()}`);
}

/** Header lines on what the agent must not change. */
export function verificationRows({ protect, settings: { verify, evidence } }: LoopState): string[] {
  const guarded = [...protect.map((glob) => glob.replace(/^\//, '').replace(/\\(.)/g, '$1')), ...verify.protect];
  return [
    ...(guarded.length > 0 ? [`  guarded ${list(guarded, guarded.length)}`] : []),
    ...(verify.only.length > 0 ? [`  only    ${list(verify.only, verify.only.length)}`] : []),
    ...(verify.setup ? [`  setup   ${verify.setup}`] : []),
    ...(evidence.holdOut.length > 0 ? [`  unseen  tests held out: ${evidence.holdOut.join(', ')}`] : []),
  ];
}

function undoneLines(why: string, { paths, count }: { paths: readonly string[]; count: number }): string[] {
  return count === 0 ? [] : [`  undone (${why}): ${plural(count, 'change')}, ${list(paths, count)}`];
}

function list(names: readonly string[], count: number): string {
  const firstNames = names.slice(0, 5);
  return `${firstNames.join(', ')}${count > firstNames.length ? ` and ${count - firstNames.length} more` : ''}`;
}
