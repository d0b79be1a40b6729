import { gravityOf, reachFalls } from './align/reach-falls.ts';
import type { Comparison } from './compare.ts';
import type { Finding } from './types.ts';

/**
 * A set of executed tests that did not shrink speaks against lost and skipped tests; that their file reaches as much of the
 * source as before speaks against them once more, and that it reaches less takes the word from the names.
 */
export function weighedByRun(comparison: Comparison): (finding: Finding) => void {
  const { executed, reach } = comparison.input;
  const now = new Set(executed?.after);
  if (!executed || executed.before.length === 0 || !executed.before.every((name) => now.has(name))) return () => {};
  const fell = new Set(reachFalls(comparison).flatMap((fall) => (gravityOf(fall) ? [fall.test, fall.now] : [])));
  return (finding) => {
    const path = finding.after?.path ?? finding.before?.path ?? '';
    const isAboutTests = finding.type === 'test_deletion' || finding.type === 'test_skipping';
    if (!isAboutTests || ofWhatRan.has(finding.pattern) || fell.has(path)) return;
    const reaches = reach != null && Object.hasOwn(reach.before, path) && Object.hasOwn(reach.after, path);
    finding.confidence *= reaches ? 0.3 : 0.5;
    if (finding.severity === 'critical' || finding.severity === 'high') finding.severity = 'medium';
    finding.why += ` Yet every test that ran before still ran${reaches ? ', and its file reaches the source as before' : ''}.`;
  };
}

/** What these say, names of tests cannot refute: such tests run, and are ended before they have done their work. */
const ofWhatRan = new Set(['test-reach-lost', 'test-unreachable', 'assertion-conditional']);
