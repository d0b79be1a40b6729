import type { LoopState } from '../state/state.ts';
import type { Statement } from '../state/statement.ts';
import { oneLine, quoted } from '../text/one-line.ts';

/** What came of a question to a person. */
export interface Answer extends Pick<Statement, 'about' | 'reason' | 'by'> {
  word: 'approve' | 'reject' | 'block';
  iteration: number;
}

const MAX_ENTRIES = 10;
const MAX_WORDS = 600;

/** Every answer that was given, in the order in which they came. */
export function answersIn({ said }: LoopState): Answer[] {
  return said.flatMap(({ word, iteration, ...one }) =>
    (word === 'approve' || word === 'reject' || word === 'block') && iteration !== null
      ? [{ ...one, word, iteration }]
      : [],
  );
}

/** It was on what an iteration changed; else on whether to go on. */
export function isOnChange({ about, iteration }: Pick<Answer, 'about' | 'iteration'>): boolean {
  return about.length > 0 && iteration > 0;
}

/** The change was refused and no later answer changed that: it is neither kept nor built on. */
export function isRefused(state: LoopState, n: number): boolean {
  return refusalOf(state, n) !== null;
}

export function refusalOf(state: LoopState, n: number): Answer | null {
  const last = answersIn(state).findLast(({ iteration }) => iteration === n);
  return last?.word === 'reject' && isOnChange(last) ? last : null;
}

/** An answer as a decision's reason: `rejected by a person: not the parser`. */
export function answerWords(answer: Answer): string {
  const { word, reason, by } = answer;
  const what = by === 'timeout' ? TIMED[word] : isOnChange(answer) ? CHANGE[word] : COURSE[word];
  return reason ? `${what}: ${reason}` : what;
}

const CHANGE = { approve: 'approved by a person', reject: 'rejected by a person', block: 'not accepted' };
const COURSE = { approve: 'a person says: go on', reject: 'a person says: stop', block: 'held' };
const TIMED = { approve: 'accepted', reject: 'refused', block: 'held' };

/**
 * For the prompt of every strategy, no matter how long ago: why an agent could not go on, and what people answered.
 * An agent's own words are data; a person's are not.
 */
export function answersText(state: LoopState): string {
  const blocked = state.iterations.flatMap(({ n, agent }) =>
    agent?.blocked ? [{ n, text: `the agent reported that it was blocked: ${quoted(agent.blocked, MAX_WORDS)}` }] : [],
  );
  const answers = answersIn(state).map((one) => ({ n: one.iteration, text: oneLine(answerWords(one), MAX_WORDS) }));
  const entries = [...blocked, ...answers].sort((a, b) => a.n - b.n).slice(-MAX_ENTRIES);
  return entries.length === 0 ? '' : `${entries.map(({ n, text }) => `- Iteration ${n}: ${text}`).join('\n')}\n`;
}
