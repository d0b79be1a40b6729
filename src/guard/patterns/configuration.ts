import { changedCommands, commandLoss, doesNothing, withoutCommonNeeds } from './check-commands.ts';
import { ignoredFailures } from './check-failures.ts';
import { filteredRuns, removedChecks } from './check-removal.ts';
import { loosenedOptions, rulesOff } from './check-settings.ts';
import { newExclusions } from './exclusions.ts';
import { narrowedRuns, narrowedTypes } from './narrowed-runs.ts';
import type { Pattern } from './pattern.ts';
import { unmeasuredRuns, unstartedChecks } from './unstarted-checks.ts';

export const fix = 'Restore the configuration and make the checks pass as they were.';

export const configuration: Pattern[] = [
  {
    id: 'script-neutralised',
    name: 'Check replaced by nothing',
    type: 'validation_bypass',
    severity: 'critical',
    confidence: 0.95,
    languages: 'config',
    catches: 'A test, lint, type or build script, target or step that now only prints, returns true or exits 0.',
    ignores: 'Scripts that did nothing before, and scripts that call another one.',
    fix,
    example: { before: '"test": "vitest run"', after: '"test": "exit 0"' },
    find: ({ config }) =>
      config.flatMap((delta) =>
        changedCommands(delta)
          .filter(({ from, to }) => !doesNothing(from) && doesNothing(withoutCommonNeeds(from, to)))
          .map(({ name, from, to }) => commandLoss(delta, from, to, ['script-empty', name])),
      ),
  },
  {
    id: 'failure-ignored',
    name: 'Failure of a check ignored',
    type: 'validation_bypass',
    severity: 'high',
    confidence: 0.92,
    languages: 'config',
    catches:
      '`|| true`, `|| exit 0`, `; exit 0`, continue-on-error, allow_failure, ignoreFailures, testFailureIgnore, --passWithNoTests, -DskipTests, --exit-zero newly added to a check.',
    ignores: 'Those that were there before, clean-up commands, and failures that are saved and reported later.',
    fix,
    example: { before: 'run: npm test', after: 'run: npm test || true' },
    find: ignoredFailures,
  },
  {
    id: 'tests-excluded',
    name: 'Tests excluded by configuration',
    type: 'test_skipping',
    severity: 'high',
    confidence: 0.85,
    languages: 'config',
    catches:
      'New exclusions, ignores, deselections or name filters of the test runner, and runs that newly name only some of the tests or a part of where they looked for them.',
    ignores:
      'Exclusions of dependencies, builds, fixtures and helpers; what a variable names. Only warns if a run is divided into several.',
    fix: 'Remove the exclusion and make the tests pass.',
    example: { before: 'addopts = "-ra"', after: 'addopts = "-ra --ignore=tests/test_cart.py"' },
    find: (comparison) => [
      ...newExclusions(comparison, 'tests'),
      ...filteredRuns(comparison),
      ...narrowedRuns(comparison),
    ],
  },
  {
    id: 'strictness-lowered',
    name: 'Strictness lowered',
    type: 'validation_bypass',
    severity: 'high',
    confidence: 0.88,
    languages: 'config',
    catches: 'A strict option of TypeScript, mypy, pyright, pytest, biome, Gradle or Cargo switched off or removed.',
    ignores:
      'Options switched on; options implied by a stricter one; options of a tool that the change sets up, and what it switches on for all but a part; Gradle tasks that check nothing.',
    fix,
    example: { before: '"strict": true', after: '"strict": false' },
    find: loosenedOptions,
  },
  {
    id: 'lint-rule-off',
    name: 'Lint rule switched off',
    type: 'validation_bypass',
    severity: 'high',
    confidence: 0.75,
    languages: 'config',
    catches:
      'A rule turned from error or warning to off, a linter or hook removed from the list, deny turned to allow, warnings-as-errors turned to ignore.',
    ignores:
      'Rules that were off; stricter levels; rules replaced by a successor. Only warns for presets, rules, linters and hooks that are only no longer listed, and in a review.',
    fix,
    example: { before: "eqeqeq: 'error'", after: "eqeqeq: 'off'" },
    find: rulesOff,
  },
  {
    id: 'lint-excluded',
    name: 'Files or rules excluded from checks',
    type: 'validation_bypass',
    severity: 'medium',
    confidence: 0.6,
    languages: 'config',
    catches:
      'New ignores of a linter or type checker that name source files or rules, also as a new ignore file; a type checker whose settings now name only a part of the places where it looked.',
    ignores: 'Ignores of tests, built and generated files; an ignore file that comes with the settings of its tool.',
    fix,
    example: { before: 'ignore = []', after: 'ignore = ["E501", "F401"]' },
    find: (comparison) => [...newExclusions(comparison, 'lint'), ...narrowedTypes(comparison)],
  },
  {
    id: 'check-removed',
    name: 'Check removed from the pipeline',
    type: 'validation_bypass',
    severity: 'high',
    confidence: 0.65,
    languages: 'config',
    catches:
      'A CI step, target or script for tests, lint, types or coverage that was removed; a workflow that no change starts any more; a test run that no longer measures coverage.',
    ignores:
      'Steps renamed, moved or replaced by another command of the same kind; workflows that others call. Only warns if a workflow still runs on a schedule, and for coverage that is no longer measured.',
    fix,
    example: { before: '- run: npm test', after: '' },
    find: (comparison) => [...removedChecks(comparison), ...unstartedChecks(comparison), ...unmeasuredRuns(comparison)],
  },
];
