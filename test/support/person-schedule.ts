import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { findProgram } from '../../src/system/find-program.ts';
import { anInProcessLoop } from './in-process-loop.ts';
import { git } from './project.ts';

/** What a person and their editor do beside a loop. `$n` names the deed, `$other` is another working tree. */
const DEEDS = {
  edit: 'say "$n"; echo "$n" >> notes.txt',
  create: 'say "$n"; echo "$n" > "mine-$n.txt"',
  ignored: 'say "$n"; echo "$n" > "mine-$n.log"',
  'commit elsewhere': 'cd "$other"; git commit -q --allow-empty -m "$n"; moved side',
  'stash elsewhere': 'cd "$other"; echo "$n" > notes.txt; git stash push -q; moved refs/stash',
  tag: 'git tag "$n" side; moved "$n"',
  branch: 'git branch "$n" side; moved "$n"',
  fetch: `git -C "$remote" commit -q --allow-empty -m "$n"; git -C "$remote" tag "$n"
git fetch -q --tags "$remote" "+main:refs/remotes/origin/main"; moved "$n"; moved refs/remotes/origin/main`,
};
const deedNames = Object.keys(DEEDS) as (keyof typeof DEEDS)[];

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
  deeds: { what: keyof typeof DEEDS; moment: Moment }[];
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
  const [other, remote, claimed] = ['other', 'remote', 'claimed'].map((name) => join(outside, name)) as [
    string,
    string,
    string,
  ];
  git(root, 'worktree', 'add', '-q', '-b', 'side', other);
  git(root, 'clone', '-q', '--no-tags', root, remote);
  mkdirSync(claimed);
  const script = (what: keyof typeof DEEDS, { at, n }: Moment) => {
    const file = join(outside, `deed-${at}-${n}-${deedNames.indexOf(what)}.sh`);
    if (!existsSync(file))
      writeFileSync(
        file,
        deedScript({ what, name: `${what.replace(' ', '-')}-${at}-${n}`, root, other, remote, outside }),
      );
    return file;
  };
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

  const names = () => git(root, 'for-each-ref', '--format=%(refname:short)').trim();
  for (const [name, commit] of Object.entries(readPairs(join(outside, 'references'))))
    expect(git(root, 'rev-parse', name).trim(), `${name} was moved; there are ${names()}`).toBe(commit);
  expect(state?.ended?.ending, 'it ends as without a person').toBe('completed');
  const kept = everythingKept(root, loop.project.shadow);
  for (const text of linesOf(join(outside, 'said'))) {
    expect(kept, `lost: ${text}`).toContain(text);
    if (text.startsWith('ignored')) expect(inWorkspace(root)).toContain(text);
  }
  const own = git(root, 'log', '--format=%an%s', `${start}..main`);
  expect(own, 'no commit of a run that was cut off or rolled back').toBe(
    [...lastLine(state?.iterations ?? [], state?.best ?? 0)].map((n) => commits[n - 1]).some(Boolean) ? own : '',
  );
  return happened;
}

const KILL_OF_GIT = 'kill of git';
/** Without the program that watches git. */
const PATH = process.env.PATH ?? '';
const IDENTITY = '-c user.name=Person -c user.email=person@localhost';

/** `say` notes a text that must not be lost, `moved` a reference that must stay where it is. */
function deedScript(deed: {
  what: keyof typeof DEEDS;
  name: string;
  root: string;
  other: string;
  remote: string;
  outside: string;
}): string {
  const { what, name, root, other, remote, outside } = deed;
  return `set -e
unset $(env | sed -n 's/^\\(GIT_[A-Z_]*\\)=.*/\\1/p')
PATH='${PATH}'; n='${name}'; other='${other}'; remote='${remote}'; cd '${root}'
git() { command git ${IDENTITY} "$@"; }
say() { echo "$1" >> '${outside}/said'; }
moved() { echo "$1 $(git rev-parse "$1")" >> '${outside}/references'; }
${DEEDS[what]}
`;
}

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

function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

/** The last value of each name. */
function readPairs(file: string): Record<string, string> {
  return Object.fromEntries(linesOf(file).map((line) => line.split(' ') as [string, string]));
}

/** The iterations that led to the best one. */
function lastLine(iterations: readonly { n: number; parent: number | null }[], best: number): number[] {
  const found: number[] = [];
  for (let n: number | null = best; n !== null && n > 0; n = iterations[n]?.parent ?? null) found.push(n);
  return found;
}

/** The text of every file in the workspace and in any snapshot that a name leads to. */
function everythingKept(root: string, shadow: string): string {
  const inShadow = (...args: string[]) => git(root, '--git-dir', shadow, ...args);
  const commits = inShadow('for-each-ref', '--format=%(objectname)', 'refs/jumar/').trim().split('\n');
  const snapshots = commits.map((commit) => {
    const paths = inShadow('ls-tree', '-r', '--name-only', commit).trim().split('\n');
    return paths.map((path) => inShadow('show', `${commit}:${path}`)).join('\n');
  });
  return [inWorkspace(root), ...snapshots].join('\n');
}

function inWorkspace(root: string): string {
  return readdirSync(root)
    .filter((name) => /\.(?:txt|log)$/.test(name) && existsSync(join(root, name)))
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .join('\n');
}
