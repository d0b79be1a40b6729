import { deadlineOf } from '../../core/gates/gate.ts';
import { type Answer, answerWords } from '../../core/people/answers.ts';
import type { LoopEvent } from '../../core/state/events.ts';
import type { LoopState } from '../../core/state/state.ts';

/** Lines for what happens between two iterations: a recovery, a question, its answer. */
export function courseLines(event: LoopEvent, state: LoopState): string[] {
  switch (event.type) {
    case 'recovery-adapted': {
      const { attempt, strategy, changes, reason } = event;
      const { trigger, rootCause, confidence } = state.recoveries.at(-1) ?? {};
      const what = strategy === null ? `no strategy left, ${reason}` : `${strategy}: ${changes.join('; ')}`;
      // The line above says why it was rolled back: that is the cause of most recoveries.
      const isSaid = rootCause !== undefined && state.iterations.at(-1)?.decision?.reason.startsWith(rootCause);
      const cause = isSaid ? '' : `: ${rootCause} (confidence ${confidence})`;
      return [`   recovery ${attempt} (${trigger})${cause}`, `     ${what}`];
    }
    case 'gate-opened':
      return questionLines(state);
    case 'session-started':
      return event.resumed ? questionLines(state) : [];
    case 'gate-answered': {
      const { answer: word, iteration, blockers: about, reason, by } = event;
      return [`   ${answerWords({ word, iteration, about, reason, by } satisfies Answer)}`];
    }
    default:
      return [];
  }
}

/** Only if the loop waits for an answer from another process: a terminal asks by itself, and the end summary says how to answer. */
function questionLines({ gate, id, settings }: LoopState): string[] {
  if (!gate || !settings.gate.wait) return [];
  return [
    `   ${gate.question}`,
    ...lookAt(id, gate.iteration).map((command) => `     look    ${command}`),
    `     answer  jumar gate approve ${id} --reason "…"   # or reject, abort`,
    `     waiting until ${new Date(deadlineOf(gate)).toISOString()}, then it is not accepted`,
  ];
}

/** The command that shows an iteration's changes since the baseline; none for the baseline itself. */
export function lookAt(id: string, iteration: number): string[] {
  return iteration > 0 ? [`jumar diff ${id} 0 ${iteration}`] : [];
}
