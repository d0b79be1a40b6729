import { isSevere, type Severity } from '../metrics/severity.ts';

/** What decides whether a finding blocks. */
interface Weighed {
  severity: Severity;
  expectedByTask: boolean;
  /** The reason a person gave beforehand, or null. */
  allowed: string | null;
}

/** Severe, and neither asked for by the task nor allowed beforehand. */
export function isBlocking({ severity, expectedByTask, allowed }: Weighed): boolean {
  return isSevere(severity) && !expectedByTask && allowed === null;
}
