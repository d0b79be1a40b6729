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

/** Finds an alert by its id or the start of it. */
export function findAlert(raised: readonly Raised[], given: string, loop: string): Raised {
  const exact = raised.find((one) => alertId(one) === given);
  if (exact) return exact;
  const fitting = given === '' ? [] : raised.filter((one) => alertId(one).startsWith(given));
  const [only] = fitting;
  if (only && fitting.length === 1) return only;
  if (only)
    throw new UsageError(`'${given}' matches ${fitting.length} alerts of ${loop}`, `one of${candidates(fitting)}`);
  if (raised.length === 0) throw new UsageError(`${loop} has no alerts`, 'another loop: --loop <loop>');
  throw new UsageError(`${loop} has no alert '${given}'`, `it has${candidates(raised)}`);
}

function candidates(raised: readonly Raised[]): string {
  const lines = raised.slice(0, SHOWN).map((one) => `\n    ${alertId(one)}  ${one.text}`);
  const more = raised.length - lines.length;
  return [...lines, ...(more > 0 ? [`\n    and ${more} more: jumar alerts`] : [])].join('');
}
