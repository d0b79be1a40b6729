import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import type { LoopState } from '../../../core/state/state.ts';
import { metricSeries } from '../../reports/metric-rows.ts';
import { useTheme } from './theme.tsx';

const HEIGHT = 240;
/** Between two marks: whole iterations. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
const NONE = 'nothing';

/** Two metrics over the iterations, as chosen; drag to look closer, double-click for all. The same numbers stand in each iteration. */
export function MetricsChart({ state }: { state: LoopState }) {
  const series = metricSeries(state);
  const [left, setLeft] = useState('Tests Failed');
  const [right, setRight] = useState('Coverage');
  if (series.length === 0) return <p>No metrics were measured yet.</p>;
  const named = (name: string) => series.find((one) => one.name === name);
  const first = named(left) ?? series[0];
  const second = named(right);
  const choice = (label: string, value: string, choose: (name: string) => void) => (
    <label>
      <span className={`key ${label}`} /> {label === 'line' ? 'Line' : 'Dashes'}{' '}
      <select value={value} onChange={(event) => choose(event.target.value)}>
        {label === 'dashes' && <option>{NONE}</option>}
        {series.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
  return (
    <>
      <p className="controls">
        {choice('line', first?.name ?? '', setLeft)} {choice('dashes', second?.name ?? NONE, setRight)}
      </p>
      <Plot names={[first?.name ?? '', second?.name ?? '']} lines={[first?.values ?? [], second?.values ?? []]} />
    </>
  );
}

function Plot({ names, lines }: { names: [string, string]; lines: [(number | null)[], (number | null)[]] }) {
  const place = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  const key = JSON.stringify([names, lines, theme]);
  useEffect(() => {
    const [labels, [one, two]] = JSON.parse(key) as [[string, string], [(number | null)[], (number | null)[]]];
    if (!place.current || one.length === 0) return;
    const [front, line, accent, warn] = ['--soft', '--line', '--accent', '--warn'].map(used);
    const axis = { stroke: front ?? '', grid: { stroke: line ?? '', width: 1 }, ticks: { stroke: line ?? '' } };
    const range: uPlot.Range.Function = (_, low, high) => [Math.min(0, low ?? 0), Math.max(1, high ?? 1) * 1.05];
    const points = { show: one.length < 60 };
    const chart = new uPlot(
      {
        width: place.current.clientWidth,
        height: HEIGHT,
        legend: { live: true },
        scales: { x: { time: false }, left: { range }, right: { range } },
        axes: [
          { ...axis, incrs: STEPS, values: (_, splits) => splits.map((n) => `#${n}`) },
          { ...axis, scale: 'left' },
          { ...axis, scale: 'right', side: 1, grid: { show: false }, show: two.length > 0 },
        ],
        series: [
          { label: 'iteration', value: (_, n) => (n === null ? '' : `#${n}`) },
          { label: labels[0], scale: 'left', stroke: accent ?? '', width: 2, points, spanGaps: false },
          ...(two.length > 0
            ? [{ label: labels[1], scale: 'right', stroke: warn ?? '', width: 2, points, dash: [6, 4] }]
            : []),
        ],
      },
      [one.map((_, n) => n), one, ...(two.length > 0 ? [two] : [])] as uPlot.AlignedData,
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
  const text = names
    .map((name, side) => {
      const known = lines[side]?.filter((value) => value !== null) ?? [];
      return known.length === 0 ? '' : `${name} from ${known[0]} to ${known.at(-1)}`;
    })
    .filter(Boolean)
    .join(', ');
  return <div ref={place} className="chart-place" role="img" aria-label={text || 'not measured'} />;
}

/** The colour that a style ends up with: a canvas knows no variables and no choice of two. */
function used(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const result = getComputedStyle(probe).color;
  probe.remove();
  return result;
}
