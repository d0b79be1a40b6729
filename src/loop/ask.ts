import { deadlineOf } from '../core/gates/gate.ts';
import { newsOf } from '../core/gates/news.ts';
import type { LoopEvent } from '../core/state/events.ts';
import type { Gate, LoopState } from '../core/state/state.ts';
import type { StepOf } from '../core/state/step.ts';
import type { Ports } from '../ports/index.ts';

/** A gate whose time was over before this session looked at it has been answered by time: a change is refused. */
export async function* ask(gate: Gate, state: LoopState, ports: Ports, signal: AbortSignal) {
  const { iteration, blockers } = gate;
  const left = deadlineOf(gate) - ports.now();
  if (left <= 0) {
    const reason = `nobody answered within ${gate.timeoutMinutes} minutes`;
    const answer = blockers.length > 0 ? 'reject' : 'block';
    yield { type: 'gate-answered', answer, iteration, blockers, reason, by: 'timeout' } satisfies LoopEvent;
    return;
  }
  const answer = await ports.gatekeeper.ask({ gate, timeoutMs: left, wait: state.settings.gate.wait }, signal);
  if (answer === 'nobody') {
    yield { type: 'gate-unattended', iteration } satisfies LoopEvent;
  } else if (answer === 'timeout') {
    const reason = `nobody answered within ${gate.timeoutMinutes} minutes`;
    yield { type: 'gate-answered', answer: 'block', iteration, blockers, reason, by: 'timeout' } satisfies LoopEvent;
  } else if (answer.answer === 'abort') {
    const why = answer.reason ? { reason: answer.reason } : {};
    yield { type: 'abort-requested', revert: false, toBest: true, ...why } satisfies LoopEvent;
  } else {
    yield { type: 'gate-answered', iteration, blockers, ...answer, answer: answer.answer } satisfies LoopEvent;
  }
}

/** A failed notification does not stop the loop; it is recorded. */
export async function* notify(step: StepOf<'notify'>, state: LoopState, ports: Ports, signal: AbortSignal) {
  const { about, ending, reason } = step;
  const news = newsOf(state, about, ending, reason);
  for (const { channel, problem } of await ports.notifier.notify(news, state.settings.notify, signal)) {
    yield { type: 'notified', about, channel, problem } satisfies LoopEvent;
  }
}
