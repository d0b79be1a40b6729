import { oneLine } from '../text/one-line.ts';

/** What an agent said of a run that ended well, beyond that it ended: what was tried, for example. Null if nothing. */
export function ownAccount(agent: { outcome: string; reason: string } | null): string | null {
  return agent?.outcome === 'ok' && !ENDED.test(agent.reason) ? oneLine(agent.reason) : null;
}

const ENDED = /^(?:exit 0|it finished|end_turn)$/;
