import { oneLine, quoted } from '../notes/words.ts';
import type { EventOf } from './events.ts';
import type { LoopState } from './state.ts';

/** What came of a question to a person, in the order of the answers. */
export interface Answer {
  iteration: number;
  answer: EventOf<'gate-answered'>['answer'];
  reason: string | null;
  by: string;
  /** It was on what an iteration changed; else on whether to go on. */
  change: boolean;
}

const SHOWN = 10;
const MAX_WORDS = 600;

export function answerIn({ iteration, answer, reason, by, blockers }: EventOf<'gate-answered'>): Answer {
  return { iteration, answer, reason, by, change: blockers.length > 0 && iteration > 0 };
}

/** The change was refused, and nothing else was said of it since: it is neither kept nor built upon. */
export function isRefused({ answers }: LoopState, n: number): boolean {
  const last = answers.findLast(({ iteration }) => iteration === n);
  return last?.answer === 'reject' && last.change;
}

/** An answer as a decision's reason: `rejected by a person: not the parser`. */
export function answerWords({ answer, reason, by, change }: Answer): string {
  const what = by === 'timeout' ? TIMED[answer] : change ? CHANGE[answer] : COURSE[answer];
  return reason ? `${what}: ${reason}` : what;
}

const CHANGE = { approve: 'approved by a person', reject: 'rejected by a person', block: 'not accepted' };
const COURSE = { approve: 'a person says: go on', reject: 'a person says: stop', block: 'held' };
const TIMED = { approve: 'accepted', reject: 'refused', block: 'held' };

/**
 * For the prompt, whatever its strategy and however long ago: why an agent could not go on, and what people answered.
 * An agent's own words are data; a person's are not.
 */
export function saidText(state: LoopState): string {
  const blocked = state.iterations.flatMap(({ n, agent }) =>
    agent?.blocked ? [{ n, text: `the agent reported that it was blocked: ${quoted(agent.blocked, MAX_WORDS)}` }] : [],
  );
  const answers = state.answers.map((one) => ({ n: one.iteration, text: oneLine(answerWords(one), MAX_WORDS) }));
  const said = [...blocked, ...answers].sort((a, b) => a.n - b.n).slice(-SHOWN);
  return said.length === 0 ? '' : `${said.map(({ n, text }) => `- Iteration ${n}: ${text}`).join('\n')}\n`;
}
