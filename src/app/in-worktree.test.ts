import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { aProject, git, writeFiles } from '../../test/support/project.ts';
import { startInWorktree } from './in-worktree.ts';
import type { LoopRequest } from './prepare-loop.ts';

/** Git sometimes fails if two of it make worktrees at once; this one always does. */
const INTOLERANT = `#!/bin/sh
case "$*" in *"worktree add"*) mkdir "$BUSY" || exit 1; "$GIT" "$@"; code=$?; sleep 0.01; rmdir "$BUSY"; exit $code;; esac
exec "$GIT" "$@"
`;

test('12 loops that start at once each get a worktree', async () => {
  const { project, home, outside } = aProject({ 'a.txt': 'a\n' });
  writeFiles(outside, { 'git.sh': INTOLERANT });
  execFileSync('ln', ['-s', join(outside, 'git.sh'), join(outside, 'git')]);
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  vi.stubEnv('GIT', real);
  vi.stubEnv('BUSY', join(outside, 'busy'));
  vi.stubEnv('PATH', `${outside}:${process.env.PATH}`);
  try {
    const context = { cwd: project, env: { ...process.env, JUMAR_HOME: home } };
    const starts = Array.from({ length: 12 }, () =>
      startInWorktree(context, {} as LoopRequest, async ({ cwd }) => cwd),
    );
    expect(new Set(await Promise.all(starts)).size).toBe(12);
  } finally {
    vi.unstubAllEnvs();
  }
  expect(git(project, 'worktree', 'list').trim().split('\n')).toHaveLength(13);
});
