// npm run bench -- growth [--long] [reading|files|tests|iterations]: what an iteration and a command cost as trees, suites, loops and their number grow. Beside
// each figure stands what the machine itself needs for it: git's own time, or one stat per file.
import { spawn, spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { ENDLESS } from './between-agents.mjs';
import { LONG_LOOP, writeLongLoop } from './long-loop.mjs';
import { CLI, gitProject, inTemporaryFolder, median, ms, processorMs, table, timed } from './support.mjs';

export const title = 'Growth';

const SHORT = { files: [1000, 20_000], tests: [1000], iterations: 60, long: 2000, loops: 1000 };
const LONG = { files: [1000, 20_000, 100_000], tests: [1000, 50_000], iterations: 2000, long: 10_000, loops: 1000 };

const PARTS = { reading: ofReading, files: ofFiles, tests: ofTests, iterations: ofIterations };

/** `--long`, and names of parts to measure only these. */
export async function measure(options = []) {
  const sizes = options.includes('--long') ? LONG : SHORT;
  const named = Object.keys(PARTS).filter((name) => options.includes(name));
  const texts = [];
  for (const name of named.length > 0 ? named : Object.keys(PARTS)) {
    texts.push((await inTemporaryFolder((folder) => PARTS[name](folder, sizes))).text);
    console.error(`    ${name}: load ${loadavg()[0].toFixed(1)}`);
  }
  const node = median([1, 2, 3].map(() => timed(process.execPath, ['-e', '0']).ms));
  const load = `Load at the end: ${Math.round(loadavg()[0])} on ${availableParallelism()} processors; above one each, wall clock says little: read the time on the processor, and the ratio to the figure beside it.`;
  const left = named.length > 0 ? ` Measured in this run: ${named.join(', ')}.` : '';
  const intro = `What an iteration and a command cost as trees, suites and loops grow. \`node -e 0\` takes ${ms(node)}. ${load}${left} \`-- growth --long\` goes up to ${LONG.files.at(-1).toLocaleString('en')} files, ${LONG.tests.at(-1).toLocaleString('en')} tests, ${LONG.iterations.toLocaleString('en')} iterations and a log of ${LONG.long.toLocaleString('en')}; *Many loops* has ${sizes.loops.toLocaleString('en')} loops.`;
  return [intro, ...texts].join('\n\n');
}

/** One file changes in each iteration of a tree of so many. */
async function ofFiles(folder, { files }) {
  const rows = [];
  for (const count of files) {
    const place = join(folder, String(count));
    const project = treeOf(place, count);
    const stats = timeOf(() => statAll(project));
    const status = median([1, 2, 3].map(() => gitMs(project, ['status', '--porcelain'])));
    const add = addAll(project, place);
    const { gaps, launch } = await loop(project, place, { iterations: 8 });
    const gap = median(gaps.slice(2));
    rows.push([
      count.toLocaleString('en'),
      ms(gap),
      ms(status),
      ms(stats),
      judged(gap, count <= 1000 ? 60 : count <= 20_000 ? 250 : 800),
      ms(launch),
      ms(add),
      `${(launch / add).toFixed(1)} × (target 1.5)`,
    ]);
  }
  const head = [
    'files',
    'between two calls, one file changed',
    '`git status`',
    'one stat per file',
    'target',
    'first call, first loop of the project',
    '`git add` of the tree',
    'ratio',
  ];
  return { text: `### Files\n\n${table(head, rows)}` };
}

/** A check whose report names so many tests. */
async function ofTests(folder, { tests }) {
  const rows = [];
  for (const count of tests) {
    const place = join(folder, String(count));
    const project = join(place, 'project');
    const lines = Array.from({ length: count }, (_, n) => `${n === 0 ? 'not ok' : 'ok'} ${n + 1} - case ${n}\n`).join(
      '',
    );
    gitProject(project, { 'state.txt': '', 'report.tap': `TAP version 13\n1..${count}\n${lines}` });
    const print = median([1, 2, 3].map(() => timed('/bin/sh', ['-c', 'cat report.tap'], { cwd: project }).ms));
    const { gaps } = await loop(project, place, { iterations: 6, check: 'cat report.tap; exit 1' });
    rows.push([count.toLocaleString('en'), ms(median(gaps.slice(2))), ms(print)]);
  }
  const head = ['tests in the report', 'between two calls', 'printing the report'];
  return { text: `### Tests\n\n${table(head, rows)}` };
}

/** The same trivial iteration again and again. */
async function ofIterations(folder, { iterations }) {
  const project = join(folder, 'project');
  gitProject(project, { 'state.txt': '' });
  const { gaps, resident, home } = await loop(project, folder, { iterations });
  const near = (n) => median(gaps.slice(Math.max(2, n - 12), n));
  const points = [12, ...[0.25, 0.5, 1].map((part) => Math.max(24, Math.round(iterations * part)))].filter(
    (n, at, all) => all.indexOf(n) === at,
  );
  const rows = points.map((n) => [
    `#${n.toLocaleString('en')}`,
    ms(near(n)),
    `${(((near(n) - near(12)) / near(12)) * 100).toFixed(0)} % (target ±10 %)`,
    `${Math.round((resident[n - 1] ?? 0) / 1024)} MB`,
  ]);
  const head = ['iteration', 'between two calls', 'since the first', 'main process'];
  return { text: `### Iterations\n\n${perIteration(home, iterations)}\n\n${table(head, rows)}` };
}

/** Commands over the log of a long loop that has everything in it: metrics, reflections, findings, snapshots, files. */
async function ofReading(folder, { long }) {
  const [home, workspace] = [join(folder, 'home'), join(folder, 'project')];
  const { log, paths } = await writeLongLoop({ home, workspace, iterations: long });
  const node = median([1, 2, 3].map(() => timed(process.execPath, ['-e', '0']).ms));
  const raw = median([1, 2, 3].map(() => timed('sha256sum', [paths.log]).ms));
  const env = { JUMAR_HOME: home };
  const nodeWork = processorMs([process.execPath, '-e', '0'], { cwd: workspace });
  const forget = () => rmSync(join(paths.folder, 'summary.json'), { force: true });
  const row = (name, args, most, { rounds = 3, before = () => {} } = {}) => {
    const run = (measured) => {
      before();
      return measured();
    };
    const time = median(Array.from({ length: rounds }, () => run(() => wallMs(args, workspace, env)))) - node;
    const work =
      run(() => processorMs([process.execPath, CLI, ...args], { cwd: workspace, env, rounds: 1 })) - nodeWork;
    return [name, ms(time), ms(work), judged(time, most)];
  };
  const rows = [
    row('`jumar status`', ['status'], 300),
    row('`jumar list`', ['list'], 300),
    row('`jumar status`, the log read', ['status'], 3000, { rounds: 1, before: forget }),
    row('`jumar export`', ['export'], 3000, { rounds: 1 }),
    row('`jumar report`', ['report'], 3000, { rounds: 1 }),
    row('`jumar report --format html`', ['report', '--format', 'html'], 3000, { rounds: 1 }),
  ];
  const head = ['command', 'above `node -e 0`', 'on the processor', 'target'];
  const words = `A log of ${long.toLocaleString('en')} iterations, ${(log.bytes / 2 ** 20).toFixed(0)} MB (${(log.bytes / long / 1024).toFixed(1)} KB an iteration); \`sha256sum\` reads it in ${ms(raw)}. Its loop is \`${LONG_LOOP.replace(/-0+$/, '')}\` of bench/long-loop.mjs.`;
  return { text: `### Reading a long loop\n\n${words}\n\n${table(head, rows)}` };
}

function wallMs(args, cwd, env) {
  const options = { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] };
  const { ms: time, status, stderr } = timed(process.execPath, [CLI, ...args], options);
  if (status !== 0) throw new Error(`jumar ${args.join(' ')}: ${stderr}`);
  return time;
}

const judged = (value, most) =>
  `${ms(most)}: ${value <= most ? 'reached' : `**missed, ${(value / most).toFixed(1)} ×**`}`;

/** An agent that changes one file and notes its times; the check never holds. */
async function loop(project, place, { iterations, check = 'exit 1' }) {
  const [outside, home] = [join(place, 'outside'), join(place, 'home')];
  mkdirSync(outside, { recursive: true });
  const program = join(outside, 'agent.sh');
  const note = (word) => `echo "${word} $(date +%s%N)" >> ${outside}/times\n`;
  writeFileSync(program, `#!/bin/sh\n${note('start')}echo $JUMAR_ITERATION > state.txt\n${note('end')}`, {
    mode: 0o755,
  });
  const args = [CLI, 'run', 'get it done', '--until', check, '--agent-command', program];
  const launchedAt = Date.now();
  const child = spawn(process.execPath, [...args, '--max-iterations', String(iterations), '--timeout', '600'], {
    cwd: project,
    env: { ...process.env, ...ENDLESS, JUMAR_HOME: home },
    stdio: 'ignore',
  });
  const samples = [];
  const sampling = setInterval(() => samples.push([Date.now(), residentKib(child.pid)]), 100);
  const status = await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(sampling);
  if (status !== 1) throw new Error(`expected the iteration limit, got exit ${status}`);
  const lines = readFileSync(join(outside, 'times'), 'utf8').trim().split('\n');
  const of = (word) => lines.filter((line) => line.startsWith(word)).map((line) => Number(line.split(' ')[1]) / 1e6);
  const [starts, ends] = [of('start'), of('end')];
  return {
    gaps: starts.slice(1).map((at, index) => at - ends[index]),
    launch: starts[0] - launchedAt,
    resident: starts.map((at) => samples.find(([time, kib]) => time >= at && kib > 0)?.[1] ?? samples.at(-2)?.[1] ?? 0),
    home,
  };
}

/** Read from outside: in a cell, the agent sees no process of the loop. */
function residentKib(pid) {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function perIteration(home, iterations) {
  const project = join(home, 'projects', readdirSync(join(home, 'projects'))[0]);
  const loopFolder = join(project, 'loops', readdirSync(join(project, 'loops'))[0]);
  const kib = (bytes) => `${(bytes / iterations / 1024).toFixed(1)} KB`;
  const log = statSync(join(loopFolder, 'log.jsonl')).size;
  const [shadow, folder] = [join(project, 'shadow.git'), loopFolder].map(bytesOnDisk);
  return `An iteration that changes one small file adds ${kib(log)} to the log, ${kib(shadow)} to the shadow repository and ${kib(folder)} to the loop’s folder with its log, prompts, outputs and readable files, in blocks of the file system.`;
}

function bytesOnDisk(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    return sum + (entry.isDirectory() ? bytesOnDisk(path) : lstatSync(path).blocks * 512);
  }, 0);
}

function treeOf(place, count) {
  const project = join(place, 'project');
  const files = { 'state.txt': '' };
  for (let n = 0; n < count; n++) files[`d${n % 200}/f${n}.js`] = `export const value${n} = ${n};\n`;
  gitProject(project, files);
  return project;
}

function statAll(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) statAll(path);
    else lstatSync(path);
  }
}

/** Into an empty repository beside the project, with the project's files as its tree. */
function addAll(project, place) {
  const env = { ...process.env, GIT_DIR: join(place, 'empty.git'), GIT_WORK_TREE: project };
  spawnSync('git', ['init', '-q'], { env });
  return timed('git', ['add', '-A'], { cwd: project, env }).ms;
}

const gitMs = (cwd, args) => timed('git', args, { cwd, stdio: 'ignore' }).ms;

function timeOf(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}
