import type { Toolchain } from '../criteria/toolchain.ts';
import type { Verdict } from '../criteria/verdict.ts';
import { type FoundRemedy, remedyFor } from './remedies.ts';

/** What to do about a check that did not pass; null if it printed nothing known. */
export function remedyForCheck(verdict: Verdict, toolchain: Toolchain | null): FoundRemedy | null {
  if (verdict.outcome === 'pass') return null;
  const { install = {}, build = null } = toolchain ?? {};
  return remedyFor(printedBy(verdict), { install, build, agent: null });
}

/** What to do about the first of several checks that printed something known. */
export function verdictsRemedy(verdicts: readonly Verdict[], toolchain: Toolchain | null | undefined): string | null {
  for (const verdict of verdicts) {
    const remedy = remedyForCheck(verdict, toolchain ?? null);
    if (remedy) return remedy.text;
  }
  return null;
}

/**
 * The package that kept a check from running a test, if it is one of the project's own dependencies: people install those. One
 * that the project does not name is for the agent to add.
 */
export function missingDependency(verdict: Verdict, toolchain: Toolchain | null): string | null {
  if (verdict.outcome !== 'fail' || (verdict.tests?.passed ?? 0) > 0) return null;
  const declared = new Set((toolchain?.declared ?? []).map(spelled));
  return remedyForCheck(verdict, toolchain)?.missing.find((name) => declared.has(spelled(name))) ?? null;
}

/** Python's packages and modules differ in case and dashes. */
const spelled = (name: string) => name.toLowerCase().replaceAll('-', '_');

/** The excerpt has room for few failures; the others are known by a line each. */
function printedBy({ reason, excerpt, failures = [] }: Verdict): string {
  return [reason, excerpt, ...failures.map(({ message }) => message)].join('\n');
}
