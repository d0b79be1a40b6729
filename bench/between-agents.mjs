import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLI, gitProject, inTemporaryFolder, median, ms, table, timed } from './support.mjs';

export const title = 'Between two agent calls';
const MANY = Number(process.env.BENCH_ITERATIONS ?? 1000);

export const agent = (outside) => `#!/bin/sh
echo "start $(date +%s%N) $(awk '/VmRSS/ {print $2}' /proc/$(awk '/^PPid/ {print $2}' /proc/$PPID/status)/status)" >> ${outside}/times
echo "$JUMAR_ITERATION$1" >> state.txt
echo "end $(date +%s%N) 0" >> ${outside}/times
`;
const CHECK = 'exit 1';
/** The same failure again and again does not end the loop. */
export const ENDLESS = { JUMAR_RULES_MAX_SAME_ERROR: '100000' };

/** The agent notes when it starts and ends; a bare loop of the same agent and the same check is the yardstick. */
export function measure() {
  return inTemporaryFolder((folder) => {
    const bare = bareGaps(folder, 30);
    const { gaps, resident } = jumarGaps(folder, MANY);
    const yardstick = median(bare);
    const at = (from, to) => median(gaps.slice(from, to)) - yardstick;
    const rows = [
      ['a bare `while` loop', ms(yardstick), ''],
      ['jumar, iterations 1 to 20', ms(median(gaps.slice(0, 20))), ms(at(0, 20))],
      ['jumar, around iteration 100', ms(median(gaps.slice(90, 110))), ms(at(90, 110))],
      ['jumar, around iteration 1,000', ms(median(gaps.slice(-20))), ms(at(-20))],
    ];
    const memory = `Memory while an agent runs: ${Math.round(resident[1] / 1024)} MB in iteration 2, ${Math.round(resident.at(-1) / 1024)} MB in iteration ${MANY.toLocaleString('en')} (target: at most 80 MB).`;
    return `From the end of one agent run to the start of the next, with an empty check. Target: at most 150 ms added, flat. ${memory}\n\n${table(['what', 'gap', 'added'], rows)}`;
  });
}

function bareGaps(folder, count) {
  const project = join(folder, 'bare');
  const outside = join(folder, 'bare-outside');
  mkdirSync(outside);
  gitProject(project, { 'state.txt': '', '../bare-agent.sh': agent(outside) });
  const loop = `i=0; while [ $i -lt ${count} ]; do echo prompt | ${join(folder, 'bare-agent.sh')} $i; sh -c '${CHECK}' && break; i=$((i+1)); done`;
  timed('/bin/sh', ['-c', loop], { cwd: project });
  return gapsIn(outside).gaps;
}

function jumarGaps(folder, count) {
  const project = join(folder, 'project');
  const outside = join(folder, 'outside');
  mkdirSync(outside);
  gitProject(project, { 'state.txt': '', '../agent.sh': agent(outside) });
  const args = [
    CLI,
    'run',
    'never done',
    '--until',
    CHECK,
    '--agent-command',
    join(folder, 'agent.sh'),
    '--max-iterations',
    String(count),
    '--timeout',
    '600',
  ];
  const { status, stderr } = timed(process.execPath, args, {
    cwd: project,
    env: { ...process.env, ...ENDLESS, JUMAR_HOME: join(folder, 'home') },
  });
  if (status !== 1) throw new Error(`expected the iteration limit, got exit ${status}: ${stderr}`);
  return gapsIn(outside);
}

export function gapsIn(outside) {
  const lines = readFileSync(join(outside, 'times'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  const starts = lines.filter(([word]) => word === 'start');
  const ends = lines.filter(([word]) => word === 'end').map(([, at]) => Number(at) / 1e6);
  const begun = starts.map(([, at]) => Number(at) / 1e6);
  return { gaps: begun.slice(1).map((at, index) => at - ends[index]), resident: starts.map(([, , kb]) => Number(kb)) };
}
