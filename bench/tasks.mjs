// Lists of tasks: how much side by side saves, and what a list adds to a task beyond its loop and its re-verification.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { CLI, gitProject, inTemporaryFolder, table } from './support.mjs';

export const title = 'Lists of tasks';
const TASKS = 8;
const AGENT_SECONDS = Number(process.env.BENCH_AGENT_SECONDS ?? 20);
const JOBS = [1, 4];

export function measure() {
  return inTemporaryFolder(async (folder) => {
    const runs = JOBS.map((jobs) => ({ jobs, ...oneList(join(folder, `${jobs}`), jobs) }));
    const [alone, beside] = runs;
    if (runs.some(({ integrated }) => integrated < TASKS)) {
      console.error('    not all tasks were integrated, so times mean nothing');
      return null;
    }
    const share = beside.seconds / alone.seconds;
    return `${TASKS} independent tasks whose agents sleep for ${AGENT_SECONDS} s each. Targets: four at once take at most a third of the time of one at once; the list adds at most 0.3 s to a task beyond its loop and the loop that judges the merged tree. Load at the end: ${Math.round(loadavg()[0])} on the machine; above one for each processor, the times say little. Four at once took ${Math.round(share * 100)} % of the time of one at once.

${table(
  ['at once', 'the whole list', 'integrated', 'beyond the loops, a task'],
  runs.map(({ jobs, seconds, integrated, added }) => [
    jobs,
    `${seconds.toFixed(1)} s`,
    `${integrated} of ${TASKS}`,
    jobs === 1 ? `${added.toFixed(2)} s` : '',
  ]),
)}`;
  });
}

/** `added`: with one at once, the time of the list in which no loop of it ran, by task. */
function oneList(folder, jobs) {
  const [project, home] = [join(folder, 'project'), join(folder, 'home')];
  const list = Array.from({ length: TASKS }, (_, at) => `- [ ] Word w${at}\n  until: test -e w${at}.txt\n`).join('');
  gitProject(project, { 'a.txt': 'a\n', 'tasks.md': list });
  const agent = join(folder, 'agent.sh');
  writeFileSync(
    agent,
    `#!/bin/sh\nw=$(grep -o 'Word w[0-9]*' | head -1)\nsleep ${AGENT_SECONDS}\ntouch "\${w#Word }.txt"\n`,
    { mode: 0o755 },
  );
  const args = [CLI, 'tasks', 'run', 'tasks.md', '-a', agent, '--jobs', `${jobs}`, '--json'];
  // Folders of the PATH are watched while checks run: others may work in those of this machine.
  const env = { ...process.env, JUMAR_HOME: home, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  const { stdout } = spawnSync(process.execPath, args, { cwd: project, env, encoding: 'utf8', maxBuffer: 2 ** 28 });
  const events = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  const at = (event) => Date.parse(event.at);
  const of = (type) => events.filter((event) => event.type === type);
  const seconds = (at(events.at(-1)) - at(events[0])) / 1000;
  const loops = loopSeconds(home);
  return { seconds, integrated: of('task-integrated').length, added: (seconds - loops) / TASKS };
}

/** From the first to the last record of every loop. */
function loopSeconds(home) {
  const projects = join(home, 'projects');
  const logs = readdirSync(projects, { recursive: true }).filter((path) => /loops\/[^/]+\/log\.jsonl$/.test(path));
  return logs.reduce((sum, path) => {
    const records = readFileSync(join(projects, path), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    return sum + (records.at(-1).at - records[0].at) / 1000;
  }, 0);
}
