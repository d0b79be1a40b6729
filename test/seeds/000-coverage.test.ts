import { expect, test } from 'vitest';
import { coverageCostLines } from '../../src/faces/reports/coverage-cost.ts';
import { theSettings } from '../../src/testing/builders.ts';
import { WITHOUT_ANALYST } from '../support/cli.ts';
import { scoredLoop } from '../support/scored-loop.ts';
import { seed000 } from './000.rows.ts';
import { aScene } from './support/scene.ts';
import { edits, shapes } from './support/shapes.ts';
import { storiesOf } from './support/stories.ts';

const story = storiesOf(seed000);

const UNTESTED = 'export function odd(n) {\\n  if (n > 1) {\\n    return n;\\n  }\\n  return 0;\\n}\\n';

test('a trial that costs too much says what it took', () => {
  const reason = 'collecting it takes 80 % longer (2.7 s → 4.9 s); --coverage auto collects it';
  const loop = (coverage: 'cheap' | 'found') =>
    scoredLoop({
      created: { settings: theSettings({ metrics: { coverage } }) },
      baseline: { score: 0.5, metrics: { unknown: [`coverage: ${reason}`] } },
      iterations: [],
    });
  expect(coverageCostLines(loop('cheap'), 0)).toEqual([`  coverage is not measured: ${reason}`]);
  expect(coverageCostLines(loop('cheap'), 1)).toEqual([]);
  expect(coverageCostLines(loop('found'), 0)).toEqual([]);
});

story('coverage-by-default', async () => {
  const { '.jumar/config.yaml': _, ...files } = shapes;
  const env = { ...WITHOUT_ANALYST, JUMAR_METRICS_COVERAGE_BUDGET: '100000' };
  const loop = aScene(files, [`${edits.fixSquare}; printf '${UNTESTED}' >> src/square.js`], env);
  try {
    const { stdout } = await loop.run('make the tests pass', '--until', 'node --test', '--max-iterations', '1');
    expect(stdout).toMatch(
      /coverage is measured: \d+ % more time for the tests \(.* → .*\); turn it off with --coverage off/,
    );
    expect(loop.readJson('progress/iteration-000-baseline.json').testing).toMatchObject({ coverage_percentage: 100 });
    expect(loop.readJson('progress/iteration-001-metrics.json').alerts).toMatchObject([
      { type: 'coverage_regression', severity: 'high', message: expect.stringMatching(/^Coverage dropped 100%→/) },
    ]);
  } finally {
    loop.close();
  }
});
