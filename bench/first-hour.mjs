// The first hour in 12 public repositories of five ecosystems, at pinned commits: what a new user does first, with times.
// `npm run bench -- first-hour` runs all, `npm run bench -- first-hour ufo semver` some; the rows of the others are kept. `--mirror <folder>`
// (or BENCH_MIRROR) names a folder of bare clones, `owner+name`, if GitHub cannot be reached. None of their code is kept.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { sourceOf } from './fetch-project.mjs';
import { projects } from './first-hour-projects.mjs';
import { scriptedAgent } from './scripted-agent.mjs';
import { CLI, inTemporaryFolder, table } from './support.mjs';
import { timedRun } from './timed-run.mjs';

export const title = 'The first hour in 12 real repositories';
/** What was measured of each repository, so that one can be run again alone. */
const ROWS = 'bench/results/first-hour.json';
const COMMITS = 100;
const TOOLS = { pnpm: 'pnpm@10', yarn: '@yarnpkg/cli-dist@4' };
/** Longer than a new user would wait. */
const LIMIT_MS = 10 * 60_000;
const GIT = 'git -c user.name=bench -c user.email=bench@localhost';

export async function measure(options = []) {
  const at = options.indexOf('--mirror');
  if (at >= 0) process.env.BENCH_MIRROR = options.splice(at, 2)[1];
  const unknown = options.find((name) => !projects.some((project) => project.name === name));
  if (unknown !== undefined) {
    console.error(
      `bench: unknown repository "${unknown}"; choose from ${projects.map(({ name }) => name).join(', ')}.`,
    );
    process.exitCode = 2;
    return null;
  }
  const chosen = projects.filter(({ name }) => options.length === 0 || options.includes(name));
  let rows = readRows();
  await inTemporaryFolder(async (base) => {
    for (const project of chosen) {
      console.error(`  ${project.name} …`);
      const began = { date: new Date().toISOString().slice(0, 10), load: loadavg()[1] };
      const row = await firstHour(base, project).catch((error) => ({ problem: error.message }));
      console.error(`    ${JSON.stringify(row)}`);
      rows = { ...readRows(), [project.name]: { ...began, ...row } };
      writeFileSync(ROWS, `${JSON.stringify(rows, null, 2)}\n`);
    }
  });
  return report(projects.flatMap((project) => (rows[project.name] ? [{ project, ...rows[project.name] }] : [])));
}

function readRows() {
  return existsSync(ROWS) ? JSON.parse(readFileSync(ROWS, 'utf8')) : {};
}

async function firstHour(base, project) {
  const cwd = join(base, project.name);
  const outside = join(base, `${project.name}-outside`);
  mkdirSync(cwd);
  mkdirSync(outside);
  await fetchProject(project, cwd);
  const env = { JUMAR_HOME: join(outside, 'home'), ...(await withTool(base, project.tool)) };
  const jumar = (args, more = {}) =>
    timedRun(process.execPath, { cwd, env: { ...env, ...more }, args: [CLI, ...args], limitMs: LIMIT_MS });
  const install = project.install ? await timedRun(project.install, { cwd, env, limitMs: LIMIT_MS }) : null;
  const init = await jumar(['init']);
  const doctor = await jumar(['doctor']);
  const metrics = await jumar(['measure', '--json', '--until', `\`${project.check}\``]);
  const audit = await jumar(['audit', '--each', await lastCommits(cwd)]);
  return {
    install: install && { ...stepOf(install), problem: install.status === 0 ? null : lastLine(install) },
    init: { ...stepOf(init), found: /^ {2}test {2,}(?!not found)/m.test(init.stdout) },
    doctor: stepOf(doctor),
    measure: { ...stepOf(metrics), ...countsIn(metrics.stdout) },
    audit: { ...stepOf(audit), said: audit.stdout.trim().split('\n').at(-1) ?? '' },
    repair:
      install && install.status !== 0 ? null : await repair(project, cwd, outside, env.PATH ?? process.env.PATH, jumar),
  };
}

/** From so many commits before; from the first one, if there are not so many. */
async function lastCommits(cwd) {
  const { stdout } = await timedRun(`git rev-list --first-parent HEAD`, { cwd });
  const commits = stdout.trim().split('\n');
  return `${commits[Math.min(COMMITS, commits.length - 1)]}..HEAD`;
}

async function fetchProject({ git, commit }, cwd) {
  const command = `git clone -q --no-checkout ${sourceOf(git)} . && git checkout -q ${commit}`;
  const { status, stderr } = await timedRun(command, { cwd });
  if (status !== 0) throw new Error(`it could not be fetched: ${stderr.trim().slice(-300)}`);
}

/** A package manager from the npm registry, on the PATH as if the user had installed it. */
async function withTool(base, tool) {
  if (!tool) return {};
  const folder = join(base, 'tools', tool);
  mkdirSync(folder, { recursive: true });
  await timedRun(`npm install --no-audit --no-fund --prefix . ${TOOLS[tool]}`, { cwd: folder });
  return {
    PATH: `${join(folder, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
    npm_config_manage_package_manager_versions: 'false',
  };
}

/** The real fix is taken back, its tests stay; the agent brings it back, and the loop has to see that it did. */
async function repair(project, cwd, outside, path, jumar) {
  const patch = join(outside, 'fix.patch');
  const { broken, hunks, commit, check } = project;
  if (hunks) takeBack(join(cwd, hunks.path), hunks.lines);
  else await timedRun(`git checkout -q ${commit}~1 -- ${broken.join(' ')}`, { cwd });
  const paths = hunks ? [hunks.path] : broken;
  await timedRun(`${GIT} commit -qm 'take the fix back' -- ${paths.join(' ')}`, { cwd });
  await timedRun(`git diff HEAD ${commit} -- ${paths.join(' ')} > ${patch}`, { cwd });
  const {
    title: agent,
    args,
    env,
    close,
  } = await scriptedAgent(project.agent, {
    patch,
    home: join(outside, 'agent'),
    path,
  });
  try {
    const limits = ['--max-iterations', '3', '--timeout', '10', '--plain'];
    const run = await jumar(['run', 'make the failing tests pass', '--until', `\`${check}\``, ...args, ...limits], env);
    const left = await timedRun(`git diff --stat ${commit} -- ${paths.join(' ')}`, { cwd });
    const why = /^ {2}why +(.*)$/m.exec(run.stdout)?.[1] ?? lastLine(run);
    const [first] = /^#0 {2}.*$/m.exec(run.stdout) ?? [];
    return { agent, ...stepOf(run), repaired: run.status === 0 && left.stdout === '', why, first };
  } finally {
    await close();
  }
}

function takeBack(path, lines) {
  let text = readFileSync(path, 'utf8');
  for (const [after, before] of lines) {
    if (!text.includes(after)) throw new Error(`${path} has no ${after}`);
    text = text.replace(after, before);
  }
  writeFileSync(path, text);
}

const stepOf = ({ status, seconds, timedOut }) => ({ status, seconds: Math.round(seconds * 10) / 10, timedOut });

function lastLine({ stdout, stderr, timedOut }) {
  if (timedOut) return `not done after ${LIMIT_MS / 60_000} min`;
  const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => /error|fail|cannot|could not|unable/i.test(line));
  // Not in the page: colours, and the hosts of this machine's registries.
  const line = stripVTControlCharacters(lines[0] ?? `${stdout}${stderr}`).replace(
    /\(?Could not resolve host: \S+\)?/g,
    '',
  );
  return line.trim().slice(0, 120);
}

function countsIn(stdout) {
  try {
    return { tests: JSON.parse(stdout).metrics.tests };
  } catch {
    return { tests: null };
  }
}

/** The section of the page, from what was measured. */
export function report(rows) {
  const time = ({ seconds }) => (seconds < 10 ? `${seconds} s` : `${Math.round(seconds)} s`);
  const cells = rows.map((row) => {
    const { project, problem, install, init, doctor, measure: metrics, audit, repair: fixed } = row;
    const name = `${project.git}@${project.commit.slice(0, 7)} (${project.language})`;
    if (problem) return [name, problem, '', '', '', '', ''];
    const { tests } = metrics;
    const needs = project.install
      ? install.problem
        ? `**fails**: ${cell(install.problem)}`
        : time(install)
      : 'none needed';
    return [
      name,
      needs,
      `${init.found ? 'test command found' : '**no test command**'}, ${time(init)}; ${doctor.status === 0 ? '' : `exit ${doctor.status}, `}${time(doctor)}`,
      `${tests ? `${tests.passed}/${tests.total} tests` : `not measured (exit ${metrics.status})`}, ${time(metrics)}`,
      install?.problem
        ? 'not tried: it cannot be installed here'
        : `fix taken back, ${fixed.agent}: ${fixed.repaired ? 'repaired' : `**not repaired** (exit ${fixed.status}: ${cell(fixed.why)})`}, ${time(fixed)}`,
      `${cell(audit.said)} ${time(audit)}`,
    ];
  });
  const count = (test) => rows.filter((row) => !row.problem && test(row)).length;
  const summary = `Public repositories at the commit of a real fix: install as a user would, then \`init\` and \`doctor\`, \`measure\` of one check, the fix taken back (its tests stay) and repaired by a real agent whose model is a script that applies the fix with the agent's own shell tool, and \`audit --each\` over the ${COMMITS} commits before, or all. ${count(({ init }) => init.found)} of ${rows.length} test commands found, ${count(({ measure: { tests } }) => tests)} suites measured, ${count(({ repair: fixed }) => fixed?.repaired)} repaired and verified, ${count(({ audit: { status } }) => status === 0 || status === 1)} ranges judged whole. On the machine that measured only the npm registry could be reached, so the check of the Java project calls javac and JUnit from the system's packages instead of Maven. ${busy(rows)}`;
  const head = ['repository', 'install', 'init; doctor', 'measure', 'repair', 'audit --each'];
  return `${summary}\n\n${table(head, cells)}`;
}

/** Says so if other work ran beside it. */
function busy(rows) {
  const loads = rows.map(({ load }) => load).sort((a, b) => a - b);
  const [low, high] = [loads[0] ?? 0, loads.at(-1) ?? 0];
  if (high <= cpus().length) return '';
  return `Other work ran on the machine (load ${low.toFixed(0)} to ${high.toFixed(0)} on ${cpus().length} processors), so times are upper bounds.`;
}

const cell = (text) =>
  text
    .replaceAll('|', '\\|')
    .replace(/https?:\/\/\S+/g, '…')
    .replace(/\s+/g, ' ')
    .replace(/\/[\w./+-]*first-hour[\w./+-]*\//g, '')
    .trim();
