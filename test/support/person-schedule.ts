import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { LoopEvent } from '../../src/core/state/events.ts';
import { anInProcessLoop } from './in-process-loop.ts';
import { git } from './project.ts';

/** Everything that a person does beside a loop. */
const DEEDS = ['edit', 'create', 'ignored', 'commit elsewhere', 'tag', 'branch', 'stash elsewhere'] as const;

export interface Deed {
  what: (typeof DEEDS)[number];
  /** After which event of the log, counted over all sessions. */
  after: number;
}

export interface Schedule {
  /** What the agent's iterations make of the number of passed tests. */
  values: number[];
  /** Iterations whose agent commits. */
  commits: boolean[];
  deeds: Deed[];
  /** After which events the process is killed. */
  kills: number[];
}

export const schedules: fc.Arbitrary<Schedule> = fc.record({
  // Three iterations that change nothing would end the loop, with or without a person.
  values: fc
    .array(fc.integer({ min: 0, max: 2 }), { minLength: 2, maxLength: 3 })
    .filter((values) => values.length < 3 || values.some((value) => value !== 0)),
  commits: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  deeds: fc.uniqueArray(fc.record({ what: fc.constantFrom(...DEEDS), after: fc.integer({ min: 3, max: 34 }) }), {
    minLength: 2,
    maxLength: 7,
    selector: ({ what, after }) => `${what} ${after}`,
  }),
  kills: fc.uniqueArray(fc.integer({ min: 3, max: 34 }), { maxLength: 2 }),
});

/** Runs a loop and a person by this schedule; fails if anything of the person is lost or was moved. */
export async function expectNothingLost({ values, commits, deeds, kills }: Schedule): Promise<void> {
  const made = new Map<string, string>();
  const references = new Map<string, string>();
  let seen = 0;
  let runs = 0;
  let other = '';
  const refOf = (name: string) => git(loop.root, 'rev-parse', name).trim();
  const act = ({ what }: Deed, n: number) => {
    const text = `a person's ${what} ${n}\n`;
    if (what === 'edit') {
      made.set(text, what);
      appendFileSync(join(loop.root, 'notes.txt'), text);
    } else if (what === 'create' || what === 'ignored') {
      made.set(text, what);
      writeFileSync(join(loop.root, what === 'create' ? `mine-${n}.txt` : `mine-${n}.log`), text);
    } else if (what === 'commit elsewhere') {
      git(other, 'commit', '-q', '--allow-empty', '-m', text);
      references.set('side', refOf('side'));
    } else if (what === 'stash elsewhere') {
      writeFileSync(join(other, 'notes.txt'), text);
      git(other, 'stash', 'push', '-q');
      references.set('refs/stash', refOf('refs/stash'));
    } else {
      git(other, what, `${what}-${n}`, 'side');
      references.set(`${what}-${n}`, refOf(`${what}-${n}`));
    }
  };
  const observe = (event: LoopEvent) => {
    const n = seen++;
    for (const deed of deeds) if (deed.after === n) act(deed, n);
    // What a finished loop has recorded is not cut off.
    if (kills.includes(n) && event.type !== 'loop-ended') throw new Error(KILLED);
  };
  const loop = await anInProcessLoop(
    {
      agent(iteration, root) {
        runs++;
        writeFileSync(join(root, 'state.txt'), `${values[iteration - 1] ?? 3}\n`);
        if (commits[iteration - 1]) git(root, 'commit', '-qam', `by the agent, ${runs}`, '--allow-empty');
      },
      observe,
    },
    { '.gitignore': '*.log\n' },
  );
  other = join(loop.outside, 'other');
  git(loop.root, 'worktree', 'add', '-q', '-b', 'side', other);
  const start = refOf('main');

  let state = null;
  for (let session = 0; state === null && session <= kills.length; session++) {
    state = await loop.run().catch((error: Error) => {
      if (error.message !== KILLED) throw error;
      return null;
    });
  }
  const names = () => git(loop.root, 'for-each-ref', '--format=%(refname:short)').trim();
  for (const [name, commit] of references) expect(refOf(name), `${name} was moved; there are ${names()}`).toBe(commit);
  expect(state?.ended?.ending, 'it ends as without a person').toBe('completed');
  const kept = everythingKept(loop.root, loop.project.shadow);
  for (const [text, what] of made) {
    expect(kept, `lost: ${text}`).toContain(text);
    if (what === 'ignored') expect(inWorkspace(loop.root)).toContain(text);
  }
  const own = git(loop.root, 'log', '--format=%an%s', `${start}..main`);
  expect(own, 'no commit of a run that was cut off or rolled back').toBe(
    [...lastLine(state?.iterations ?? [], state?.best ?? 0)].map((n) => commits[n - 1]).some(Boolean) ? own : '',
  );
}

const KILLED = 'killed';

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
