import { createHash } from 'node:crypto';
import type { Raised } from '../core/findings/raised.ts';
import { UsageError } from '../system/usage-error.ts';

const LENGTH = 12;
const SHOWN = 10;
const FINDING = /^finding:/;

/** The id for people: the guard's own id of a finding; for other alerts, an id in the same form made from the key. */
export function alertId({ key }: Raised): string {
  if (FINDING.test(key)) return key.replace(FINDING, '');
  return createHash('sha256').update(key).digest('hex').slice(0, LENGTH);
}

/** Finds an alert by its id or the start of it, or by its key in the log. */
export function findAlert(alerts: readonly Raised[], prefix: string, loop: string): Raised {
  const exact = alerts.find((one) => alertId(one) === prefix || one.key === prefix);
  if (exact) return exact;
  const matches = prefix === '' ? [] : alerts.filter((one) => alertId(one).startsWith(prefix));
  const [only] = matches;
  if (only && matches.length === 1) return only;
  if (only)
    throw new UsageError(`'${prefix}' matches ${matches.length} alerts of ${loop}`, `one of${candidates(matches)}`);
  if (alerts.length === 0) throw new UsageError(`${loop} has no alerts`, 'another loop: --loop <loop>');
  throw new UsageError(`${loop} has no alert '${prefix}'`, `it has${candidates(alerts)}`);
}

function candidates(alerts: readonly Raised[]): string {
  const lines = alerts.slice(0, SHOWN).map((one) => `\n    ${alertId(one)}  ${one.text}`);
  const more = alerts.length - lines.length;
  return [...lines, ...(more > 0 ? [`\n    and ${more} more: jumar alerts`] : [])].join('');
}
