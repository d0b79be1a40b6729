import type { Criterion } from '../core/criterion.ts';
import type { Settings } from '../core/settings.ts';
import { detectProject } from '../toolchain/detect.ts';

const FROM_TESTS = /^(?:tests?_|pass_rate|coverage|branch_coverage|error_count)/;

/** A criterion on tests or coverage, and no command that would run any: the project's own test command does. */
export async function withTestCommand(
  settings: Settings,
  criteria: readonly Criterion[],
  { root, cwd }: { root: string; cwd: string },
): Promise<Settings> {
  const asks = criteria.some((criterion) => criterion.kind === 'metric' && FROM_TESTS.test(criterion.metric));
  const runs = criteria.some((criterion) => 'command' in criterion) || typeof settings.metrics.coverage === 'object';
  if (!asks || runs || settings.metrics.tests) return settings;
  const { test } = await detectProject(root, cwd);
  return test ? { ...settings, metrics: { ...settings.metrics, tests: { command: test.command } } } : settings;
}
