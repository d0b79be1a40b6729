import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../system/find-program.ts';

/** A folder whose changes go to another one: what was there stays as it is. */
export interface Overlay {
  path: string;
  /** Keeps the changes, and a folder that the kernel works in; both are created. */
  changes: string;
}

/** The programs that make overlays. */
export interface OverlayTools {
  unshare: string;
  mount: string;
}

interface Program {
  file: string;
  args: readonly string[];
}

const SCRIPT = '"$0" -a -T "$1" || { echo "bwrap: the overlays could not be mounted"; exit 1; }; shift; exec "$@"';
const TRIAL_TIMEOUT_MS = 15_000;
/** Separators in mount options. */
const UNMOUNTABLE = /[,:\\"\n\t]/;

/** Root needs no user namespace, in which files of other users would belong to nobody. */
const isRoot = process.getuid?.() === 0;
const NAMESPACE = isRoot ? ['--mount'] : ['--user', '--map-root-user', '--mount'];

/** With overlays, bubblewrap needs these to run its command as the user, who is root in their namespace. */
export const userArgs: readonly string[] = isRoot
  ? []
  : ['--unshare-user', '--uid', String(process.getuid?.()), '--gid', String(process.getgid?.())];

/** Runs a program with overlays, which it sees alone. Two runs at a time may not share one. `table` is a file to write. */
export function withOverlays(overlays: readonly Overlay[], tools: OverlayTools, table: string, program: Program) {
  writeFileSync(table, overlays.map(mountLine).join(''));
  const { file, args } = program;
  return {
    file: tools.unshare,
    args: [...NAMESPACE, '--', '/bin/sh', '-c', SCRIPT, tools.mount, table, file, ...args],
  };
}

export function canOverlay(path: string): boolean {
  return !UNMOUNTABLE.test(path);
}

/** What makes overlays whose changes are kept in this folder; null if the kernel, its settings or the disk forbid them. */
export function findOverlays(folder: string, bwrap: string, env: NodeJS.ProcessEnv): OverlayTools | null {
  const [unshare, mount] = [findProgram('unshare', env), findProgram('mount', env)];
  if (!unshare || !mount || !canOverlay(folder)) return null;
  const trial = join(folder, 'trial');
  const path = join(trial, 'path');
  const changes = join(trial, 'changes');
  mkdirSync(path, { recursive: true });
  const inside = ['--ro-bind', '/', '/', '--bind', path, path, '--unshare-pid', ...userArgs, 'touch', join(path, 'x')];
  const program = { file: bwrap, args: inside };
  try {
    const { file, args } = withOverlays([{ path, changes }], { unshare, mount }, join(trial, 'table'), program);
    execFileSync(file, args, { env, stdio: 'ignore', timeout: TRIAL_TIMEOUT_MS });
    return { unshare, mount };
  } catch {
    return null;
  } finally {
    removeChanges(changes);
    rmSync(trial, { recursive: true, force: true });
  }
}

/** The kernel leaves a folder in there that nobody may read. */
export function removeChanges(changes: string): void {
  try {
    chmodSync(join(changes, 'work', 'work'), 0o700);
  } catch {
    // It was never mounted.
  }
  rmSync(changes, { recursive: true, force: true, maxRetries: 3 });
}

function mountLine({ path, changes }: Overlay): string {
  const [upper, work] = [join(changes, 'upper'), join(changes, 'work')];
  for (const folder of [upper, work]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const options = `lowerdir=${path},upperdir=${upper},workdir=${work},userxattr`;
  return `overlay ${escaped(path)} overlay ${escaped(options)} 0 0\n`;
}

/** As in `/etc/fstab`. */
function escaped(text: string): string {
  return text.replace(/[ #]/g, (character) => `\\0${character.charCodeAt(0).toString(8)}`);
}
