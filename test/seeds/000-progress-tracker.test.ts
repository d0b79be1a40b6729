import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';
import { git } from '../support/project.ts';
import { seed000 } from './000.rows.ts';
import { aScene, type Scene } from './support/scene.ts';
import { edits, shapes } from './support/shapes.ts';
import { storiesOf } from './support/stories.ts';

const story = storiesOf(seed000);

/** A loop that goes forward, deletes tests, goes forward from before that, and breaks a test; then its limit is reached. */
let loop: Scene;
beforeAll(async () => {
  loop = aScene({ ...shapes, '.jumar/config.yaml': `${shapes['.jumar/config.yaml']}${HOOKS}` }, [
    edits.fixSquare,
    edits.deleteTests,
    edits.fixCircle,
    edits.breakSquare,
  ]);
  expect((await loop.run('make the tests pass', '--until', 'node --test', '--max-iterations', '4')).code).toBe(1);
}, 120_000);
afterAll(() => loop.close());

const HOOKS = `hooks:
  pre_loop: cat > "$OUT/pre_loop"
  post_iteration: cat >> "$OUT/post_iteration"
  loop_decision: cat > "$OUT/loop_decision"
  post_loop: cat > "$OUT/post_loop"
`;

const NAMES = ['000-baseline', '001-metrics', '002-metrics', '003-metrics', '004-metrics'];

story('baseline-file', () => {
  expect(loop.readJson('progress/iteration-000-baseline.json')).toMatchObject({
    iteration: 0,
    testing: {
      test_count: 6,
      tests_passed: 3,
      tests_failed: 3,
      tests_skipped: 0,
      pass_rate: 50,
      coverage_percentage: 100,
      coverage_lines_covered: 6,
      coverage_lines_total: 6,
    },
    quality: { lint_errors: 0, lint_warnings: 1, type_errors: null, build_status: 'success' },
    codebase: { file_count: 6, loc_total: 31, complexity_score: 1.083 },
  });
});

story('baseline-class', () => {
  const file = loop.readJson('progress/iteration-000-baseline.json');
  expect(file).toMatchObject({ classification: 'baseline', recommendation: { action: 'continue' } });
  expect(file.quality_score).toBeGreaterThan(0);
});

story('regression-file', () => {
  expect(loop.readJson('progress/iteration-002-metrics.json')).toMatchObject({
    classification: 'regression',
    deltas: { from_previous: { test_count: -2 }, from_baseline: { test_count: -2, tests_passed: 1 } },
    alerts: [{ severity: 'critical', type: 'test_deletion', triggered_at: 'iteration_2' }],
  });
});

story('rollback-advice', () => {
  expect(loop.readJson('progress/iteration-002-metrics.json')).toMatchObject({
    best_iteration_tracker: { current_best: 1 },
    recommendation: { action: 'rollback', target_iteration: 1, reason: expect.any(String), confidence: 0.9 },
  });
});

story('selection-files', () => {
  expect(loop.readJson('progress/trajectory.json').selection.artifacts_applied).toEqual({
    source: 'iterations/iteration-003',
    destination: loop.project,
    files_copied: ['src/circle.js', 'src/square.js', 'src/unit.js'],
  });
  expect(loop.read('reports/output-selection-report.md')).toContain(
    '## Files applied\n\n- src/circle.js\n- src/square.js\n- src/unit.js\n',
  );
});

story('baseline-path', () => {
  expect(existsSync(loop.path('progress/iteration-000-baseline.json'))).toBe(true);
});

story('one-run', () => {
  const [check] = loop.readJson('progress/iteration-001-metrics.json').checks;
  expect(check).toMatchObject({ tests: { total: 6, passed: 4 }, outputFile: 'iterations/0001/check-c1.log' });
  expect(loop.log().filter(({ event }) => event.type === 'metrics-taken' && event.iteration === 1)).toHaveLength(1);
});

story('one-best-file', () => {
  const marked = (path: string) => loop.readJson(path).is_best_iteration;
  expect(NAMES.map((name) => marked(`progress/iteration-${name}.json`))).toEqual([false, false, false, true, false]);
  expect([0, 1, 3].map((n) => marked(`iterations/iteration-00${n}/metrics.json`))).toEqual([false, false, true]);
  expect(NAMES.map((name) => loop.readJson(`progress/iteration-${name}.json`).best)).toEqual([0, 1, 1, 3, 3]);
});

story('best-tracker', () => {
  const { quality_score } = loop.readJson('progress/iteration-003-metrics.json');
  expect(loop.readJson('best-tracker.json')).toMatchObject({
    current_best: 3,
    best_quality_score: quality_score,
    best_artifacts_path: 'iterations/iteration-003',
  });
});

story('all-snapshots', () => {
  const kept = NAMES.map((_, n) => loop.readJson(`iterations/iteration-00${n}/artifacts.json`));
  expect(new Set(kept.map(({ commit }) => commit)).size).toBe(NAMES.length);
  expect(kept[1]).toMatchObject({ files: 1, artifacts: [{ path: 'src/square.js' }] });
});

story('best-restored', () => {
  expect(git(loop.project, 'status', '--porcelain').trim().split('\n').sort()).toEqual(
    ['?? src/unit.js', 'M src/circle.js', ' M src/square.js'].sort(),
  );
  expect(loop.file('src/square.js')).toContain('4 * side');
});

story('iteration-report', () => {
  const report = loop.read('reports/iteration-002-report.md');
  expect(report).toContain('## Iteration 2 Progress Report');
  expect(report).toContain('**Classification**: regression');
  expect(report).toContain('| Metric | Current | Previous | Delta | Baseline | Delta from Baseline |');
  expect(report).toContain('| Test Count | 4 | 6 | -2 | 6 | -2 |');
  expect(report).toContain('| Dimension | Score | Weight | Contribution |');
  for (const part of ['### Alerts', '### Best Iteration Tracker', '**Action**: rollback', '**Confidence**: 0.90'])
    expect(report).toContain(part);
  expect(loop.read('reports/iteration-001-report.md')).toContain('No alerts');
});

story('continues', () => {
  expect(loop.readJson('progress/iteration-003-metrics.json')).toMatchObject({
    classification: 'forward',
    recommendation: { action: 'continue' },
  });
});

story('hooks', () => {
  const hook = (name: string) => loop.hook(name);
  expect(hook('pre_loop')).toMatchObject([{ hook: 'pre_loop', iteration: 0 }]);
  expect(hook('post_iteration').map(({ iteration }) => iteration)).toEqual([0, 1, 2, 3, 4]);
  expect(hook('loop_decision')).toMatchObject([{ decision: { action: 'stop' } }]);
  expect(hook('post_loop')).toMatchObject([{ ended: { ending: 'iteration-limit' } }]);
});

story('storage', () => {
  const paths = [
    ...NAMES.map((name) => `progress/iteration-${name}.json`),
    'progress/trajectory.json',
    ...NAMES.flatMap((_, n) => [
      `iterations/iteration-00${n}/metrics.json`,
      `iterations/iteration-00${n}/artifacts.json`,
      `reports/iteration-00${n}-report.md`,
    ]),
    'reports/output-selection-report.md',
    'best-tracker.json',
  ];
  expect(paths.filter((path) => !existsSync(loop.path(path)))).toEqual([]);
});

story('no-final-pick', () => {
  const report = loop.read('reports/output-selection-report.md');
  expect(report).toContain('**Selected:** iteration 3. **Final:** iteration 4.');
  expect(report).toContain('- the highest score, 0.96');
});

story('snapshot-contents', () => {
  expect(loop.readJson('iterations/iteration-001/metrics.json')).toMatchObject({
    testing: { test_count: 6, tests_passed: 4, coverage_percentage: 100, coverage_lines_total: expect.any(Number) },
    quality: { lint_warnings: 1 },
    checks: [{ outputFile: 'iterations/0001/check-c1.log' }],
  });
});
