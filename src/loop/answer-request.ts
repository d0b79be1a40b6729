import { looseningsBetween, looseningWords } from '../core/people/loosening.ts';
import { doubtIn } from '../core/people/requests.ts';
import type { EventOf, LoopEvent } from '../core/state/events.ts';
import { mishapIn } from '../core/state/mishaps.ts';
import type { LoopState } from '../core/state/state.ts';
import type { Step } from '../core/state/step.ts';
import type { ControlRequest, ForgedRequest, Ports } from '../ports/index.ts';

/**
 * What is recorded of a request that was left during a step, or between two; null if nothing. A pause is not recorded
 * before it takes effect.
 */
export async function answerRequest(
  request: ControlRequest | ForgedRequest,
  during: Step | null,
  state: LoopState,
  ports: Pick<Ports, 'changedSettings'>,
): Promise<LoopEvent | null> {
  if (request.type === 'forged') return refused(state, request.request, request.why);
  const doubt = doubtIn(request, during, state);
  if (doubt) return refused(state, names[request.type] ?? 'a request', doubt);
  switch (request.type) {
    case 'abort': {
      const { revert, toBest, reason } = request;
      return { type: 'abort-requested', revert, ...(toBest && { toBest }), ...(reason && { reason }) };
    }
    case 'gate': {
      if (!state.gate) return null;
      const { iteration, blockers } = state.gate;
      const { answer, reason, by = 'command' } = request;
      return { type: 'gate-answered', answer, iteration, blockers, reason, by };
    }
    case 'settings': {
      const changed = await ports.changedSettings(state, request.values);
      const loosened = looseningsBetween(state.settings, changed.settings);
      if (loosened.length === 0 || request.confirmed) return changed;
      return refused(state, names.settings, `nobody confirmed what it loosens (${looseningWords(loosened)})`);
    }
    default:
      return null;
  }
}

const names = { settings: 'a change of settings', gate: 'an answer to the question' } as Record<string, string> & {
  settings: string;
};

/** One record of a kind is enough: a flood of forged requests must not fill the log. */
function refused(state: LoopState, request: string, why: string): LoopEvent | null {
  const event: EventOf<'request-refused'> = { type: 'request-refused', request, why };
  return state.mishaps.some(({ what }) => what === mishapIn(event)) ? null : event;
}
