import type { Analyst } from '../analyst/client.ts';
import { isBlocking } from '../guard/types.ts';
import type { Guardian } from './ports.ts';

const MAX_EXCERPT = 600;
const SEVERITY = ['critical', 'high', 'medium', 'low'];

/** The guard over two snapshots of the shadow repository, asked of the analyst. */
export function createGuardian(repository: string, analyst: Analyst): Guardian {
  return {
    async inspect(request, signal) {
      const { findings, skipped } = await analyst.ask('guard', { repository, ...request }, signal);
      const ranked = [...findings].sort((a, b) => SEVERITY.indexOf(a.severity) - SEVERITY.indexOf(b.severity));
      return {
        findings: ranked.map((finding) => ({
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
        skipped: skipped.length,
      };
    },
  };
}
