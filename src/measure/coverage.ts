import { nameOf, nameOfChecks } from '../checks/index.ts';
import type { CoverageCost } from '../collectors/assemble.ts';
import { findCoverage } from '../collectors/coverage/find.ts';
import type { CoverageReport } from '../core/metrics/coverage.ts';
import { isPartial } from '../core/metrics/metrics.ts';
import { linesByTestFile } from '../core/metrics/reach.ts';
import type { Checked, MeasureRequest } from '../ports/index.ts';
import { measuredFrom, type RunTool } from './tool.ts';

export type MeasuredCoverage = CoverageReport & CoverageCost;

interface CoverageContext {
  /** Older reports belong to another tree. */
  since: number;
  env: Readonly<Record<string, string>>;
  now(): number;
  run: RunTool;
}

/**
 * The coverage that the checks wrote, else what their runners reported. If the results of the checks came from the
 * cache, so does the coverage, which is stored with them.
 */
export async function measureCoverage(
  request: MeasureRequest,
  checked: Checked,
  { since, env, now, run }: CoverageContext,
): Promise<MeasuredCoverage | string | undefined> {
  const { coverage: setting } = request.settings.metrics;
  if (setting === 'off') return undefined;
  if (typeof setting === 'object') return coverageOfCommand(request, setting, { since: now(), env, run });
  if (isPartial(checked)) return 'the test run was incomplete, so its coverage is unknown';
  const { remembered } = request;
  const checks = remembered ? nameOfChecks(request, env) : null;
  if (remembered && checks && remembered.wasFound(checks)) {
    const cached = (await remembered.find(`coverage ${checks}`)) as { found: MeasuredCoverage | string | null } | null;
    if (cached) return cached.found ?? undefined;
  }
  const coverage = (await findCoverage(request, since)) ?? coverageOfRunners(checked);
  if (remembered && checks) remembered.keep(`coverage ${checks}`, { found: coverage ?? null });
  return coverage;
}

/** Caches the content of the report: the file itself may be gone or overwritten when the command is not run again. */
async function coverageOfCommand(
  request: MeasureRequest,
  own: { command: string; timeoutMinutes?: number | undefined },
  { since, env, run }: Pick<CoverageContext, 'since' | 'env' | 'run'>,
): Promise<MeasuredCoverage | string> {
  const { root, remembered, report } = request;
  const name = remembered ? nameOf('coverage of', [own.command], { cwd: root, root, env }) : null;
  const cached = name && ((await remembered?.find(name)) as MeasuredCoverage | null);
  if (cached) return cached;
  const toolRun = await run({ name: 'coverage', ...own, writesFile: true });
  report?.(measuredFrom('coverage', own.command, toolRun));
  const { exitCode } = toolRun;
  const coverage = await findCoverage(request, since);
  if (name && coverage) remembered?.keep(name, coverage);
  return coverage ?? `exit ${exitCode ?? 'unknown'}, and no report was written`;
}

function coverageOfRunners({ coverage, tests }: Checked): MeasuredCoverage | string | undefined {
  if (!coverage) return tests ? 'the checks wrote no report (--coverage auto asks the test runners)' : undefined;
  const { report, reason, reach, costMs, collecting } = coverage;
  if (!report) return reason ?? undefined;
  return {
    ...report,
    costMs,
    ...(collecting && { collecting }),
    ...(reach && { byTestFile: linesByTestFile(reach) }),
  };
}
