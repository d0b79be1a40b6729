import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createJiti } from 'jiti';
import { encode, genesis } from '../dist/store/chain.js';
import { ensureProject, loopPaths } from '../dist/store/layout.js';
import { CLI, gitProject, inTemporaryFolder, median, ms, processorMs, table, timed } from './support.mjs';

const { scoredRecords } = await createJiti(import.meta.url).import('../test/support/scored-loop.ts');

export const title = 'Many loops';
const LOOPS = Number(process.env.BENCH_LOOPS ?? 1000);
const ITERATIONS = 50;

/** A state folder full of ended loops, as their sessions left it but for the summaries: the first reader makes those. */
export function measure() {
  return inTemporaryFolder(async (folder) => {
    const workspace = join(folder, 'project');
    gitProject(workspace, { 'a.txt': 'a\n' });
    const home = join(folder, 'home');
    const project = await ensureProject(home, workspace);
    for (let n = 0; n < LOOPS; n++) writeLoop(project, n);
    const run = (...args) => {
      const result = timed(process.execPath, [CLI, ...args], {
        cwd: workspace,
        env: { ...process.env, JUMAR_HOME: home },
      });
      if (result.status !== 0) throw new Error(`jumar ${args.join(' ')}: ${result.stderr}`);
      return result.ms;
    };
    const bare = [1, 2, 3].map(() => timed(process.execPath, ['-e', '']).ms);
    const bareWork = processorMs([process.execPath, '-e', '0'], { cwd: workspace });
    const first = run('list');
    const rows = [['list'], ['status'], ['analytics'], ['analytics', 'latest']].map((args) => {
      const time = median([1, 2, 3, 4, 5].map(() => run(...args)));
      const work = processorMs([process.execPath, CLI, ...args], { cwd: workspace, env: { JUMAR_HOME: home } });
      const ratio = (time / median(bare)).toFixed(1);
      return [`\`jumar ${args.join(' ')}\``, ms(time), `${ratio} ×`, ms(work), `${(work / bareWork).toFixed(1)} ×`];
    });
    const head = ['what', 'time', 'of `node -e 0`', 'processor time', 'of `node -e 0`'];
    const yardstick = `\`node -e 0\` took ${ms(median(bare))}, ${ms(bareWork)} of it on the processor.`;
    return `${LOOPS.toLocaleString('en')} loops of ${ITERATIONS} iterations in one workspace. Target: under 1 s. ${yardstick} The first reading of logs without a summary took ${ms(first)}.\n\n${table(head, rows)}`;
  });
}

/** An ended loop of fifty iterations. */
function writeLoop(project, n) {
  const ended = { ending: n % 2 === 0 ? 'completed' : 'iteration-limit', reason: 'as asked' };
  writeScored(project, `bench-${String(n).padStart(8, '0')}`, {
    at: n * 1000,
    iterations: ITERATIONS,
    ended,
    agent: n % 3 === 0 ? 'claude' : 'codex',
  });
}

/** A loop with these figures, as its session left it after its first `iterations`; `held` more are given as the lines that a session would append. */
export function writeScored(
  project,
  loop,
  { at: later = 0, iterations: count, held = 0, agent = 'claude', ended, each = () => ({}) },
) {
  const paths = loopPaths(project, loop);
  mkdirSync(paths.iterations, { recursive: true });
  const iterations = Array.from({ length: count + held }, (_, index) => ({
    score: 0.5 + (index % 40) / 100,
    metrics: { tests: { total: 40, passed: index % 40, failed: 40 - (index % 40), skipped: 0 } },
    ...each(index + 1),
  }));
  const records = scoredRecords({
    created: { loop, agent: { name: agent, command: null } },
    iterations,
    ...(ended && { ended }),
  });
  let link = genesis(loop);
  const lines = records.map(({ at, event }) => {
    const encoded = encode(link, at + later, event);
    link = encoded.link;
    return encoded.line;
  });
  const first = records.findIndex(({ event }) => event.iteration === count + 1);
  const written = first === -1 ? lines.length : first;
  writeFileSync(paths.log, Buffer.concat(lines.slice(0, written)));
  if (held === 0) writeFileSync(paths.head, `${String(link.seq).padStart(16, '0')} ${link.hash}\n`);
  const of = (n) => Buffer.concat(lines.filter((_, index) => index >= written && records[index].event.iteration === n));
  return {
    paths,
    held: Array.from({ length: held }, (_, index) => ({ n: count + index + 1, line: of(count + index + 1) })),
  };
}
