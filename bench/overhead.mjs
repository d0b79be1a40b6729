// What a loop runner adds to the agent: Jumar, two peers and a bare `while` loop with the same fake agent, in turns in one run.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLI, gitProject, inTemporaryFolder, median, ms, table, timed } from './support.mjs';

export const title = 'Beside other loop runners';
/** As the npm registry has them; both run on bun. */
const PEERS = ['ralph-tui@0.11.0', 'ralphy-cli@4.7.2', 'bun@1.4.4'];
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const CALLS = 10;
/** The call in which memory is read: the agent waits there. */
const WAITS = 6;

export function measure() {
  return inTemporaryFolder(async (folder) => {
    const peers = installPeers(join(folder, 'peers'));
    const runs = { 'a bare `while` loop': bareLoop, ...(peers && peerRunners), jumar: jumarRun };
    const results = Object.fromEntries(Object.keys(runs).map((name) => [name, []]));
    const node = [];
    for (let round = 0; round < ROUNDS; round++) {
      node.push(timed(process.execPath, ['-e', '0']).ms);
      for (const [name, prepare] of Object.entries(runs)) {
        const place = join(folder, `${round}-${Object.keys(runs).indexOf(name)}`);
        results[name].push(await oneRun(prepare, place, peers));
      }
    }
    return report(results, median(node), peers);
  });
}

/** The folder of their programs, or null: the figures of the others are still worth having. */
function installPeers(folder) {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const { status, stderr } = spawnSync('npm', ['install', '--silent', '--no-audit', '--no-fund', ...PEERS], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status === 0) return join(folder, 'node_modules', '.bin');
  console.error(`    the peers could not be installed: ${stderr.trim().split('\n').at(-1)}`);
  return null;
}

/** Notes when it begins and ends, as an agent that speaks Claude Code's protocol; in one call it waits, so that memory can be read. */
const agent = (outside) => `#!/bin/sh
[ "$1" = --version ] && { echo '2.0.0 (Claude Code)'; exit 0; }
n=$(cat ${outside}/count 2>/dev/null || echo 0); n=$((n+1)); echo $n > ${outside}/count
echo "start $(date +%s%N)" >> ${outside}/times
[ $n = ${WAITS} ] && { : > ${outside}/waits; while [ -e ${outside}/waits ]; do sleep 0.05; done; }
echo $n >> state.txt
echo '{"type":"result","subtype":"success","is_error":false,"result":"<promise>COMPLETE</promise>","usage":{"input_tokens":1,"output_tokens":1}}'
echo "end $(date +%s%N)" >> ${outside}/times
`;

const bareLoop = ({ program }) => [
  '/bin/sh',
  [
    '-c',
    `i=0; while [ $i -lt ${CALLS} ]; do echo prompt | ${program}; sh -c 'test -f never' && break; i=$((i+1)); done`,
  ],
];

const peerRunners = {
  'ralph-tui 0.11.0': ({ peers }) => [
    join(peers, 'ralph-tui'),
    [
      'run',
      '--headless',
      '--no-setup',
      '--no-notify',
      '--prd',
      'prd.json',
      '--agent',
      'claude',
      '--iterations',
      String(CALLS),
      '--delay',
      '0',
      '--force',
    ],
  ],
  'ralphy 4.7.2': ({ peers }) => [
    join(peers, 'ralphy'),
    ['--fast', '--no-commit', '--prd', 'PRD.md', '--max-retries', '1'],
  ],
};

const jumarRun = ({ program }) => [
  process.execPath,
  [
    CLI,
    'run',
    'get it done',
    '--until',
    'test -f never',
    '--agent-command',
    program,
    '--max-iterations',
    String(CALLS),
  ],
];

async function oneRun(prepare, place, peers) {
  const [project, outside] = [join(place, 'project'), join(place, 'outside')];
  mkdirSync(join(outside, 'bin'), { recursive: true });
  const program = join(outside, 'bin', 'claude');
  writeFileSync(program, agent(outside), { mode: 0o755 });
  gitProject(project, { 'state.txt': '', 'PRD.md': taskList(), 'prd.json': stories() });
  const [file, args] = prepare({ program, peers });
  const env = {
    ...process.env,
    PATH: [join(outside, 'bin'), peers, process.env.PATH].filter(Boolean).join(delimiter),
    JUMAR_HOME: join(place, 'home'),
    JUMAR_RULES_MAX_SAME_ERROR: '100000',
    BENCH_RUN: place,
  };
  const launchedAt = Date.now();
  const child = spawn(file, args, { cwd: project, env, stdio: ['ignore', 'ignore', 'ignore'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let memory = null;
  const reading = readMemory(child, outside, place).then((kib) => {
    memory = kib;
  });
  await exited;
  await reading;
  const times = timesIn(outside);
  rmSync(place, { recursive: true, force: true, maxRetries: 3 });
  if (times.starts.length < CALLS)
    throw new Error(`${file} called the agent ${times.starts.length} times, not ${CALLS}`);
  const gaps = times.starts.slice(1).map((at, index) => at - times.ends[index]);
  return { gap: median(gaps.slice(2)), launch: times.starts[0] - launchedAt, memory };
}

const taskList = () => Array.from({ length: CALLS }, (_, n) => `- [ ] task ${n + 1}\n`).join('');

function stories() {
  const userStories = Array.from({ length: CALLS }, (_, n) => ({
    id: `US-${n + 1}`,
    title: `task ${n + 1}`,
    description: 'd',
    acceptanceCriteria: ['x'],
    priority: n + 1,
    passes: false,
    dependsOn: [],
  }));
  return JSON.stringify({ name: 'n', branchName: 'b', userStories });
}

/** While the agent waits: all processes of the run but the agent's own, each shared page counted by its share. */
async function readMemory(child, outside, mark) {
  const waits = join(outside, 'waits');
  while (!existsSync(waits)) {
    if (child.exitCode !== null || child.signalCode !== null) return null;
    await sleep(10);
  }
  // What was busy when the agent began settles.
  await sleep(1000);
  const memory = processesOf(child.pid, mark, outside).reduce((sum, pid) => sum + shareOf(pid), 0);
  rmSync(waits);
  return memory;
}

/** Descendants of the process, and what has its mark in its environment; neither the agent nor what it started. */
function processesOf(root, mark, outside) {
  const all = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = read(`/proc/${pid}/stat`);
    if (stat) all.set(Number(pid), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const isUnder = (pid, top) => pid === top || (all.has(pid) && isUnder(all.get(pid), top));
  const own = [...all.keys()].filter(
    (pid) => isUnder(pid, root) || read(`/proc/${pid}/environ`).includes(`BENCH_RUN=${mark}`),
  );
  const agents = own.filter((pid) =>
    read(`/proc/${pid}/cmdline`)
      .split('\0')
      .slice(0, 2)
      .includes(join(outside, 'bin', 'claude')),
  );
  return own.filter((pid) => !agents.some((agent) => isUnder(pid, agent)));
}

const shareOf = (pid) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function timesIn(outside) {
  const lines = read(join(outside, 'times')).trim().split('\n');
  const at = (word) => lines.filter((line) => line.startsWith(word)).map((line) => Number(line.split(' ')[1]) / 1e6);
  return { starts: at('start'), ends: at('end') };
}

function report(results, node, peers) {
  const of = (name, key) => median(results[name].map((one) => one[key]));
  const jumar = { gap: of('jumar', 'gap'), launch: of('jumar', 'launch'), memory: of('jumar', 'memory') };
  const names = Object.keys(results);
  const rows = names.map((name) => {
    const [gap, launch, memory] = ['gap', 'launch', 'memory'].map((key) => of(name, key));
    const times = (own, theirs) => (name === 'jumar' ? '' : ` (jumar: ${(own / theirs).toFixed(1)} ×)`);
    return [
      name,
      `${ms(gap)}${times(jumar.gap, gap)}`,
      `${ms(launch)}${times(jumar.launch, launch)}`,
      `${Math.round(memory / 1024)} MB${times(jumar.memory, memory)}`,
    ];
  });
  const bare = of('a bare `while` loop', 'gap');
  const verdicts = [
    target('Between two calls', jumar.gap - bare, 60, 'beyond the check'),
    target(
      'From launch to the first call',
      jumar.launch - node,
      250,
      'above `node -e 0`, the baseline’s check included',
    ),
    target('All processes', jumar.memory / 1024, 90, 'while an agent runs', 'MB'),
  ].join(' ');
  const missing = peers ? '' : ' The peers could not be installed in this run.';
  const head = ['runner', 'between two agent calls', 'launch to the first call', 'memory of all its processes'];
  return `The same fake agent, ten calls in a tiny repository, with a check that is one \`test\`; median of ${ROUNDS} rounds in turns. The peers do less between two calls: no snapshot, no judge, no record that survives a kill. \`node -e 0\` takes ${ms(node)}. Load at the end: ${loadNow()} on ${processors()} processors; above one each, times say little.${missing} ${verdicts}\n\n${table(head, rows)}`;
}

function target(what, value, most, how, unit = 'ms') {
  const word = value <= most ? 'reached' : `**missed by ${Math.round(value - most)} ${unit}**`;
  return `${what}: ${Math.round(value)} ${unit} ${how}, target ${most} ${unit}: ${word}.`;
}

const loadNow = () => Math.round(Number(read('/proc/loadavg').split(' ')[0]));
const processors = () => read('/proc/cpuinfo').match(/^processor/gm)?.length ?? 1;
