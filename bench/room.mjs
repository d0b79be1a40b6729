import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { agent, ENDLESS, gapsIn } from './between-agents.mjs';
import { CLI, gitProject, inTemporaryFolder, median, ms, table, timed } from './support.mjs';

export const title = "The judge's room";
const ITERATIONS = Number(process.env.BENCH_ITERATIONS ?? 10);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 2);
/** The first iterations make the room. */
const FIRST = 3;
const PACKAGES = 600;
const FILES_EACH = 50;
const FILE_BYTES = 10 * 1024;

/** The same loops with checks in the room and in place, in turn: the load of the machine meets both. */
export function measure() {
  return inTemporaryFolder((folder) => {
    const rows = [
      ['small', 0],
      ['with 300 MB of `node_modules`', PACKAGES],
    ].flatMap(([name, packages], n) => {
      const project = join(folder, `project-${n}`);
      gitProject(project, { 'state.txt': '', '.gitignore': 'node_modules/\n' });
      fillModules(project, packages);
      const found = { 'in-place': { gaps: [], cpu: [] }, auto: { gaps: [], cpu: [] } };
      for (let round = 0; round < ROUNDS; round++)
        for (const mode of round % 2 === 0 ? ['in-place', 'auto'] : ['auto', 'in-place']) {
          const [few, many] = [FIRST + 1, FIRST + 1 + ITERATIONS].map((iterations) =>
            aLoop(join(folder, `${mode}-${n}-${round}-${iterations}`), project, mode, iterations),
          );
          found[mode].gaps.push(...many.gaps.slice(FIRST));
          found[mode].cpu.push((many.cpuMs - few.cpuMs) / ITERATIONS);
        }
      const row = (what, of) => {
        const [inPlace, room] = [of(found['in-place']), of(found.auto)];
        return [name, what, ms(inPlace), ms(room), ms(room - inPlace)];
      };
      return [row('time', ({ gaps }) => median(gaps)), row('on the processor', ({ cpu }) => median(cpu))];
    });
    const load = `Load at the end: ${Math.round(loadavg()[0])} on ${cpus().length} processors; above one each, the time says little.`;
    return `From the end of one agent run to the start of the next, with an empty check, after the third iteration. Target: at most 100 ms added on a small project, and 10 % of an iteration on a large one. ${load}\n\n${table(['project', 'per iteration', 'in place', 'room', 'added'], rows)}`;
  });
}

function aLoop(folder, project, mode, iterations) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'agent.sh'), agent(folder), { mode: 0o755 });
  const args = ['run', 'never done', '--until', 'exit 1', '--agent-command', join(folder, 'agent.sh')];
  const limits = ['--max-iterations', String(iterations), '--timeout', '600'];
  const env = { ...process.env, ...ENDLESS, JUMAR_HOME: join(folder, 'home'), JUMAR_ROOM_MODE: mode };
  const words = ['-c', '"$@"; status=$?; times >&2; exit $status', 'sh', process.execPath, CLI, ...args, ...limits];
  const { status, stderr } = timed('/bin/sh', words, { cwd: project, env });
  if (status !== 1) throw new Error(`expected the iteration limit, got exit ${status}: ${stderr}`);
  return { gaps: gapsIn(folder), cpuMs: childrensMs(stderr) };
}

/** The last line of `times`: what finished children took, as user and as system. */
function childrensMs(text) {
  const [last = ''] = text.trim().split('\n').slice(-1);
  return [...last.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, min, sec]) => sum + 60_000 * min + 1000 * sec, 0);
}

function fillModules(project, packages) {
  const content = 'x'.repeat(FILE_BYTES);
  for (let p = 0; p < packages; p++) {
    const folder = join(project, 'node_modules', `package-${p}`);
    mkdirSync(folder, { recursive: true });
    for (let f = 0; f < FILES_EACH; f++) writeFileSync(join(folder, `file-${f}.js`), content);
  }
}
