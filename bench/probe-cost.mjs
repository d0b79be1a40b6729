import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { median } from './support.mjs';

const { prepareProbe } = await import('../dist/collectors/probe/prepare.js');

export const PAIRS = Number(process.env.BENCH_PAIRS ?? 15);

/**
 * Plain and probed runs of the same command by turns, so that what else the machine does falls on both. Each pair gives a
 * ratio; the first pair warms the caches and does not count.
 */
export async function costOf(base, folder, { command, measured = command, timed = measured }, env) {
  const pairs = [];
  for (let pair = 0; pair <= PAIRS; pair++) {
    const runs = {};
    for (const how of pair % 2 ? ['probed', 'plain'] : ['plain', 'probed']) {
      const own = join(base, 'probe');
      const probe = how === 'probed' ? await prepareProbe({ folder: own, env, cwd: folder }) : null;
      runs[how] = run(folder, timed, { ...env, ...probe?.env });
      rmSync(own, { recursive: true, force: true });
    }
    if (runs.plain.status !== runs.probed.status) throw new Error('the probe changed the exit code');
    if (pair > 0) pairs.push(runs);
  }
  const ratios = (what) => pairs.map(({ plain, probed }) => probed[what] / plain[what]);
  const seconds = (what) => median(pairs.map(({ plain }) => plain[what]));
  return { timed, cpu: interval(ratios('cpu')), wall: interval(ratios('wall')), seconds: seconds('cpu') };
}

/** The median, and the order statistics between which the true one lies with at least 95 %: no shape is presumed. */
function interval(values) {
  const sorted = [...values].sort((a, b) => a - b);
  let [below, rank, chance] = [0, 0, 0.5 ** sorted.length];
  while (below + chance <= 0.025 && rank < sorted.length / 2) {
    below += chance;
    rank++;
    chance *= (sorted.length - rank + 1) / rank;
  }
  const low = Math.max(0, rank - 1);
  return { median: median(sorted), low: sorted[low], high: sorted[sorted.length - 1 - low] };
}

/** `time` of bash tells the processor time of everything that the command started, on the last line. */
export function run(cwd, command, env) {
  const script = `TIMEFORMAT=$'\\nJUMAR-TIME %R %U %S'; time ( ${command} ) 2>&1`;
  const result = spawnSync('bash', ['-c', script], { cwd, env, encoding: 'utf8', maxBuffer: 2 ** 28 });
  const printed = result.stdout + result.stderr;
  const [line = '', ...times] = /\nJUMAR-TIME (\S+) (\S+) (\S+)\s*$/.exec(printed) ?? [];
  const [wall = 0, user = 0, system = 0] = times.map(Number);
  return { status: result.status, output: printed.slice(0, printed.length - line.length), wall, cpu: user + system };
}
