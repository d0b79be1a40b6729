import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { trajectoryOf } from '../../../core/analytics/trajectory.ts';
import type { LoopState } from '../../../core/state/state.ts';

const HEIGHT = 220;
/** Between two marks: whole iterations. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

/** Quality and failing tests over the iterations; the same numbers stand in the timeline. */
export function Chart({ state, theme }: { state: LoopState; theme: string }) {
  const place = useRef<HTMLDivElement>(null);
  const points = trajectoryOf(state);
  const at = points.map(({ iteration }) => iteration);
  const score = points.map((point) => point.score);
  const failing = points.map(({ iteration }) => state.iterations[iteration]?.metrics?.tests?.failed ?? null);
  const key = JSON.stringify([at, score, failing, theme]);
  useEffect(() => {
    const [x, y, z] = JSON.parse(key) as (number | null)[][];
    if (!place.current || !x || x.length < 2) return;
    const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const [front, line, good, bad] = ['--soft', '--line', '--good', '--bad'].map((name) => used(colour(name)));
    const axis = { stroke: front ?? '', grid: { stroke: line ?? '', width: 1 }, ticks: { stroke: line ?? '' } };
    const chart = new uPlot(
      {
        width: place.current.clientWidth,
        height: HEIGHT,
        legend: { live: false },
        scales: {
          x: { time: false },
          quality: { range: [0, 1] },
          tests: { range: (_, __, max) => [0, Math.max(1, max)] },
        },
        axes: [
          { ...axis, incrs: STEPS, values: (_, splits) => splits.map((n) => `#${n}`) },
          { ...axis, scale: 'quality' },
          { ...axis, scale: 'tests', side: 1, grid: { show: false } },
        ],
        series: [
          { label: 'iteration' },
          { label: 'quality', scale: 'quality', stroke: good ?? '', width: 2, spanGaps: false },
          { label: 'failing tests', scale: 'tests', stroke: bad ?? '', width: 2, dash: [6, 4] },
        ],
      },
      [x, y ?? [], z ?? []] as uPlot.AlignedData,
      place.current,
    );
    const resized = new ResizeObserver(() =>
      chart.setSize({ width: place.current?.clientWidth ?? 300, height: HEIGHT }),
    );
    resized.observe(place.current);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [key]);
  if (points.length < 2) return null;
  const last = points.at(-1);
  const text = `Quality from ${points[0]?.score?.toFixed(2) ?? 'unknown'} to ${last?.score?.toFixed(2) ?? 'unknown'}, failing tests from ${failing[0] ?? 'unknown'} to ${failing.at(-1) ?? 'unknown'}, over ${points.length - 1} iterations`;
  return (
    <section aria-labelledby="chart-title">
      <h2 id="chart-title">Quality and failing tests</h2>
      <div ref={place} className="chart-place" role="img" aria-label={text} />
    </section>
  );
}

/** The colour that a style ends up with: a canvas knows no variables and no choice of two. */
function used(colour: string): string {
  const probe = document.createElement('span');
  probe.style.color = colour;
  document.body.append(probe);
  const result = getComputedStyle(probe).color;
  probe.remove();
  return result;
}
