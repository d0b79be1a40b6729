import { isSevere } from '../core/metrics/severity.ts';
import type { TreeComparison } from './align/compare.ts';
import { fallSeverity, reachFalls } from './align/reach-falls.ts';
import type { Finding } from './finding/types.ts';

/**
 * If every test that ran before still runs, reports of lost and skipped tests are less likely to be right, and even less
 * so if their file still reaches as much of the source. If it reaches less, the names alone prove nothing.
 */
export function lowerByTestRun(comparison: TreeComparison): (finding: Finding) => void {
  const { executed, reach } = comparison.input;
  const now = new Set(executed?.after);
  if (!executed || executed.before.length === 0 || !executed.before.every((name) => now.has(name))) return () => {};
  const fallenFiles = new Set(
    reachFalls(comparison).flatMap((fall) => (fallSeverity(fall) ? [fall.test, fall.now] : [])),
  );
  return (finding) => {
    const path = finding.after?.path ?? finding.before?.path ?? '';
    const isAboutTests = finding.type === 'test_deletion' || finding.type === 'test_skipping';
    if (!isAboutTests || runtimePatterns.has(finding.pattern) || fallenFiles.has(path)) return;
    const reaches = reach != null && Object.hasOwn(reach.before, path) && Object.hasOwn(reach.after, path);
    finding.confidence *= reaches ? 0.3 : 0.5;
    if (isSevere(finding.severity)) finding.severity = 'medium';
    finding.why += ` But every test that ran before still ran${reaches ? ', and its file reaches the source as before' : ''}.`;
  };
}

/** Test names cannot refute these: the tests run, but end before they have done their work. */
const runtimePatterns = new Set(['test-reach-lost', 'test-unreachable', 'assertion-conditional']);
