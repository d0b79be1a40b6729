import type { Begun } from '../../app/outside/begin-turn.ts';
import type { TurnVerdict } from '../../app/outside/end-turn.ts';
import type { LoopState } from '../../core/state/state.ts';
import type { Dialect } from './dialect.ts';

/** What a hook prints for its agent; null if it prints nothing. */
export type HookAnswer = Record<string, unknown> | null;

/** Only what a person should know is said at a prompt. */
export function answerToPrompt(begun: Begun): HookAnswer {
  return begun.kind === 'off' && begun.why !== null ? notice(`this turn is not judged: ${begun.why}`) : null;
}

export function answerToStop(verdict: TurnVerdict, { sendBack }: Dialect): HookAnswer {
  switch (verdict.kind) {
    case 'not-judged':
      return verdict.why === null ? null : notice(`not judged: ${verdict.why}`);
    case 'sent-back':
      return { decision: sendBack, reason: verdict.instruction };
    case 'verified':
      return notice(`verified, ${verdict.state.ended?.reason}. Evidence: jumar show ${verdict.state.id}`);
    case 'not-verified':
      return notice(`NOT verified: ${verdict.reason}. ${nextFor(verdict.state)}`);
  }
}

/** Something kept Jumar from judging: the agent is never held for it. */
export function answerToProblem(why: string): HookAnswer {
  return notice(`not judged: ${why}`);
}

function nextFor({ id }: LoopState): string {
  return `Your next prompt goes on from the same baseline; jumar diff ${id} shows the change, jumar show ${id} the evidence`;
}

const notice = (text: string) => ({ systemMessage: `Jumar: ${text}` });
