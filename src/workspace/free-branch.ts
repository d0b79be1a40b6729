import { git } from '../system/git.ts';

/** An unused branch name for a loop: `jumar/<id>`, then with a number. */
export async function freeBranch(root: string, loop: string): Promise<string> {
  const { stdout } = await git(['for-each-ref', '--format=%(refname)', 'refs/heads/'], { cwd: root });
  const existing = new Set(stdout.toString().split('\n'));
  // Git stores branches as files: if there is a branch `jumar`, `jumar/…` is impossible.
  const name = existing.has('refs/heads/jumar') ? `jumar-${loop}` : `jumar/${loop}`;
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name}-${n}`;
    if (!existing.has(`refs/heads/${candidate}`)) return candidate;
  }
}
