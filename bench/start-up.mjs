import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { CLI, gitProject, inTemporaryFolder, median, ms, table, timed } from './support.mjs';

export const title = 'Start-up';
const ROUNDS = 15;

/** Rounds are interleaved, so that a busy moment of the machine hits every row. */
export function measure() {
  return inTemporaryFolder((folder) => {
    const project = join(folder, 'project');
    gitProject(project, { 'a.txt': 'a\n' });
    const options = { cwd: project, env: { ...process.env, JUMAR_HOME: join(folder, 'home') } };
    const run = ['run', 'get it done', '--until', 'true', '--agent-command', 'true'];
    timed(process.execPath, [CLI, ...run], options);
    const commands = {
      'node -e 0': ['-e', '0'],
      'jumar --version': [CLI, '--version'],
      'jumar status': [CLI, 'status'],
      'jumar run (criteria hold at the baseline, nothing to do)': [CLI, ...run],
    };
    const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, args] of Object.entries(commands)) times[name].push(timed(process.execPath, args, options).ms);
    }
    const bare = median(times['node -e 0']);
    const rows = Object.entries(times).map(([name, values]) => [
      name,
      ms(median(values)),
      name === 'node -e 0' ? '' : ms(median(values) - bare),
    ]);
    return `Median of ${ROUNDS} interleaved rounds. Target: \`--version\` at most 30 ms above node itself, a run at most 250 ms above it with the checks of the baseline. Load at the end: ${Math.round(loadavg()[0])} on ${cpus().length} processors; above one each, the time says little.\n\n${table(['command', 'time', 'above node'], rows)}`;
  });
}
