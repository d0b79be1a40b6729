import { type Raised, raisedIn } from '../../core/findings/raised.ts';
import { refusalIn, wordOn } from '../../core/people/statements.ts';
import type { LoopState } from '../../core/state/state.ts';
import type { Statement } from '../../core/state/statement.ts';

const words: Record<Statement['word'], string> = {
  approve: 'approved',
  reject: 'rejected',
  block: 'timed out',
  'false-positive': 'marked a false positive',
  'not-false': 'mark removed',
  apply: 'applied',
  abort: 'aborted',
  loosened: 'loosened the settings',
  'limits-raised': 'raised limits',
};

export interface DecisionRow {
  at: string;
  iteration: string;
  what: string;
  who: string;
  reason: string;
  /** The texts of the alerts or the question. */
  about: string[];
}

/** Every decision of a person on the loop: what, who, when and why. */
export function decisionRows(state: LoopState): DecisionRow[] {
  const texts = textsOf(state);
  return state.said.map((one) => ({
    at: moment(one.at),
    iteration: one.iteration === null ? '' : `#${one.iteration}`,
    what: words[one.word],
    who: whoOf(one),
    reason: one.reason ?? 'none given',
    about: one.question === undefined ? one.about.map((id) => texts.get(id) ?? id) : [one.question],
  }));
}

/** `approved by ann (command) on 2026-02-02 10:04 UTC: the test was wrong` */
export function approvalText(state: LoopState, id: string): string {
  const approval = wordOn(state, id, 'approve');
  return approval
    ? `approved by ${whoOf(approval)} on ${moment(approval.at)}: ${approval.reason ?? 'no reason given'}`
    : 'approved';
}

/** The approval or rejection of an alert in one iteration; null if there is none. */
export function decisionText(state: LoopState, { key, approvedIn }: Raised, n: number): string | null {
  if (approvedIn.includes(n)) return approvalText(state, key);
  const rejection = refusalIn(state, key, n);
  return (
    rejection && `rejected by ${whoOf(rejection)} on ${moment(rejection.at)}: ${rejection.reason ?? 'no reason given'}`
  );
}

/** What people loosened while the loop ran, and who: `verify.pristine: true → false, by ann (command) on …`. */
export function looseningTexts({ said }: LoopState): string[] {
  return said
    .filter(({ word }) => word === 'loosened')
    .flatMap((one) => one.about.map((change) => `${change}, by ${whoOf(one)} on ${moment(one.at)}`));
}

/** The same decisions for programs, in `result.json` and in exports. */
export function humanDecisions(state: LoopState) {
  const texts = textsOf(state);
  return state.said.map(({ at, word, iteration, about, question, reason, by, person }) => ({
    timestamp: new Date(at).toISOString(),
    decision: word,
    iteration,
    about:
      question === undefined
        ? about.map((id) => ({ id, text: texts.get(id) ?? null }))
        : [{ id: `question:${iteration}`, text: question }],
    reason,
    by,
    person,
  }));
}

/** Alert texts by id. A question may name ids without an alert of their own; then the id itself is shown. */
function textsOf(state: LoopState): ReadonlyMap<string, string> {
  return new Map(
    raisedIn(state).map(({ key, text, place }) => [key, `${text}${place ? ` (${place.path}:${place.line})` : ''}`]),
  );
}

function whoOf({ by, person }: Statement): string {
  if (by === 'timeout') return 'nobody in time';
  return person === null ? `a person (${by})` : `${person} (${by})`;
}

export const moment = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
