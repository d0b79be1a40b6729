export interface CoverageFlags {
  args: string[];
  /** Where the report will lie. */
  report: string;
}

export type FlaggedRunner = 'vitest' | 'jest' | 'go' | 'pytest';

/**
 * What makes a test runner write coverage into a folder without changing its verdict: thresholds of the user's own would
 * flip the exit code of a run that they did not ask to be covered. A sentence where it cannot be had: a runner that is
 * asked for a provider which is not installed aborts.
 */
export function coverageFlags(
  runner: FlaggedRunner,
  folder: string,
  installed: (name: string) => boolean,
): CoverageFlags | string {
  return planners[runner](folder, installed);
}

type Planner = (folder: string, installed: (name: string) => boolean) => CoverageFlags | string;

const planners: Record<FlaggedRunner, Planner> = {
  vitest(folder, installed) {
    const provider = ['v8', 'istanbul'].find((name) => installed(`@vitest/coverage-${name}`));
    if (!provider) return 'vitest has no coverage provider (install @vitest/coverage-v8)';
    return {
      args: [
        '--coverage.enabled',
        `--coverage.provider=${provider}`,
        '--coverage.reporter=json-summary',
        `--coverage.reportsDirectory=${folder}`,
        '--coverage.reportOnFailure',
        '--coverage.thresholds=false',
      ],
      report: `${folder}/coverage-summary.json`,
    };
  },
  jest: (folder) => ({
    args: ['--coverage', '--coverageReporters=json-summary', `--coverageDirectory=${folder}`, '--coverageThreshold={}'],
    report: `${folder}/coverage-summary.json`,
  }),
  go: (folder) => ({ args: [`-coverprofile=${folder}/go.coverprofile`], report: `${folder}/go.coverprofile` }),
  pytest(folder, installed) {
    if (!installed('pytest_cov')) return 'pytest-cov is not installed';
    const report = `${folder}/coverage.json`;
    return { args: ['--cov', `--cov-report=json:${report}`, '--cov-fail-under=0'], report };
  },
};
