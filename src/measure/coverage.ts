import type { CoverageCost } from '../collectors/assemble.ts';
import { findCoverage } from '../collectors/coverage/find.ts';
import type { CoverageReport } from '../collectors/coverage/report.ts';
import { isPartial } from '../core/metrics.ts';
import { linesByTestFile } from '../core/reach.ts';
import { nameOfChecks } from '../criteria/remembered-runs.ts';
import { nameOf } from '../results/what.ts';
import type { Checked, MeasureRequest } from '../runner/ports.ts';
import { type RunTool, toldAs } from './tool.ts';

type Found = CoverageReport & CoverageCost;

interface Surroundings {
  /** Reports of before this moment are of another tree. */
  since: number;
  env: Readonly<Record<string, string>>;
  now(): number;
  run: RunTool;
}

/**
 * The coverage that the checks wrote, else what was asked of their runners. Where the checks did not run again, what was
 * found after them is still true; it is kept with them.
 */
export async function measureCoverage(
  request: MeasureRequest,
  checked: Checked,
  { since, env, now, run }: Surroundings,
): Promise<Found | string | undefined> {
  const { coverage } = request.settings.metrics;
  if (coverage === 'off') return undefined;
  if (typeof coverage === 'object') return ofCommand(request, coverage, { since: now(), env, run });
  if (isPartial(checked)) return 'the tests did not run whole, so what they cover is not known';
  const { remembered } = request;
  const checks = remembered ? nameOfChecks(request, env) : null;
  if (remembered && checks && remembered.wasFound(checks)) {
    const kept = (await remembered.find(`coverage ${checks}`)) as { found: Found | string | null } | null;
    if (kept) return kept.found ?? undefined;
  }
  const found = (await findCoverage(request.root, since)) ?? ofRunners(checked);
  if (remembered && checks) remembered.keep(`coverage ${checks}`, { found: found ?? null });
  return found;
}

/** What its report said is kept: the report itself may be gone, or another's, when the command is known. */
async function ofCommand(
  { root, remembered, tell }: MeasureRequest,
  own: { command: string; timeoutMinutes?: number | undefined },
  { since, env, run }: Pick<Surroundings, 'since' | 'env' | 'run'>,
): Promise<Found | string> {
  const name = remembered ? nameOf('coverage of', [own.command], { cwd: root, root, env }) : null;
  const kept = name && ((await remembered?.find(name)) as Found | null);
  if (kept) return kept;
  const ran = await run({ name: 'coverage', ...own, writes: true });
  tell?.(toldAs('coverage', own.command, ran));
  const { exitCode } = ran;
  const found = await findCoverage(root, since);
  if (name && found) remembered?.keep(name, found);
  return found ?? `exit ${exitCode ?? 'unknown'}, and no report was written`;
}

function ofRunners({ coverage, tests }: Checked): Found | string | undefined {
  if (!coverage) return tests ? 'the checks wrote no report (--coverage auto asks their runners)' : undefined;
  const { report, reason, reach, costMs, collecting } = coverage;
  if (!report) return reason ?? undefined;
  return {
    ...report,
    costMs,
    ...(collecting && { collecting }),
    ...(reach && { byTestFile: linesByTestFile(reach) }),
  };
}
