import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agent, gapsIn } from './between-agents.mjs';
import { CLI, gitProject, inTemporaryFolder, median, ms, table, timed } from './support.mjs';

export const title = "The judge's room";
const ITERATIONS = Number(process.env.BENCH_ITERATIONS ?? 20);
const PACKAGES = 600;
const FILES_EACH = 50;
const FILE_BYTES = 10 * 1024;

/** The same loops with checks in the room and in place. The first iterations, which make the room, do not count. */
export function measure() {
  return inTemporaryFolder((folder) => {
    const rows = [
      ['small', 0],
      ['with 300 MB of `node_modules`', PACKAGES],
    ].map(([name, packages], n) => {
      const project = join(folder, `project-${n}`);
      gitProject(project, { 'state.txt': '', '.gitignore': 'node_modules/\n' });
      fillModules(project, packages);
      const [inPlace, room] = ['in-place', 'auto'].map((mode) =>
        median(gapsOf(join(folder, `${mode}-${n}`), project, mode).slice(3)),
      );
      return [name, ms(inPlace), ms(room), ms(room - inPlace)];
    });
    return `From the end of one agent run to the start of the next, with an empty check, median of ${ITERATIONS} iterations after the third. Target: at most 100 ms added on a small project.\n\n${table(['project', 'in place', 'room', 'added'], rows)}`;
  });
}

function gapsOf(folder, project, mode) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'agent.sh'), agent(folder), { mode: 0o755 });
  const args = ['run', 'never done', '--until', 'exit 1', '--agent-command', join(folder, 'agent.sh')];
  const limits = ['--max-iterations', String(ITERATIONS + 3), '--timeout', '600'];
  const env = { ...process.env, JUMAR_HOME: join(folder, 'home'), JUMAR_ROOM_MODE: mode };
  const { status, stderr } = timed(process.execPath, [CLI, ...args, ...limits], { cwd: project, env });
  if (status !== 1) throw new Error(`expected the iteration limit, got exit ${status}: ${stderr}`);
  return gapsIn(folder).gaps;
}

function fillModules(project, packages) {
  const content = 'x'.repeat(FILE_BYTES);
  for (let p = 0; p < packages; p++) {
    const folder = join(project, 'node_modules', `package-${p}`);
    mkdirSync(folder, { recursive: true });
    for (let f = 0; f < FILES_EACH; f++) writeFileSync(join(folder, `file-${f}.js`), content);
  }
}
