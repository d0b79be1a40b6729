import type { ControlRequest } from '../ports/index.ts';

/** The request in what another process wrote; null if this version knows no such request. */
export function readRequest(written: unknown): ControlRequest | null {
  const raw = written as Record<string, unknown> | null;
  if (raw?.type === 'pause' && typeof raw.now === 'boolean') return { type: 'pause', now: raw.now };
  if (raw?.type === 'go-on' || raw?.type === 'skip') return { type: raw.type };
  if (raw?.type === 'abort' && typeof raw.revert === 'boolean') {
    const reason = typeof raw.reason === 'string' && { reason: raw.reason };
    return { type: 'abort', revert: raw.revert, ...(raw.toBest === true && { toBest: true }), ...reason };
  }
  if (raw?.type === 'gate' && (raw.answer === 'approve' || raw.answer === 'reject')) {
    const reason = typeof raw.reason === 'string' ? raw.reason : null;
    return { type: 'gate', answer: raw.answer, reason, ...(raw.by === 'terminal' && { by: raw.by }) };
  }
  if (raw?.type === 'settings' && typeof raw.values === 'object' && raw.values !== null) {
    const values = raw.values as Record<string, unknown>;
    return { type: 'settings', values, ...(raw.confirmed === true && { confirmed: true }) };
  }
  return null;
}
