import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { treeListing } from '../../src/testing/tree-listing.ts';
import { type GitWorkspace, openWorkspace } from '../../src/workspace/index.ts';

/** A workspace for tests: a folder of its own, and beside it the shadow repository. */
export interface Scratch {
  folder: string;
  root: string;
  shadow: string;
  put(path: string, content?: string | Buffer, mode?: number): void;
  read(path: string): string;
  /** The user's git, with an identity; gives what it printed. */
  git(...args: string[]): string;
  open(loop?: string): Promise<GitWorkspace>;
  listing(): string[];
  remove(): void;
}

export function scratch(kind: 'git' | 'plain' = 'git', ...init: string[]): Scratch {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'jumar-workspace-')));
  const root = join(folder, 'project');
  const shadow = join(folder, 'state', 'shadow.git');
  mkdirSync(root);
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, env: userEnvironment(folder), stdio: 'pipe' }).toString();
  if (kind === 'git') git('init', '-q', '-b', 'main', '--template=', ...init);
  return {
    folder,
    root,
    shadow,
    git,
    put(path, content = `${path}\n`, mode) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
      if (mode !== undefined) chmodSync(join(root, path), mode);
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
    open: (loop = 'loop-1') => openWorkspace({ shadow, root, loop }),
    listing: () => treeListing(root),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export function userEnvironment(home: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'user',
    GIT_AUTHOR_EMAIL: 'user@example.com',
    GIT_COMMITTER_NAME: 'user',
    GIT_COMMITTER_EMAIL: 'user@example.com',
    GIT_ALLOW_PROTOCOL: 'file',
  };
}
