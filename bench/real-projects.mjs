// Real open-source projects, fetched into a temporary folder: do the counts of `jumar measure` equal what their own runner
// prints, and what does the probe cost? `npm run bench:projects`, or `-- express qs` for some of them, which are printed and not
// written down. BENCH_PAIRS sets how many pairs are timed. Where GitHub cannot be reached, BENCH_MIRROR names a folder of bare
// clones (`owner+name` or `owner+name/repo`). None of their code is kept.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { printedCounts } from './printed-counts.mjs';
import { projects } from './projects.mjs';
import { CLI, inTemporaryFolder, median, table } from './support.mjs';

const { prepareProbe } = await import('../dist/collectors/probe/prepare.js');

export const title = 'Counts and cost on real projects';
const PAIRS = Number(process.env.BENCH_PAIRS ?? 15);
const QUIET = {
  JUMAR_METRICS_LINT: 'false',
  JUMAR_METRICS_TYPES: 'false',
  JUMAR_METRICS_BUILD: 'false',
  JUMAR_METRICS_CODE: 'false',
};

export async function measure() {
  const wanted = process.argv.slice(2).filter((name) => projects.some((project) => project.name === name));
  const rows = await inTemporaryFolder(async (base) => {
    const found = [];
    for (const project of projects) {
      if (wanted.length > 0 && !wanted.includes(project.name)) continue;
      console.error(`  ${project.name} …`);
      const row = await measureProject(base, project).catch((error) => ({ project, problem: error.message }));
      if (row.problem) console.error(`    left out: ${row.problem}`);
      else found.push(row);
      if (!row.problem) console.error(`    ${JSON.stringify(row.cost)}`);
    }
    return found;
  });
  if (rows.length === 0) return null;
  const text = report(rows);
  if (wanted.length === 0) return text;
  console.log(text);
  return null;
}

async function measureProject(base, project) {
  const folder = join(base, project.name);
  const version = fetchProject(project, folder);
  const env = { ...process.env, ...project.env };
  if (project.install) must(run(folder, project.install, env), `${project.install} failed`);
  const plain = run(folder, project.command, env);
  const printed = printedCounts(project.runner, plain.output);
  if (!printed) throw new Error(`its runner printed no counts (exit ${plain.status}): ${plain.output.slice(-300)}`);
  const home = join(base, 'home');
  const args = [CLI, 'measure', '--json', '--no-cache', '--until', `\`${project.measured ?? project.command}\``];
  const measured = spawnSync(process.execPath, args, {
    cwd: folder,
    env: { ...env, ...QUIET, JUMAR_HOME: home },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const { tests } = JSON.parse(measured.stdout).metrics;
  return { project, version, printed, tests, cost: await costOf(base, folder, project, env) };
}

/**
 * Plain and probed runs of the same command by turns, so that what else the machine does falls on both. Each pair gives a
 * ratio; the first pair warms the caches and does not count.
 */
async function costOf(base, folder, { command, measured = command, timed = measured }, env) {
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
function run(cwd, command, env) {
  const script = `TIMEFORMAT=$'\\nJUMAR-TIME %R %U %S'; time ( ${command} ) 2>&1`;
  const result = spawnSync('bash', ['-c', script], { cwd, env, encoding: 'utf8', maxBuffer: 2 ** 28 });
  const printed = result.stdout + result.stderr;
  const [line = '', ...times] = /\nJUMAR-TIME (\S+) (\S+) (\S+)\s*$/.exec(printed) ?? [];
  const [wall = 0, user = 0, system = 0] = times.map(Number);
  return { status: result.status, output: printed.slice(0, printed.length - line.length), wall, cpu: user + system };
}

function must({ status, output }, message) {
  if (status !== 0) throw new Error(`${message}: ${output.slice(-300)}`);
}

/** The commit or version that was fetched. */
function fetchProject({ npm, git, ref = 'HEAD' }, folder) {
  mkdirSync(folder, { recursive: true });
  if (npm) {
    must(
      run(folder, `npm pack --silent ${npm} && tar xzf *.tgz --strip-components=1 && rm *.tgz`, process.env),
      'npm pack failed',
    );
    return npm;
  }
  const mirror = join(process.env.BENCH_MIRROR ?? '', git.replace('/', '+'));
  const near = [join(mirror, 'repo'), mirror].find((path) => process.env.BENCH_MIRROR && existsSync(path));
  const source = near && readdirSync(near).length > 0 ? near : `https://github.com/${git}.git`;
  must(run(folder, `git clone -q ${source} . && git checkout -q ${ref}`, process.env), 'git clone failed');
  return `${git}@${run(folder, 'git rev-parse --short HEAD', process.env).output.trim()}`;
}

function report(rows) {
  const shown = ({ total, passed, failed, skipped }) => `${total} (${passed} / ${failed} / ${skipped})`;
  const equal = ({ printed, tests }) =>
    tests && ['total', 'passed', 'failed', 'skipped'].every((key) => printed[key] === tests[key]);
  const percent = (ratio) => `${ratio >= 1 ? '+' : '−'}${Math.abs((ratio - 1) * 100).toFixed(1)} %`;
  const counts = rows.map((row) => [
    row.version,
    `${row.project.runner}: \`${row.project.command}\``,
    shown(row.printed),
    row.tests ? shown(row.tests) : 'unknown',
    equal(row) ? 'yes' : '**no**',
  ]);
  const ranged = ({ median: middle, low, high }) => `${percent(middle)} (${percent(low)} to ${percent(high)})`;
  const costs = rows.map(({ project, cost }) => [
    project.name,
    `\`${cost.timed}\``,
    `${cost.seconds.toFixed(1)} s`,
    ranged(cost.cpu),
    ranged(cost.wall),
  ]);
  const all = (what) =>
    percent(Math.exp(rows.reduce((sum, { cost }) => sum + Math.log(cost[what].median), 0) / rows.length));
  return `What the project's own runner prints against what \`jumar measure\` tells for the same command: total (passed / failed / skipped).

${table(['project', 'command', 'printed', 'measured', 'equal'], counts)}

The cost of the probe. Target: at most 5 %. Each command runs plain and probed by turns, in ${PAIRS} pairs after one that does not count, the order changing from pair to pair; a pair gives the ratio of its two runs. Told are the median of the ratios and, in brackets, the range in which the true median lies with 95 % (by order statistics, no shape of the distribution presumed). Processor time is user and system time of all processes of the command, as bash's \`time\` sums it up. Load of the machine at the end: ${loadavg()[1].toFixed(1)} on ${cpus().length} processors; where that is more than one each, wall clock says little, and processor time still swings with what others do to the caches.

${table(['project', 'timed', 'plain run', 'processor time', 'wall clock'], [...costs, ['geometric mean', '', '', all('cpu'), all('wall')]])}`;
}
