import { git } from './git.ts';

/** A name for a branch of a loop that no branch has yet: `jumar/<id>`, then with a number. */
export async function freeBranch(root: string, loop: string): Promise<string> {
  const { stdout } = await git(['for-each-ref', '--format=%(refname)', 'refs/heads/'], { cwd: root });
  const taken = new Set(stdout.toString().split('\n'));
  // Git keeps branches as files: beside one that is named `jumar`, none can lie in it.
  const name = taken.has('refs/heads/jumar') ? `jumar-${loop}` : `jumar/${loop}`;
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name}-${n}`;
    if (!taken.has(`refs/heads/${candidate}`)) return candidate;
  }
}
