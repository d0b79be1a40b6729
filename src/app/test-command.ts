import type { Criterion } from '../core/criteria/criterion.ts';
import type { Settings } from '../core/state/settings.ts';
import { detectProject } from '../project/detect.ts';

const FROM_TESTS = /^(?:tests?_|pass_rate|coverage|branch_coverage|error_count|mutants)/;

/** If a criterion needs tests or coverage and no command runs them, adds the project's own test command. */
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

/** A criterion on coverage asks for it: what it costs does not matter then. */
export function withCoverage(settings: Settings, criteria: readonly Criterion[]): Settings {
  const asks = criteria.some(
    (criterion) => criterion.kind === 'metric' && /^(?:branch_)?coverage$/.test(criterion.metric),
  );
  if (!asks || settings.metrics.coverage !== 'cheap') return settings;
  return { ...settings, metrics: { ...settings.metrics, coverage: 'auto' } };
}
