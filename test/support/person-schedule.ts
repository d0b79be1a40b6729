import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { findProgram } from '../../src/system/find-program.ts';
import { anInProcessLoop } from './in-process-loop.ts';
import { aPersonBeside, type Deed, deedNames } from './person-deeds.ts';
import { git } from './project.ts';

/** When something happens: after the n-th event, before the n-th call of git, in the n-th run of an agent or of checks. */
const MOMENTS = {
  event: { min: 3, max: 40 },
  git: { min: 10, max: 260 },
  agent: { min: 1, max: 4 },
  checks: { min: 1, max: 9 },
};
type Moment = { at: keyof typeof MOMENTS; n: number };

export interface Schedule {
  /** What the agent's iterations make of the number of passed tests. */
  values: number[];
  /** Iterations whose agent commits. */
  commits: boolean[];
  deeds: { what: Deed; moment: Moment }[];
  /** When the process is killed, or the git that it waits for. */
  kills: Moment[];
}

const moments = (...kinds: Moment['at'][]): fc.Arbitrary<Moment> =>
  fc.oneof(...kinds.map((at) => fc.record({ at: fc.constant(at), n: fc.integer(MOMENTS[at]) })));

export const schedules: fc.Arbitrary<Schedule> = fc.record({
  // Three iterations that change nothing would end the loop, with or without a person.
  values: fc
    .array(fc.integer({ min: 0, max: 2 }), { minLength: 2, maxLength: 3 })
    .filter((values) => values.length < 3 || values.some((value) => value !== 0)),
  commits: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  deeds: fc.uniqueArray(
    fc.record({ what: fc.constantFrom(...deedNames), moment: moments('event', 'git', 'git', 'agent', 'checks') }),
    { minLength: 3, maxLength: 9, selector: ({ what, moment }) => `${what} ${moment.at} ${moment.n}` },
  ),
  kills: fc.uniqueArray(moments('event', 'git', 'agent', 'checks'), {
    maxLength: 2,
    selector: (moment) => JSON.stringify(moment),
  }),
});

/** Runs a loop and a person by this schedule; fails if anything of the person is lost or was moved. Resolves to what happened when. */
export async function expectNothingLost({ values, commits, deeds, kills }: Schedule): Promise<string[]> {
  const happened: string[] = [];
  const counts = { event: 0, agent: 0, checks: 0 };
  let latest = 'nothing';
  let killed = 0;
  const reach = (at: keyof typeof counts) => {
    const n = ++counts[at];
    const where = at === 'event' ? `after ${latest}` : `in ${at}`;
    for (const { what, moment } of deeds)
      if (moment.at === at && moment.n === n) {
        execFileSync('sh', [script(what, moment)], { stdio: 'pipe' });
        happened.push(`${what} ${where}`);
      }
    // What a finished loop has recorded is not cut off.
    if (latest !== 'loop-ended' && kills.some((kill) => kill.at === at && kill.n === n)) {
      killed++;
      happened.push(`kill ${where}`);
      throw new Error('killed');
    }
  };
  const loop = await anInProcessLoop(
    {
      agent(iteration, root) {
        writeFileSync(join(root, 'state.txt'), `${values[iteration - 1] ?? 3}\n`);
        // A file that the person edits, too.
        appendFileSync(join(root, 'notes.txt'), `iteration ${iteration}\n`);
        if (commits[iteration - 1]) git(root, 'commit', '-qam', `by the agent, ${counts.agent}`, '--allow-empty');
        reach('agent');
      },
      checking: () => reach('checks'),
      observe({ type }) {
        latest = type;
        reach('event');
      },
      settings: {
        verify: { confirm: 1, hidden: { secret: 'true' }, setup: 'true' },
        hooks: { preIteration: 'true', postIteration: 'true' },
      },
    },
    { '.gitignore': '*.log\n' },
  );
  const { outside, root } = loop;
  const claimed = join(outside, 'claimed');
  mkdirSync(claimed);
  const person = await aPersonBeside(
    loop,
    deeds.map(({ what }) => what),
  );
  const script = (what: Deed, { at, n }: Moment) => person.script(what, `${what.replaceAll(' ', '-')}-${at}-${n}`);
  const atGit = deeds.filter(({ moment }) => moment.at === 'git');
  const start = git(root, 'rev-parse', 'main').trim();

  const undo = watchGit(outside, [
    ...atGit.map(({ what, moment }) => ({
      n: moment.n,
      action: `sh "${script(what, moment)}"`,
      note: `${what} before git`,
    })),
    ...kills.filter(({ at }) => at === 'git').map(({ n }) => ({ n, action: 'kill -9 $$', note: KILL_OF_GIT })),
  ]);
  const killsSoFar = () => killed + readdirSync(claimed).filter((name) => name.endsWith(KILL_OF_GIT)).length;
  let state = null;
  try {
    for (let session = 0; state === null && session <= kills.length; session++) {
      const before = killsSoFar();
      state = await loop.run().catch((error: Error) => {
        if (killsSoFar() === before) throw error;
        return null;
      });
    }
  } finally {
    undo();
  }
  happened.push(...readdirSync(claimed).map((name) => name.replace(/^\d+ /, '')));

  expect(state?.ended?.ending, 'it ends as without a person').toBe('completed');
  await person.expectNothingLost(loop.project.shadow);
  const own = git(root, 'log', '--format=%an%s', `${start}..main`);
  expect(own, 'no commit of a run that was cut off or rolled back').toBe(
    [...lastLine(state?.iterations ?? [], state?.best ?? 0)].map((n) => commits[n - 1]).some(Boolean) ? own : '',
  );
  return happened;
}

const KILL_OF_GIT = 'kill of git';

/** Puts a program before git that does something before its n-th call; the result takes it away. */
function watchGit(outside: string, actions: readonly { n: number; action: string; note: string }[]): () => void {
  const bin = join(outside, 'bin');
  const [path, real] = [process.env.PATH, findProgram('git', process.env)];
  mkdirSync(bin);
  const cases = [...new Set(actions.map(({ n }) => n))].map((n) => {
    const todo = actions.filter((action) => action.n === n);
    // A call that was counted twice acts once.
    return `${n}) ${todo.map(({ action, note }) => `mkdir '${outside}/claimed/${n} ${note}' 2> /dev/null && ${action}`).join('\n')} ;;`;
  });
  const text = `#!/bin/sh
echo "$@" >> '${outside}/calls'
case $(($(wc -l < '${outside}/calls'))) in
${cases.join('\n')}
esac
exec '${real}' "$@"
`;
  writeFileSync(join(bin, 'git'), text, { mode: 0o755 });
  process.env.PATH = `${bin}:${path}`;
  return () => {
    process.env.PATH = path;
  };
}

/** The iterations that led to the best one. */
function lastLine(iterations: readonly { n: number; parent: number | null }[], best: number): number[] {
  const found: number[] = [];
  for (let n: number | null = best; n !== null && n > 0; n = iterations[n]?.parent ?? null) found.push(n);
  return found;
}
