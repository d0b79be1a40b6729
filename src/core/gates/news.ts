import type { Ending } from '../state/decision.ts';
import { outcomes } from '../state/outcome.ts';
import { type LoopState, launches } from '../state/state.ts';

/** What a notification says: facts, no guesses, and how to answer. */
export interface News {
  about: 'gate' | 'end';
  loop: string;
  task: string;
  workspace: string;
  /** One line for people. */
  text: string;
  ending: Ending;
  exitCode: number;
  reason: string;
  iterations: number;
  best: number | null;
  score: number | null;
  question: string | null;
  /** Commands that answer, look or go on. */
  commands: string[];
}

export function newsOf(state: LoopState, about: 'gate' | 'end', ending: Ending, reason: string): News {
  const { id, task, best, gate } = state;
  return {
    about,
    loop: id,
    task,
    workspace: state.workspace.root,
    text: about === 'gate' ? `${id} asks: ${gate?.question ?? reason}` : `${id} ended (${ending}): ${reason}`,
    ending,
    exitCode: outcomes[ending].exitCode,
    reason,
    iterations: launches(state),
    best,
    score: best === null ? null : (state.iterations[best]?.score ?? null),
    question: about === 'gate' ? (gate?.question ?? null) : null,
    commands:
      about === 'gate'
        ? [`jumar gate approve ${id}`, `jumar gate reject ${id}`, `jumar gate abort ${id}`]
        : [`jumar show ${id}`, `jumar diff ${id}`, ...(outcomes[ending].resumable ? [`jumar resume ${id}`] : [])],
  };
}
