import { afterAll, beforeAll, expect } from 'vitest';
import { metricAlerts } from '../../src/core/metrics/alerts.ts';
import { iterationDeltas } from '../../src/core/metrics/deltas.ts';
import { type Metrics, unmeasured } from '../../src/core/metrics/metrics.ts';
import { seed000 } from './000.rows.ts';
import { aScene, type Scene } from './support/scene.ts';
import { edits, shapes } from './support/shapes.ts';
import { storiesOf } from './support/stories.ts';

const story = storiesOf(seed000);

/** A loop that goes forward, deletes tests, goes forward from before that, and breaks a test; then its limit is reached. */
let loop: Scene;
beforeAll(async () => {
  loop = aScene(shapes, [edits.fixSquare, edits.deleteTests, edits.fixCircle, edits.breakSquare]);
  expect((await loop.run('make the tests pass', '--until', 'node --test', '--max-iterations', '4')).code).toBe(1);
}, 120_000);
afterAll(() => loop.close());

const NAMES = ['000-baseline', '001-metrics', '002-metrics', '003-metrics', '004-metrics'];

/** So many tests, of which so many pass, with so much of 100 lines covered. */
function measured(total: number, passed: number, covered: number): Metrics {
  const lines = { covered, total: 100, percentage: covered };
  return {
    ...unmeasured,
    tests: { total, passed, failed: total - passed, skipped: 0 },
    coverage: { lines, branches: null, tool: 'c8' },
  };
}

const [baseline, second, third] = [measured(8, 5, 65), measured(10, 8, 75), measured(9, 7, 72)];

story('regression-deltas', () => {
  const { previous, baseline: fromBaseline } = iterationDeltas(third, second, baseline);
  expect(previous).toMatchObject({ test_count: -1, pass_rate: expect.closeTo(-2.2, 1), coverage: -3 });
  expect(fromBaseline).toMatchObject({ test_count: 1, pass_rate: expect.closeTo(15.3, 1), coverage: 7 });
});

story('regression-alerts', () => {
  expect(metricAlerts({ previous: second, current: third })).toMatchObject([
    { severity: 'critical', type: 'test_deletion', message: 'Test count decreased from 10 to 9' },
    { severity: 'high', type: 'coverage_regression', message: 'Coverage dropped 75%→72% (exceeds -2% threshold)' },
    { severity: 'high', type: 'functionality_loss', message: 'Passing tests decreased from 8 to 7' },
  ]);
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

story('one-best-file', () => {
  const marked = (path: string) => loop.readJson(path).is_best_iteration;
  expect(NAMES.map((name) => marked(`progress/iteration-${name}.json`))).toEqual([false, false, false, true, false]);
  expect([0, 1, 3].map((n) => marked(`iterations/iteration-00${n}/metrics.json`))).toEqual([false, false, true]);
  expect(NAMES.map((name) => loop.readJson(`progress/iteration-${name}.json`).best)).toEqual([0, 1, 1, 3, 3]);
});
