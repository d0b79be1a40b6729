import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { type Project, projectOf } from '../../src/store/layout.ts';
import { startCli, WITHOUT_ANALYST } from './cli.ts';
import { aPersonBeside, deedNames } from './person-deeds.ts';
import { aProject, git } from './project.ts';

/** So long after the record with that number came to stand in the log. */
interface Instant {
  record: number;
  afterMs: number;
}

const files = {
  'state.txt': '0\n',
  'notes.txt': 'notes\n',
  '.gitignore': '*.log\n',
  'check.sh': `#!/bin/sh
n=$(cat state.txt)
echo "TAP version 13"
for i in 1 2 3; do
  if [ $i -le $n ]; then echo "ok $i - case $i"; else echo "not ok $i - case $i"; fi
done
echo "1..3"
test "$n" = 3
`,
  // The even ones commit.
  'agent.sh': `#!/bin/sh
set -- 1 0 2
shift $((JUMAR_ITERATION > 3 ? 3 : JUMAR_ITERATION - 1))
echo "\${1:-3}" > state.txt
echo "iteration $JUMAR_ITERATION" >> notes.txt
[ $((JUMAR_ITERATION % 2)) = 1 ] || git -c user.name=Agent -c user.email=agent@localhost commit -qam "by the agent, $JUMAR_ITERATION"
`,
};

/**
 * Runs the real command line beside a person, killed with SIGKILL and resumed at random instants; fails if anything of the person is
 * lost or was moved. Resolves to what happened.
 */
export async function killBesideAPerson(random: () => number): Promise<string[]> {
  const upTo = (n: number) => Math.floor(random() * n);
  const instant = (): Instant => ({ record: 1 + upTo(45), afterMs: upTo(120) });
  const kills = Array.from({ length: 1 + upTo(3) }, instant).sort((a, b) => a.record - b.record);
  const deeds = Array.from({ length: 4 + upTo(5) }, (_, index) => {
    const what = deedNames[upTo(deedNames.length)] as (typeof deedNames)[number];
    return { what, name: `${what.replaceAll(' ', '-')}-${index}`, instant: instant() };
  });

  const happened: string[] = [];
  const { project: root, ...place } = aProject(files);
  const project = await projectOf(place.home, root);
  const person = await aPersonBeside(
    { root, ...place },
    deeds.map(({ what }) => what),
  );
  const start = git(root, 'rev-parse', 'main').trim();

  // One after the other, as one person does them.
  let hands = Promise.resolve();
  const pending = [...deeds];
  const act = (records: number) => {
    for (const deed of pending.filter(({ instant }) => instant.record <= records)) {
      pending.splice(pending.indexOf(deed), 1);
      const moment = after(deed.instant.afterMs);
      hands = hands.then(async () => {
        await moment;
        happened.push(`${deed.what}${await runDeed(person.script(deed.what, deed.name))}`);
      });
    }
  };

  const scene = { cwd: root, home: place.home, env: WITHOUT_ANALYST };
  const begin = ['run', 'bring it to three', '--until', 'sh check.sh', '--agent-command', 'sh agent.sh', '--json'];
  for (let ended = false; !ended; ) {
    const run = startCli(recordsIn(project) === 0 ? begin : ['resume', '--json'], scene);
    const kill = kills.shift();
    const watch = setInterval(() => {
      const records = recordsIn(project);
      act(records);
      if (!kill || records < kill.record) return;
      kill.record = Number.POSITIVE_INFINITY;
      setTimeout(() => run.child.kill('SIGKILL'), kill.afterMs);
    }, 2);
    const { code, signal, stderr } = await run.done;
    clearInterval(watch);
    if (signal === 'SIGKILL') {
      happened.push(`kill after ${lastRecord(project)}`);
      continue;
    }
    if (code !== 0 && !/has ended \(completed\)/.test(stderr)) throw new Error(`it ended with ${code}: ${stderr}`);
    ended = true;
  }
  await hands;

  await person.expectNothingLost(project.shadow);
  const commits = git(root, 'log', '--format=%s', `${start}..main`).trim().split('\n');
  expect(commits, 'no commit of a run that was cut off').toEqual([...new Set(commits)]);
  return happened;
}

/** A lock of git that Jumar holds may stop a person's command, as it does in real life; nothing else may. */
async function runDeed(script: string): Promise<'' | ', stopped by a lock'> {
  try {
    await promisify(execFile)('sh', [script]);
    return '';
  } catch (error) {
    const { stderr } = error as { stderr: string };
    if (/\.lock'|cannot lock ref/.test(stderr)) return ', stopped by a lock';
    throw error;
  }
}

function logOf({ loops }: Project): string[] {
  const [loop] = existsSync(loops) ? readdirSync(loops) : [];
  const log = loop ? join(loops, loop, 'log.jsonl') : null;
  return log && existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : [];
}

const recordsIn = (project: Project) => logOf(project).length;

/** A kill may have cut the last line off. */
function lastRecord(project: Project): string {
  return /"type":"([a-z-]+)"/.exec(logOf(project).at(-1) ?? '')?.[1] ?? 'the start';
}
