import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { CLI, jumar } from './cli.ts';
import { anInProcessLoop } from './in-process-loop.ts';
import { git } from './project.ts';

/**
 * What a person and their editor do beside a loop. `$n` names the deed, `$other` is another working tree, `$finished` one with a loop
 * that has ended.
 */
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
  'apply another loop': 'cd "$finished"; jumar apply --branch "$n" > /dev/null; moved "$n"',
};
export type Deed = keyof typeof DEEDS;
export const deedNames = Object.keys(DEEDS) as Deed[];

interface Place {
  root: string;
  home: string;
  outside: string;
}

/** A person who works beside a loop in `root`, in two more working trees and with a remote repository. */
export async function aPersonBeside({ root, home, outside }: Place, deeds: readonly Deed[]) {
  const [other, remote, finished] = ['other', 'remote', 'finished'].map((name) => join(outside, name)) as [
    string,
    string,
    string,
  ];
  const worktrees = [other];
  git(root, 'worktree', 'add', '-q', '-b', 'side', other);
  git(root, 'clone', '-q', '--no-tags', root, remote);
  // Takes a moment: only if it is needed.
  if (deeds.includes('apply another loop')) {
    git(root, 'worktree', 'add', '-q', '-b', 'of-the-finished', finished);
    worktrees.push(finished);
    await aFinishedLoop({ root: finished, home, outside });
  }
  return {
    /** The script of a deed. It can run once: `name` is in what it leaves. */
    script(what: Deed, name: string): string {
      const file = join(outside, `deed-${name}.sh`);
      if (!existsSync(file))
        writeFileSync(file, deedScript({ what, name, root, home, other, remote, finished, outside }));
      return file;
    },

    /** Fails if anything of the person is lost or was moved. `shadow` holds the snapshots. */
    async expectNothingLost(shadow: string): Promise<void> {
      const names = () => git(root, 'for-each-ref', '--format=%(refname:short)').trim();
      for (const [name, commit] of Object.entries(readPairs(join(outside, 'references'))))
        expect(git(root, 'rev-parse', name).trim(), `${name} was moved; there are ${names()}`).toBe(commit);
      for (const worktree of worktrees)
        expect(git(root, 'worktree', 'list', '--porcelain')).toContain(`worktree ${realpathSync(worktree)}\n`);
      const said = linesOf(join(outside, 'said'));
      const here = inWorkspace(root);
      for (const text of said.filter((one) => one.startsWith('ignored'))) expect(here).toContain(text);
      const reachable = [here, inIterations(root, shadow)].join('\n');
      const elsewhere = said.filter((text) => !reachable.includes(text));
      if (elsewhere.length === 0) return;
      const { stdout } = await jumar(['diff', '--set-aside'], { cwd: root, home });
      for (const text of elsewhere) expect(stdout, `neither kept nor named: ${text}`).toContain(text);
    },
  };
}

/** A loop that ended before the person's began. */
async function aFinishedLoop(place: Place): Promise<void> {
  const write = () => writeFileSync(join(place.root, 'state.txt'), '3\n');
  const { ended } = await (await anInProcessLoop({ agent: write, place, loop: 'finished-0000beef' })).run();
  if (ended?.ending !== 'completed') throw new Error(`the other loop ended as ${ended?.ending}`);
}

/** Without the program that watches git. */
const PATH = process.env.PATH ?? '';
const IDENTITY = '-c user.name=Person -c user.email=person@localhost';

/** `say` notes a text that must not be lost, `moved` a reference that must stay where it is. */
function deedScript(
  deed: Place & { what: Deed; name: string; other: string; remote: string; finished: string },
): string {
  const { what, name, root, home, other, remote, finished, outside } = deed;
  return `set -e
unset $(env | sed -nE 's/^((GIT|JUMAR)_[A-Z_]*)=.*/\\1/p')
PATH='${PATH}'; n='${name}'; other='${other}'; remote='${remote}'; finished='${finished}'; cd '${root}'
git() { command git ${IDENTITY} "$@"; }
jumar() { JUMAR_HOME='${home}' '${process.execPath}' '${CLI}' "$@"; }
say() { echo "$1" >> '${outside}/said'; }
moved() { echo "$1 $(git rev-parse "$1")" >> '${outside}/references'; }
${DEEDS[what]}
`;
}

function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

/** The last value of each name. */
function readPairs(file: string): Record<string, string> {
  return Object.fromEntries(linesOf(file).map((line) => line.split(' ') as [string, string]));
}

/** The text of every file in the snapshot of an iteration, which `jumar diff <n>` names. */
function inIterations(root: string, shadow: string): string {
  const inShadow = (...args: string[]) => git(root, '--git-dir', shadow, ...args);
  const names = inShadow('for-each-ref', '--format=%(refname)', 'refs/jumar/').trim().split('\n');
  return names
    .filter((name) => /\/\d+$/.test(name))
    .flatMap((name) => {
      const paths = inShadow('ls-tree', '-r', '--name-only', name).trim().split('\n');
      return paths.map((path) => inShadow('show', `${name}:${path}`));
    })
    .join('\n');
}

function inWorkspace(root: string): string {
  return readdirSync(root)
    .filter((name) => /\.(?:txt|log)$/.test(name) && existsSync(join(root, name)))
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .join('\n');
}
