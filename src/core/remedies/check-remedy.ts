import type { Toolchain } from '../criteria/toolchain.ts';
import type { Verdict } from '../criteria/verdict.ts';
import { type FoundRemedy, remedyFor } from './remedies.ts';

/** What to do about a check that did not pass; null if it printed nothing known. */
export function remedyForCheck(verdict: Verdict, toolchain: Toolchain | null): FoundRemedy | null {
  if (verdict.outcome === 'pass') return null;
  const { install = {}, build = null } = toolchain ?? {};
  return remedyFor(printedBy(verdict), { install, build, agent: null });
}

/** What to do about the first of several checks that printed something known, `before` being what they said at the baseline. */
export function verdictsRemedy(
  verdicts: readonly Verdict[],
  toolchain: Toolchain | null | undefined,
  before: readonly Verdict[] = [],
): string | null {
  for (const verdict of verdicts) {
    const remedy = remedyForCheck(verdict, toolchain ?? null);
    if (!remedy) continue;
    const name = newlyAskedFor(
      remedy,
      before.find(({ criterion }) => criterion === verdict.criterion),
      toolchain ?? null,
    );
    return name === null ? remedy.text : askedForText(name);
  }
  return null;
}

/** The package that a check asks for since the baseline, although the project does not declare it: to install what it declares is no help. */
function newlyAskedFor(remedy: FoundRemedy, before: Verdict | undefined, toolchain: Toolchain | null): string | null {
  const [name] = remedy.missing;
  if (name === undefined || !before || !toolchain?.declared) return null;
  if (declaredOf(remedy, toolchain).length > 0 || (remedyForCheck(before, toolchain)?.missing.length ?? 0) > 0)
    return null;
  return name;
}

function askedForText(name: string): string {
  return `${name} cannot be found, and at the baseline the check did not ask for it: find what does, in the change or in a settings file outside of the project; if the project needs it, declare and install it`;
}

/**
 * The package that kept a check from running a test, if it is one of the project's own dependencies: people install those. One
 * that the project does not name is for the agent to add.
 */
export function missingDependency(verdict: Verdict, toolchain: Toolchain | null): string | null {
  if (verdict.outcome !== 'fail' || (verdict.tests?.passed ?? 0) > 0) return null;
  const remedy = remedyForCheck(verdict, toolchain);
  return remedy && toolchain ? (declaredOf(remedy, toolchain)[0] ?? null) : null;
}

function declaredOf({ missing }: FoundRemedy, { declared = [] }: Toolchain): string[] {
  const names = new Set(declared.map(spelled));
  return missing.filter((name) => names.has(spelled(name)));
}

/** Python's packages and modules differ in case and dashes. */
const spelled = (name: string) => name.toLowerCase().replaceAll('-', '_');

/** The excerpt has room for few failures; the others are known by a line each. */
function printedBy({ reason, excerpt, failures = [] }: Verdict): string {
  return [reason, excerpt, ...failures.map(({ message }) => message)].join('\n');
}
