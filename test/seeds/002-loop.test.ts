import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { seed002 } from './002.rows.ts';
import { aScene, type Scene } from './support/scene.ts';
import { edits, shapes } from './support/shapes.ts';
import { storiesOf } from './support/stories.ts';

const story = storiesOf(seed002);

const HOOKS = `hooks:
  post_iteration: cat >> "$OUT/post_iteration"
  on_stop: cat > "$OUT/on_stop"
  on_regression: cat >> "$OUT/on_regression"
`;
const FIX_ALL = `${edits.fixSquare}; sed -i 's/3 \\* radius/3 * radius * radius/; s/=> radius;/=> 2 * radius;/' src/circle.js`;

/** A loop that refines: its first iteration is right, the second deletes tests, the third adds next to nothing. */
let loop: Scene;
let set: string;
beforeAll(async () => {
  loop = aScene({ ...shapes, '.jumar/config.yaml': `${shapes['.jumar/config.yaml']}${HOOKS}` }, [
    FIX_ALL,
    edits.deleteTests,
    'echo "// tidy" >> src/square.js',
  ]);
  set = (await loop.cli('config', 'set', 'ralph.maxIterations', '8')).stdout;
  await loop.cli('config', 'set', 'ralph.qualityThreshold', '1');
  const { code, stdout } = await loop.run('make it better', '--until', 'node --test', '--refine');
  expect(stdout).toContain('#3');
  expect(code).toBe(0);
}, 120_000);
afterAll(() => loop.close());

const analytics = async () => JSON.parse((await loop.cli('analytics', loop.loop(), '--format', 'json')).stdout);

interface Point {
  quality: number;
  parts: { contribution: number | null }[];
}

story('history', async () => {
  const { history } = await analytics();
  expect(history).toMatchObject([
    { iteration: 0, classification: 'baseline', scores: { tests_passing: 0.5, coverage: 1 } },
    {
      iteration: 1,
      scores: { tests_passing: 1 },
      delta: { tests_passing: 0.5, coverage: 0 },
      cumulative: { plateau_count: 0 },
    },
    { iteration: 2, classification: 'regression', decision: 'rollback', cumulative: { regression_count: 1 } },
    { iteration: 3, cumulative: { regression_count: 1, plateau_count: 1, total_improvement: expect.any(Number) } },
  ]);
  const [, first, , third] = history;
  // The second was rolled back: the third started from the first.
  expect(third.delta.quality).toBeCloseTo(third.quality - first.quality, 5);
  for (const { timestamp } of history) expect(new Date(timestamp).toISOString()).toBe(timestamp);
});

story('named-profile', async () => {
  const { profile, history } = await analytics();
  expect(profile).toBe('dimensions');
  for (const { quality, parts } of history as Point[]) {
    expect(parts.length).toBe(5);
    expect(parts.reduce((sum, { contribution }) => sum + (contribution ?? 0), 0)).toBeCloseTo(quality, 4);
  }
  expect((await loop.cli('analytics', loop.loop())).stdout).toContain('Final Quality by Profile Dimensions:');
  expect((await loop.cli('show', loop.loop(), '1')).stdout).toMatch(
    /score {5}0\.\d+ by dimensions: validation 0\.\d+ \+ /,
  );
  expect(loop.read('reports/iteration-001-report.md')).toContain('by profile dimensions');
});

story('hooks', () => {
  expect(loop.hook('post_iteration').map(({ iteration }) => iteration)).toEqual([0, 1, 2, 3]);
  expect(loop.hook('on_regression')).toMatchObject([{ hook: 'on_regression', iteration: 2 }]);
  expect(loop.hook('on_stop')).toMatchObject([{ hook: 'on_stop', iteration: 3 }]);
});

story('outputs', async () => {
  expect(loop.readJson('analytics.json')).toEqual(await analytics());
  expect(loop.read('quality-chart.txt')).toContain('Quality Over Iterations');
  const lines = (name: string) =>
    loop
      .read(name)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  expect(lines('quality-history.jsonl').map(({ iteration }) => iteration)).toEqual([0, 1, 2, 3]);
  expect(lines('stopping.jsonl').map(({ stop, rule }) => [stop, rule])).toEqual([
    [false, expect.any(String)],
    [false, expect.any(String)],
    [false, 'regression'],
    [true, 'small-improvement'],
  ]);
});

story('result', async () => {
  const result = await analytics();
  expect(result).toMatchObject({
    task_id: loop.loop(),
    iterations: 3,
    stopping_reason: expect.stringMatching(/^improvement .*< 0\.05/),
    time_saved_estimate: '~5 iterations avoided',
  });
  const best = result.history.find((one: { is_best_iteration: boolean }) => one.is_best_iteration);
  expect(result.final_quality).toBe(best.quality);
});

story('analytics-command', async () => {
  const text = (await loop.cli('analytics', loop.loop())).stdout;
  expect(text).toMatch(new RegExp(`^Iteration Analytics: ${loop.loop()}\n═+\n`));
  const [head, ...rows] = (await loop.cli('analytics', loop.loop(), '--format', 'csv')).stdout.trim().split('\n');
  expect(head).toContain('quality,quality_delta,');
  expect(rows).toHaveLength(4);
  expect(await loop.cli('analytics', loop.loop(), '--format', 'xml')).toMatchObject({ code: 2 });
});

story('export-file', async () => {
  await loop.cli('analytics', loop.loop(), '--export', 'quality.csv');
  expect(existsSync(join(loop.project, 'quality.csv'))).toBe(true);
  expect(readFileSync(join(loop.project, 'quality.csv'), 'utf8')).toContain('loop,iteration,');
});

story('config-command', async () => {
  expect(set).toContain('limits.maxIterations');
  expect(loop.file('.jumar/config.yaml')).toContain('maxIterations: 8');
  expect(loop.readJson('analytics.json').max_iterations).toBe(8);
  const refused = await loop.cli('config', 'set', 'ralph.improvementThreshold', '3');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('rules.improvementThreshold');
});

story('chart', () => {
  const chart = loop.read('quality-chart.txt');
  expect(chart).toMatch(/^1: █+ 1\.00 \(\+0\.\d{3}\)/m);
  expect(chart).toMatch(/^2: 0\.\d\d, does not count/m);
  expect(chart).toMatch(/\nStopping: Improvement .* < 0\.05/);
});
