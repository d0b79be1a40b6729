// Real open-source projects, fetched into a temporary folder: do the counts of `jumar measure` equal what their own runner
// prints, and what does the probe cost? `npm run bench:projects [-- express qs]`. Where GitHub cannot be reached, BENCH_MIRROR
// names a folder of bare clones (`owner+name` or `owner+name/repo`). None of their code is kept.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { printedCounts } from './printed-counts.mjs';
import { projects } from './projects.mjs';
import { CLI, inTemporaryFolder, median, table } from './support.mjs';

const { prepareProbe } = await import('../dist/collectors/probe/prepare.js');

export const title = 'Counts and cost on real projects';
const PAIRS = Number(process.env.BENCH_PAIRS ?? 5);
const QUIET = {
  JUMAR_METRICS_LINT: 'false',
  JUMAR_METRICS_TYPES: 'false',
  JUMAR_METRICS_BUILD: 'false',
  JUMAR_METRICS_CODE: 'false',
};

export async function measure() {
  const rows = await inTemporaryFolder(async (base) => {
    const wanted = process.argv.slice(2).filter((name) => projects.some((project) => project.name === name));
    const found = [];
    for (const project of projects) {
      if (wanted.length > 0 && !wanted.includes(project.name)) continue;
      console.error(`  ${project.name} …`);
      const row = await measureProject(base, project).catch((error) => ({ project, problem: error.message }));
      if (row.problem) console.error(`    left out: ${row.problem}`);
      else found.push(row);
    }
    return found;
  });
  return rows.length === 0 ? null : report(rows);
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

/** Plain and probed runs of the same command by turns, so that what else the machine does falls on both. */
async function costOf(base, folder, { command, measured = command }, env) {
  const runs = { plain: [], probed: [] };
  for (let pair = 0; pair < PAIRS; pair++) {
    for (const how of pair % 2 ? ['probed', 'plain'] : ['plain', 'probed']) {
      const own = join(base, 'probe');
      const probe = how === 'probed' ? await prepareProbe({ folder: own, env, cwd: folder }) : null;
      runs[how].push(run(folder, measured, { ...env, ...probe?.env }));
      rmSync(own, { recursive: true, force: true });
    }
  }
  const of = (how, what) => median(runs[how].map((one) => one[what]));
  return {
    wall: of('probed', 'wall') / of('plain', 'wall'),
    cpu: of('probed', 'cpu') / of('plain', 'cpu'),
    seconds: of('plain', 'wall'),
  };
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
  const costs = rows.map(({ project, cost }) => [
    project.name,
    `${cost.seconds.toFixed(1)} s`,
    percent(cost.wall),
    percent(cost.cpu),
  ]);
  const all = (what) => percent(Math.exp(rows.reduce((sum, { cost }) => sum + Math.log(cost[what]), 0) / rows.length));
  return `What the project's own runner prints against what \`jumar measure\` tells for the same command: total (passed / failed / skipped).

${table(['project', 'command', 'printed', 'measured', 'equal'], counts)}

The cost of the probe: median of ${PAIRS} runs each, plain and probed by turns. Target: at most 5 %. Processor time is that of all processes of the command. Load of the machine at the end: ${loadavg()[1].toFixed(1)} on ${cpus().length} processors; where that is more than one each, wall clock says little.

${table(['project', 'plain run', 'wall clock', 'processor time'], [...costs, ['geometric mean', '', all('wall'), all('cpu')]])}`;
}
