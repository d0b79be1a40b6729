import type { LoopEvent } from './events.ts';
import { type Raised, raisedIn } from './raised.ts';
import type { Gate, LoopState } from './state.ts';

/** A word of a person on a loop, or of time in their stead: what a report must not leave out. */
export interface Said {
  at: number;
  word: 'approve' | 'reject' | 'block' | 'false-positive' | 'not-false' | 'apply' | 'abort';
  /** The iteration it is about; null where it is about none. */
  iteration: number | null;
  /** Ids of what it settles; empty where the question was only whether to go on. */
  about: string[];
  /** What was asked, where it was only whether to go on. */
  question?: string;
  reason: string | null;
  /** Where it came from: `terminal`, `command`, `timeout`. */
  by: string;
  /** The account under which it was given; null where nobody recorded it. */
  person: string | null;
}

/** What has been said after one more event. */
export function saidAfter(said: readonly Said[], event: LoopEvent, at: number, gate: Gate | null = null): Said[] {
  const one = wordOf(event, gate);
  if (!one) return said as Said[];
  const person = 'person' in event ? (event.person ?? null) : null;
  const asked = gate !== null && gate.iteration === one.iteration && one.about.length === 0 && one.word !== 'apply';
  return [...said, { at, person, by: 'command', ...(asked && { question: gate.question }), ...one }];
}

/** An abort while a question is open is the answer to it. */
function wordOf(event: LoopEvent, gate: Gate | null): (Omit<Said, 'at' | 'person' | 'by'> & Partial<Said>) | null {
  switch (event.type) {
    case 'gate-answered': {
      const { answer, iteration, blockers, reason, by } = event;
      return { word: answer, iteration, about: blockers, reason, by };
    }
    case 'finding-marked': {
      const { id, falsePositive, reason } = event;
      return { word: falsePositive ? 'false-positive' : 'not-false', iteration: null, about: [id], reason };
    }
    case 'iteration-applied':
      return { word: 'apply', iteration: numbered(event.name), about: [], reason: event.reason };
    case 'abort-requested':
      return {
        word: 'abort',
        iteration: gate?.iteration ?? null,
        about: gate?.blockers ?? [],
        reason: event.reason ?? null,
      };
    default:
      return null;
  }
}

/** What was raised in an iteration and let through by a person, each with the word that did it. */
export function approvedIn(state: LoopState, n: number): { raised: Raised; said: Said | null }[] {
  return raisedIn(state)
    .filter((raised) => raised.approvedIn.includes(n))
    .map((raised) => ({ raised, said: wordOn(state, raised.key, 'approve') }));
}

/** A person's refusal of what has this id, in this very iteration. */
export function refusalIn({ said }: LoopState, id: string, n: number): Said | null {
  return said.findLast((one) => one.word === 'reject' && one.iteration === n && one.about.includes(id)) ?? null;
}

/** The last word of a kind on what has this id. */
export function wordOn({ said }: LoopState, id: string, word: Said['word']): Said | null {
  return said.findLast((one) => one.word === word && one.about.includes(id)) ?? null;
}

const numbered = (name: string) => (/^\d+$/.test(name) ? Number(name) : null);
