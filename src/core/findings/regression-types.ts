/** The seven ways in which a change takes away what was checked or works. */
export const regressionTypes = [
  'test_deletion',
  'test_skipping',
  'feature_removal',
  'coverage_regression',
  'validation_bypass',
  'assertion_weakening',
  'error_suppression',
] as const;
export type RegressionType = (typeof regressionTypes)[number];

/** Why a task expects a finding: a feature goes, or checks are reduced on request. */
export type Expectation = 'removes-feature' | 'reduces-checks';
