import { type Raised, raisedIn } from '../findings/raised.ts';
import type { EventOf, LoopEvent } from '../state/events.ts';
import type { Settings } from '../state/settings.ts';
import type { Gate, LoopState } from '../state/state.ts';
import type { Statement } from '../state/statement.ts';
import { limitsRaised, looseningsBetween } from './loosening.ts';

interface Before {
  gate: Gate | null;
  settings: Settings;
}

/** Appends the event's statements, if there are any; `before` is what was true until now. */
export function recordStatement(
  statements: readonly Statement[],
  event: LoopEvent,
  at: number,
  before: Before | null = null,
): Statement[] {
  if (event.type === 'settings-changed') return before ? recordChange(statements, event, at, before) : [...statements];
  const gate = before?.gate ?? null;
  const one = wordOf(event, gate);
  if (!one) return statements as Statement[];
  const person = 'person' in event ? (event.person ?? null) : null;
  const answersGate =
    gate !== null && gate.iteration === one.iteration && one.about.length === 0 && one.word !== 'apply';
  return [...statements, { at, person, by: 'command', ...(answersGate && { question: gate.question }), ...one }];
}

/** What new settings loosen, and which limits they raise, are two statements; any other change is none. */
function recordChange(
  statements: readonly Statement[],
  { settings, person }: EventOf<'settings-changed'>,
  at: number,
  before: Before,
): Statement[] {
  const made = [
    { word: 'loosened' as const, changes: looseningsBetween(before.settings, settings) },
    { word: 'limits-raised' as const, changes: limitsRaised(before.settings, settings) },
  ].filter(({ changes }) => changes.length > 0);
  const common = { at, person: person ?? null, by: 'command', iteration: null, reason: null };
  return [
    ...statements,
    ...made.map(({ word, changes }) => ({
      ...common,
      word,
      about: changes.map(({ key, change }) => `${key}: ${change}`),
    })),
  ];
}

/** An abort while a question is open is the answer to it. */
function wordOf(
  event: LoopEvent,
  gate: Gate | null,
): (Omit<Statement, 'at' | 'person' | 'by'> & Partial<Statement>) | null {
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

/** What was raised in an iteration and approved by a person, each with that approval. */
export function approvedIn(state: LoopState, n: number): { raised: Raised; said: Statement | null }[] {
  return raisedIn(state)
    .filter((raised) => raised.approvedIn.includes(n))
    .map((raised) => ({ raised, said: wordOn(state, raised.key, 'approve') }));
}

/** A person's refusal of what has this id, in this very iteration. */
export function refusalIn({ said }: LoopState, id: string, n: number): Statement | null {
  return said.findLast((one) => one.word === 'reject' && one.iteration === n && one.about.includes(id)) ?? null;
}

/** The last statement of this kind about this id. */
export function wordOn({ said }: LoopState, id: string, word: Statement['word']): Statement | null {
  return said.findLast((one) => one.word === word && one.about.includes(id)) ?? null;
}

const numbered = (name: string) => (/^\d+$/.test(name) ? Number(name) : null);
