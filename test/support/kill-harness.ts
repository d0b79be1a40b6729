import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type CliOptions, jumar, logOf, loopFolders, startCli } from './cli.ts';
import { aProject } from './project.ts';

/**
 * One scripted task in which everything happens that a kill may cut in two: agent runs, checks that leave droppings,
 * snapshots, a rollback, the restore of best. The agent notes every launch outside the workspace, with the prompt it got
 * and whether another agent was alive at that moment.
 */
const files = {
  'values.txt': '0\n',
  'keep/me.txt': 'untouched\n',
  'check.sh': `#!/bin/sh
n=$(tail -n 1 values.txt)
date +%s%N > dropping.tmp
sleep 0.05
echo "TAP version 13"
i=0
while [ $i -lt 8 ]; do
  i=$((i + 1))
  if [ $i -le $n ]; then echo "ok $i - case $i"; else echo "not ok $i - case $i"; fi
done
echo "1..8"
echo "# tests 8"
echo "# pass $n"
echo "# fail $((8 - n))"
echo "# cancelled 0"
echo "# skipped 0"
echo "# todo 0"
test "$n" = 8
`,
  'agent.mjs': `import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import net from 'node:net';
const outside = process.argv[2];
// A socket, not a process id: in its cell an agent cannot see the processes of another one.
const mark = outside + '/agent.sock';
const overlap = await new Promise((resolve) => {
  const other = net.connect(mark, () => { other.destroy(); resolve(true); });
  other.once('error', () => resolve(false));
});
rmSync(mark, { force: true });
const server = net.createServer();
await new Promise((resolve) => server.listen(mark, resolve));
const prompt = readFileSync(0, 'utf8');
const n = Number(process.env.JUMAR_ITERATION);
appendFileSync(outside + '/launches.jsonl', JSON.stringify({ n, prompt, overlap }) + '\\n');
const moves = [3, 6, 1, 6, 7, 8];
writeFileSync('half-done.txt', 'x');
await new Promise((resolve) => setTimeout(resolve, 60));
appendFileSync('values.txt', moves[n - 1] + '\\n');
mkdirSync('made/by', { recursive: true });
writeFileSync('made/by/iteration-' + n + '.txt', 'made in iteration ' + n + '\\n');
rmSync('half-done.txt');
server.close();
`,
};

export interface Story {
  decisions: unknown[];
  trees: unknown[];
  final: Record<string, string>;
  ending: unknown;
}

export interface Launch {
  n: number;
  prompt: string;
  overlap: boolean;
}

export interface Scene extends CliOptions {
  outside: string;
}

export function aScene(strategy?: string): Scene {
  const { project, home, outside } = aProject(files);
  return { cwd: project, home, outside, ...(strategy && { env: { JUMAR_PROGRESS_STRATEGY: strategy } }) };
}

export function startArgs({ outside }: Scene): string[] {
  const agent = `"${process.execPath}" agent.mjs "${outside}"`;
  return ['run', 'bring the value to eight', '--until', 'sh check.sh', '--agent-command', agent, '--json'];
}

export async function uninterrupted(strategy?: string): Promise<{ story: Story; launches: Launch[]; records: number }> {
  const scene = aScene(strategy);
  const { code, stderr } = await jumar(startArgs(scene), scene);
  if (code !== 0) throw new Error(`the uninterrupted run ended with ${code}: ${stderr}`);
  return { story: storyOf(scene), launches: launchesOf(scene), records: logOf(onlyLoop(scene)).length };
}

/**
 * Runs the scene to its end, killed with SIGKILL at each of the given moments: so many milliseconds after the record with
 * that number came to stand in the log. Returns how many kills hit a living process.
 */
export async function killedRun(
  scene: Scene,
  moments: readonly { record: number; afterMs: number }[],
): Promise<number> {
  let kills = 0;
  const pending = [...moments];
  for (let attempt = 0; attempt <= moments.length; attempt++) {
    const first = loopFolders(scene.home).length === 0;
    const run = startCli(first ? startArgs(scene) : ['resume', '--json'], scene);
    const moment = pending.shift();
    let killed = false;
    const watch = setInterval(() => {
      if (killed || !moment || recordsSoFar(scene) < moment.record) return;
      killed = true;
      setTimeout(() => run.child.kill('SIGKILL'), moment.afterMs);
    }, 1);
    const { code, signal, stderr } = await run.done;
    clearInterval(watch);
    if (signal === 'SIGKILL') {
      kills++;
      continue;
    }
    if (code === 0) return kills;
    if (code === 2 && /has ended \(completed\)/.test(stderr)) return kills;
    throw new Error(`a resumed run ended with ${code}: ${stderr}`);
  }
  return kills;
}

export function storyOf(scene: Scene): Story {
  const events = logOf(onlyLoop(scene)).map(({ event }) => event);
  return {
    decisions: events.filter(({ type }) => type === 'iteration-judged'),
    trees: events.filter(({ type }) => type === 'snapshot-taken').map(({ iteration, tree }) => ({ iteration, tree })),
    final: listing(scene.cwd),
    ending: events.filter(({ type }) => type === 'loop-ended'),
  };
}

export function launchesOf({ outside }: Scene): Launch[] {
  return readFileSync(join(outside, 'launches.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** How long a check took differs between two runs of the same thing; nothing else in a prompt may. */
export function withoutDurations(prompt: string): string {
  return prompt.replace(/(\*\*Duration:\*\* |"duration_ms": )\d+/g, '$1…');
}

export function onlyLoop({ home }: Scene): string {
  const [folder, ...more] = loopFolders(home);
  if (!folder || more.length > 0) throw new Error(`expected one loop, found ${more.length + (folder ? 1 : 0)}`);
  return folder;
}

function recordsSoFar({ home }: Scene): number {
  const [folder] = loopFolders(home);
  const log = folder ? join(folder, 'log.jsonl') : null;
  if (!log || !existsSync(log)) return 0;
  return readFileSync(log, 'utf8').split('\n').length - 1;
}

function listing(folder: string, prefix = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(join(folder, prefix), { withFileTypes: true })) {
    const path = join(prefix, entry.name);
    if (path === '.git' || path === '.jumar') continue;
    if (entry.isDirectory()) Object.assign(found, listing(folder, path));
    else if (entry.isSymbolicLink()) found[path] = `-> ${readlinkSync(join(folder, path))}`;
    else
      found[path] = createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest('hex');
  }
  return found;
}
