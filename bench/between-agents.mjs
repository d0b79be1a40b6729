import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { CLI, gitProject, inTemporaryFolder, median, ms, table, timed } from './support.mjs';

export const title = 'Between two agent calls';
const MANY = Number(process.env.BENCH_ITERATIONS ?? 1000);
/** Longer than what Jumar needs to end what is idle. */
const AGENT_SECONDS = 8;

export const agent = (outside, seconds = 0) => `#!/bin/sh
echo "start $(date +%s%N)" >> ${outside}/times
${seconds > 0 ? `sleep ${seconds}` : ''}
echo "$JUMAR_ITERATION$1" >> state.txt
echo "end $(date +%s%N)" >> ${outside}/times
`;
const CHECK = 'exit 1';
/** The same failure again and again does not end the loop. */
export const ENDLESS = { JUMAR_RULES_MAX_SAME_ERROR: '100000' };

/** The agent notes when it starts and ends; a bare loop of the same agent and the same check is the yardstick. */
export function measure() {
  return inTemporaryFolder(async (folder) => {
    const bare = bareGaps(folder, 30);
    const gaps = jumarGaps(folder, MANY);
    const resident = await memoryBesideAgent(folder);
    const yardstick = median(bare);
    const row = (name, from, to) => {
      const part = gaps.slice(from, to);
      return part.length === 0 ? [] : [[name, ms(median(part)), ms(median(part) - yardstick)]];
    };
    const rows = [
      ['a bare `while` loop', ms(yardstick), ''],
      ...row('jumar, iterations 1 to 20', 0, 20),
      ...row('jumar, around iteration 100', 90, 110),
      ...(MANY >= 1000 ? row(`jumar, around iteration ${MANY.toLocaleString('en')}`, -20) : []),
    ];
    const memory = `Memory of all processes of Jumar and git while an agent runs for ${AGENT_SECONDS} s: ${resident} MB (median; target: at most 90 MB).`;
    return `From the end of one agent run to the start of the next, with an empty check. Target: at most 60 ms added, flat. ${memory} Load at the end: ${Math.round(loadavg()[0])} on ${cpus().length} processors; above one each, the time says little.\n\n${table(['what', 'gap', 'added'], rows)}`;
  });
}

function bareGaps(folder, count) {
  const project = join(folder, 'bare');
  const outside = join(folder, 'bare-outside');
  mkdirSync(outside);
  gitProject(project, { 'state.txt': '', '../bare-agent.sh': agent(outside) });
  const loop = `i=0; while [ $i -lt ${count} ]; do echo prompt | ${join(folder, 'bare-agent.sh')} $i; sh -c '${CHECK}' && break; i=$((i+1)); done`;
  timed('/bin/sh', ['-c', loop], { cwd: project });
  return gapsIn(outside);
}

function jumarGaps(folder, count) {
  const { args, options, outside } = loopIn(join(folder, 'loop'), count);
  const { status, stderr } = timed(process.execPath, args, options);
  if (status !== 1) throw new Error(`expected the iteration limit, got exit ${status}: ${stderr}`);
  return gapsIn(outside);
}

function loopIn(folder, count, seconds) {
  const [project, outside, home] = ['project', 'outside', 'home'].map((name) => join(folder, name));
  mkdirSync(outside, { recursive: true });
  gitProject(project, { 'state.txt': '', '../agent.sh': agent(outside, seconds) });
  const limits = ['--max-iterations', String(count), '--timeout', '600'];
  const command = ['run', 'never done', '--until', CHECK, '--agent-command', join(folder, 'agent.sh')];
  const env = { ...process.env, ...ENDLESS, JUMAR_HOME: home };
  return { args: [CLI, ...command, ...limits], options: { cwd: project, env }, outside };
}

/** The agent may not see Jumar's processes, so they are measured from outside. In MB; a median over the runs of an agent. */
async function memoryBesideAgent(folder) {
  const { args, options, outside } = loopIn(join(folder, 'slow'), 3, AGENT_SECONDS);
  const child = spawn(process.execPath, args, { ...options, stdio: 'ignore' });
  const sums = [];
  const timer = setInterval(() => isAgentRunning(outside) && sums.push(residentWith(options.env.JUMAR_HOME)), 100);
  await new Promise((resolve) => child.once('close', resolve));
  clearInterval(timer);
  return Math.round(median(sums) / 1024);
}

function isAgentRunning(outside) {
  const times = join(outside, 'times');
  return existsSync(times) && readFileSync(times, 'utf8').trim().split('\n').at(-1).startsWith('start');
}

/** In KiB: what node and git hold that were started with this state folder. */
function residentWith(home) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.reduce((sum, pid) => sum + (isOurs(pid, home) ? residentOf(pid) : 0), 0);
}

function isOurs(pid, home) {
  try {
    const program = readlinkSync(`/proc/${pid}/exe`);
    return (
      /\/(?:node|git)$/.test(program) &&
      readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`JUMAR_HOME=${home}`)
    );
  } catch {
    return false;
  }
}

function residentOf(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

export function gapsIn(outside) {
  const lines = readFileSync(join(outside, 'times'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  const at = (wanted) => lines.filter(([word]) => word === wanted).map(([, time]) => Number(time) / 1e6);
  const ends = at('end');
  return at('start')
    .slice(1)
    .map((start, index) => start - ends[index]);
}
