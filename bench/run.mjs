// `npm run bench`: measures what docs/benchmarks.md says and rewrites its sections. A name runs one measurement alone.
// A measurement returns the text of its section, or a `summary` for the page and `details` for bench/results/<name>.md.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Each writes one section of the page. `named` ones take long or need input, so they run only by name. */
const sections = {
  'start-up': { load: () => import('./start-up.mjs'), about: 'time of a command above node itself' },
  'between-agents': { load: () => import('./between-agents.mjs'), about: 'time from one agent run to the next' },
  overhead: {
    load: () => import('./overhead.mjs'),
    about: 'beside ralph-tui, ralphy and a bare loop; installs them from the npm registry',
    named: true,
  },
  growth: {
    load: () => import('./growth.mjs'),
    about: 'cost against files, tests, iterations and loops; --long adds the large ones',
    named: true,
  },
  room: { load: () => import('./room.mjs'), about: "what the judge's room costs an iteration" },
  tasks: {
    load: () => import('./tasks.mjs'),
    about: 'lists of tasks: side by side, and what a list adds',
    named: true,
  },
  snapshots: { load: () => import('./snapshots.mjs'), about: 'snapshot and restore of 20,000 files' },
  guard: { load: () => import('./guard-report.mjs'), about: 'the guard on the labelled rows that GUARD_ROWS names' },
  excerpts: { load: () => import('./excerpts.mjs'), about: 'what a prompt shows of a failing run' },
  lessons: { load: () => import('./lessons.mjs'), about: 'lessons given to the right task' },
  projects: { load: () => import('./real-projects.mjs'), about: 'real projects: counts and cost; needs the network' },
  'first-hour': {
    load: () => import('./first-hour.mjs'),
    about: 'init, doctor, measure, a repair and 100 audits in 12 real repositories; needs the network',
    named: true,
  },
  experiments: {
    load: () => import('./experiments.mjs'),
    about: 'experiments in three real repositories, and their cost; needs the network',
    named: true,
  },
  executed: {
    load: () => import('./executed.mjs'),
    about: 'labelled changes through the loop, in their repositories; needs mirrors of them',
    named: true,
  },
  'special-cases': {
    load: () => import('./special-cases.mjs'),
    about: 'special cases and honest fixes through the loop; names of languages run these only',
    named: true,
  },
  'many-loops': { load: () => import('./many-loops.mjs'), about: 'commands over 1,000 loops' },
  ui: {
    load: () => import('./ui.mjs'),
    about: 'the page with 1,000 loops, 2,000 iterations, 10,000 tests, 50 tabs; needs chromium',
    named: true,
  },
  'guard-speed': { load: () => import('./guard-speed.mjs'), about: 'the guard on 20,000 files' },
  repair: { load: () => import('./repair-report.mjs'), about: 'the built-in agent on small bugs', named: true },
  mutation: { load: () => import('./mutation.mjs'), about: 'sums up the last `npm run mutate`', named: true },
};

/** Programs of their own: they get every word after their name and leave the page alone. */
const programs = {
  guard: { file: 'guard.mjs', usage: '<detection.jsonl> <predictions.jsonl>', about: 'label rows' },
  history: { file: 'history.mjs', usage: '<git folder…> [--commits n]', about: 'audit real commits' },
  stopping: { file: 'stopping.mjs', usage: '<trajectories.jsonl> <policy.jsonl>', about: 'replay recorded runs' },
  repair: {
    file: 'repair.mjs',
    usage: 'check [filter] | run <results.jsonl> [filter]',
    about: 'check or run the bugs',
  },
};

const page = 'docs/benchmarks.md';
/** Sections that take words of their own. */
const WITH_OPTIONS = ['projects', 'first-hour', 'growth', 'special-cases', 'experiments', 'executed'];
const words = process.argv.slice(2);
const [name, ...rest] = words;
const unknown = words.find((word) => !Object.hasOwn(sections, word));
if (name === '--help' || name === '-h') console.log(help());
else if (unknown === undefined) await measureSections(words);
else if (WITH_OPTIONS.includes(name)) await measureSections([name], rest);
else if (Object.hasOwn(programs, name)) runProgram();
else {
  const names = new Set([...Object.keys(sections), ...Object.keys(programs)]);
  console.error(`bench: unknown name "${unknown}"; choose from ${[...names].join(', ')}.`);
  process.exitCode = 2;
}

function runProgram() {
  const file = fileURLToPath(new URL(programs[name].file, import.meta.url));
  process.exitCode = spawnSync(process.execPath, [file, ...rest], { stdio: 'inherit' }).status ?? 1;
}

async function measureSections(wanted, options = []) {
  const parts = [];
  for (const [section, { load, named }] of Object.entries(sections)) {
    if (wanted.length > 0 ? !wanted.includes(section) : named) continue;
    console.error(`measuring ${section} …`);
    const { title, measure } = await load();
    const body = await measure(options);
    if (body === null) continue; // not measured: the page keeps the old figures
    const { summary = body, details } = body;
    parts.push({ name: section, text: `## ${title}\n\n${withSource(section, summary.trim(), details)}` });
    console.log(`\n${parts.at(-1).text}\n`);
    if (details) writeFileSync(`bench/results/${section}.md`, `# ${title}\n\n${details.trim()}\n`);
  }
  if (parts.length === 0) return;
  writeFileSync(page, assemble(parts, wanted.length === 0));
  console.error(`wrote ${page}`);
}

/** The first paragraph ends with how to measure it again and where the other figures are. */
function withSource(section, summary, details) {
  const [first, ...others] = summary.split('\n\n');
  const more = details ? `; [all figures](../bench/results/${section}.md)` : '';
  return [`${first} Run: \`npm run bench -- ${section}\`${more}.`, ...others].join('\n\n');
}

/** A section that was not measured this time keeps its text; the machine is that of the last whole run. */
function assemble(fresh, whole) {
  const [head, ...old] = readFileSync(page, 'utf8').split(/^(?=<!-- section )/m);
  const known = new Map(old.map((part) => [/^<!-- section (\S+) -->/.exec(part)[1], part.trimEnd()]));
  for (const { name: section, text } of fresh) known.set(section, `<!-- section ${section} -->\n${text.trimEnd()}`);
  const machine = `Machine: ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}.`;
  return `${whole ? head.replace(/^Machine: .*$/m, machine) : head}${[...known.values()].join('\n\n')}\n`;
}

function help() {
  const line = (call, about) => `  ${call.padEnd(54)} ${about}`;
  return [
    'npm run bench                          every section but the long ones; rewrites docs/benchmarks.md',
    'npm run bench -- <section…>            these sections only',
    'npm run bench -- <program> <argument…> a program; leaves docs/benchmarks.md alone',
    '',
    'Sections:',
    ...Object.entries(sections).map(([one, { about, named }]) => line(one, named ? `${about} (only by name)` : about)),
    '',
    'Programs:',
    ...Object.entries(programs).map(([one, { usage, about }]) => line(`${one} ${usage}`, about)),
    line('projects <project…>', 'print some of the real projects'),
    line('growth [--long] [reading|files|tests|iterations]', 'some of it, or up to 100,000 files, 50,000 tests …'),
    line('first-hour [--mirror folder] <project…>', 'run some of the 12 repositories again'),
  ].join('\n');
}
