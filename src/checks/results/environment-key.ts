import { createHash } from 'node:crypto';
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { findProgram, splitSearchPath } from '../../system/find-program.ts';

/** Variables that differ between shells and do not affect results. */
const VOLATILE =
  /^(?:_|PWD|OLDPWD|SHLVL|COLUMNS|LINES|WINDOWID|TERM_SESSION_ID|STY|TMUX.*|SSH_.*|XDG_SESSION_.*|DBUS_.*|DISPLAY|WAYLAND_DISPLAY|GPG_.*|VSCODE_.*|LS_COLORS|PROMPT.*|PS\d|JUMAR_.*)$/;

const TOOLS =
  'node npm npx pnpm yarn bun deno python3 python pytest go cargo rustc java javac mvn gradle ruby bundle php composer dotnet make just sh bash'.split(
    ' ',
  );

/** Files in the home folder that select versions or change behaviour. */
const HOME_FILES =
  '.npmrc .pyenv/version .tool-versions .cargo/config.toml .rustup/settings.toml .m2/settings.xml .config/pip/pip.conf .bunfig.toml .yarnrc.yml'.split(
    ' ',
  );

/**
 * What a command's result depends on outside the workspace, as far as known: its variables, the programs of common
 * toolchains by path, size and time, Python's global packages, and settings in the home folder.
 */
export function environmentKey(env: Readonly<Record<string, string>>): string {
  const path = splitSearchPath(env.PATH);
  const home = env.HOME ?? homedir();
  const inputs = {
    platform: `${process.platform} ${process.arch} ${process.version}`,
    variables: Object.entries(env)
      .filter(([name]) => !VOLATILE.test(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
    programs: programStamps(TOOLS, env),
    packages: pythonPackages(path, home).map((folder) => [folder, stamp(folder)]),
    settings: HOME_FILES.map((name) => stamp(join(home, name))),
  };
  return createHash('sha256').update(JSON.stringify(inputs)).digest('hex');
}

/** The path of each program, with its size and time, which change if it is replaced. */
export function programStamps(names: readonly string[], env: Readonly<Record<string, string>>): string[] {
  return names.map((name) => `${name} ${programStamp(name, env)}`);
}

function programStamp(name: string, env: Readonly<Record<string, string>>): string | null {
  if (name.includes('/')) return isAbsolute(name) ? stamp(name) : null;
  const found = findProgram(name, env);
  if (found === null) return null;
  const real = realpathSync(found);
  return `${real} ${stamp(real)}`;
}

/** Installing or removing a package changes the folder's time. */
function pythonPackages(path: readonly string[], home: string): string[] {
  const prefixes = [
    ...new Set([...path.map((folder) => dirname(folder)), '/usr', '/usr/local', join(home, '.local')]),
    ...list(join(home, '.pyenv', 'versions')).map((version) => join(home, '.pyenv', 'versions', version)),
  ];
  return prefixes.flatMap((prefix) =>
    list(join(prefix, 'lib'))
      .filter((name) => /^python3/.test(name))
      .flatMap((name) => ['site-packages', 'dist-packages'].map((end) => join(prefix, 'lib', name, end))),
  );
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function stamp(file: string): string | null {
  try {
    const { size, mtimeMs } = statSync(file);
    return `${size} ${mtimeMs}`;
  } catch {
    return null;
  }
}
