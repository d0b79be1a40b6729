import { isBlocking } from '../core/findings/blocking.ts';
import { compareSeverity } from '../core/metrics/severity.ts';
import type { Guardian } from '../ports/index.ts';
import type { Analyst } from './client.ts';

const MAX_EXCERPT = 600;

/** Runs the guard on two snapshots of the shadow repository, in the analyst. */
export function createGuardian(repository: string, analyst: Analyst): Guardian {
  return {
    async inspect({ timeoutMs, ...request }, signal) {
      const { findings, skipped } = await analyst.ask('guard', { repository, ...request }, { signal, timeoutMs });
      const sorted = [...findings].sort(compareSeverity);
      return {
        findings: sorted.map((finding) => ({
          id: finding.id,
          pattern: finding.pattern,
          type: finding.type,
          severity: finding.severity,
          confidence: finding.confidence,
          before: finding.before,
          after: finding.after,
          excerptBefore: finding.excerptBefore.slice(0, MAX_EXCERPT),
          excerptAfter: finding.excerptAfter.slice(0, MAX_EXCERPT),
          why: finding.why,
          fix: finding.fix,
          expectedByTask: finding.expectedByTask,
          blocking: isBlocking(finding),
        })),
        skipped: skipped.map(({ path, reason }) => ({ path, reason })),
      };
    },
  };
}
