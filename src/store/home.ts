import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, normalize } from 'node:path';
import { StoreError, writeFailure } from '../system/errors.ts';
import { ensureFolder } from '../system/files.ts';

/**
 * The state folder: `$JUMAR_HOME`, else `$XDG_STATE_HOME/jumar`, else `~/.local/state/jumar`. It exists and is
 * writable when this resolves; otherwise rejects with a StoreError that says which setting named it.
 */
export async function stateHome(env: NodeJS.ProcessEnv): Promise<string> {
  const { path, setting } = locate(env);
  try {
    await ensureFolder(path);
    if (!(await stat(path)).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const failure = writeFailure(error, 'use', path);
    if (failure.code === 'disk-full') throw failure;
    const message = `the state folder cannot be used: ${failure.message} (from ${setting})`;
    throw new StoreError('home-unusable', message, failure.hint, { cause: failure });
  }
  return path;
}

function locate(env: NodeJS.ProcessEnv): { path: string; setting: string } {
  if (env.JUMAR_HOME) {
    if (!isAbsolute(env.JUMAR_HOME)) {
      throw new StoreError(
        'home-invalid',
        `JUMAR_HOME must be an absolute path, but it is ${JSON.stringify(env.JUMAR_HOME)}`,
        'use the full path, for example JUMAR_HOME="$HOME/.local/state/jumar"',
      );
    }
    return { path: trimmed(env.JUMAR_HOME), setting: 'JUMAR_HOME' };
  }
  // The XDG specification says to ignore a relative path.
  if (env.XDG_STATE_HOME && isAbsolute(env.XDG_STATE_HOME)) {
    return { path: join(trimmed(env.XDG_STATE_HOME), 'jumar'), setting: 'XDG_STATE_HOME' };
  }
  return {
    path: join(homeFolder(env), '.local', 'state', 'jumar'),
    setting: 'the home folder; JUMAR_HOME overrides it',
  };
}

function homeFolder(env: NodeJS.ProcessEnv): string {
  const home = env.HOME || homedir();
  if (isAbsolute(home)) return home;
  throw new StoreError('home-invalid', 'this user has no home folder', 'set JUMAR_HOME to an absolute path');
}

function trimmed(path: string): string {
  const normal = normalize(path);
  return normal.length > 1 ? normal.replace(/\/+$/, '') : normal;
}
