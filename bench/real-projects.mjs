// Real open-source projects, fetched into a temporary folder: do the counts of `jumar measure` equal what their own runner
// prints, and what does the probe cost? `npm run bench -- projects`; `npm run bench -- projects express qs` prints these two and
// writes nothing. BENCH_PAIRS sets how many pairs are timed. If GitHub cannot be reached, BENCH_MIRROR names a folder of bare
// clones (`owner+name` or `owner+name/repo`). None of their code is kept.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { sourceOf } from './fetch-project.mjs';
import { printedCounts } from './printed-counts.mjs';
import { costOf, PAIRS, run } from './probe-cost.mjs';
import { projects } from './projects.mjs';
import { CLI, inTemporaryFolder, table } from './support.mjs';

export const title = 'Counts and cost on real projects';
const QUIET = {
  JUMAR_METRICS_LINT: 'false',
  JUMAR_METRICS_TYPES: 'false',
  JUMAR_METRICS_BUILD: 'false',
  JUMAR_METRICS_CODE: 'false',
};

export async function measure(wanted = []) {
  const unknown = wanted.find((name) => !projects.some((project) => project.name === name));
  if (unknown !== undefined) {
    console.error(`bench: unknown project "${unknown}"; choose from ${projects.map(({ name }) => name).join(', ')}.`);
    process.exitCode = 2;
    return null;
  }
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
  const figures = report(rows);
  if (wanted.length === 0) return figures;
  console.log(`${figures.summary}\n\n${figures.details}`);
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
  must(run(folder, `git clone -q ${sourceOf(git)} . && git checkout -q ${ref}`, process.env), 'git clone failed');
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
  const summary = `Tests that \`jumar measure\` counts against what the project's own runner prints: equal in ${rows.filter(equal).length} of ${rows.length} projects. Cost of the probe, geometric mean: processor time ${all('cpu')}, wall clock ${all('wall')} (target: at most 5 %).`;
  const details = `Total (passed / failed / skipped) that the project's own runner prints and that \`jumar measure\` reports for the same command.

${table(['project', 'command', 'printed', 'measured', 'equal'], counts)}

The cost of the probe. Target: at most 5 %. Each command runs plain and probed by turns, in ${PAIRS} pairs after one that does not count; the order changes from pair to pair. A pair gives the ratio of its two runs. The table shows the median of the ratios and, in brackets, the range that holds the true median with 95 % (by order statistics, for any distribution). Processor time is user and system time of all processes of the command, as bash's \`time\` sums it up. Load at the end: ${loadavg()[1].toFixed(1)} on ${cpus().length} processors; above one each, wall clock says little, and other processes still affect processor time through the caches.

${table(['project', 'timed', 'plain run', 'processor time', 'wall clock'], [...costs, ['geometric mean', '', '', all('cpu'), all('wall')]])}`;
  return { summary, details };
}
