import { createHash } from 'node:crypto';
import { mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ensureFolder, writeFileAtomic } from '../../system/files.ts';
import { UsageError } from '../../system/usage-error.ts';
import type { Dialect, HookPlaces, Scope } from './dialect.ts';
import { type HookToAdd, withHooks, withoutHooks } from './edit-settings.ts';

export interface Installation {
  dialect: Dialect;
  scope: Scope;
  places: HookPlaces;
  /** Jumar's state folder. */
  stateHome: string;
  /** How a shell starts Jumar. */
  program: string;
}

/** What a settings file was and is; null if it does not exist. */
export interface SettingsChange {
  file: string;
  before: string | null;
  after: string | null;
}

/** Long enough for the judge to come to an end by itself. */
const HOOK_SECONDS = 3600;

/** What the installation changes. `apply` writes it, and keeps the bytes from before for `uninstall`. */
export async function planInstall(installation: Installation): Promise<SettingsChange> {
  const { file, text: before } = await settingsOf(installation);
  await refuseTwice(installation);
  return { file, before, after: withHooks(before ?? '', file, hooksOf(installation)) ?? before };
}

/** What remains: the bytes from before if nobody has changed the file since, else everything but the hooks of Jumar. */
export async function planUninstall(installation: Installation): Promise<SettingsChange> {
  const { file, text: before } = await settingsOf(installation);
  if (before === null) return { file, before, after: null };
  const kept = await readKept(installation.stateHome, file);
  if (kept && kept.after === before) return { file, before, after: kept.before };
  const commands = [...new Set([...hooksOf(installation), ...(kept?.hooks ?? [])])];
  const after = withoutHooks(before, file, commands);
  // It held nothing else: it was made for the hooks.
  const isEmpty = kept !== null && kept.before === null && after.replace(/\s/g, '') === '{}';
  return { file, before, after: isEmpty ? null : after };
}

export async function applyInstall(installation: Installation, change: SettingsChange): Promise<void> {
  const kept = await readKept(installation.stateHome, change.file);
  // A second installation goes back to before the first.
  const before = kept && kept.after === change.before ? kept.before : change.before;
  const record: Kept = {
    version: 1,
    file: change.file,
    before,
    after: change.after ?? '',
    hooks: hooksOf(installation),
  };
  await ensureFolder(join(installation.stateHome, FOLDER));
  await writeFileAtomic(keptFile(installation.stateHome, change.file), `${JSON.stringify(record)}\n`);
  await write(change);
}

export async function applyUninstall({ stateHome }: Installation, change: SettingsChange): Promise<void> {
  await write(change);
  await rm(keptFile(stateHome, change.file), { force: true });
}

/** Two calls of one hook would judge everything twice. */
async function refuseTwice(installation: Installation): Promise<void> {
  const { dialect, scope } = installation;
  const other: Scope = scope === 'user' ? 'project' : 'user';
  const { file, text } = await settingsOf({ ...installation, scope: other });
  if (text === null || withoutHooks(text, file, hooksOf(installation)) === text) return;
  throw new UsageError(
    `the hooks of ${dialect.title} are installed for the ${other} already: ${file}`,
    `jumar hook install ${dialect.agent} --uninstall --${other}`,
  );
}

function hooksOf({ dialect, program }: Pick<Installation, 'dialect' | 'program'>): HookToAdd[] {
  const command = `${program} hook run ${dialect.agent}`;
  const timeout = HOOK_SECONDS * dialect.second;
  return [dialect.events.begin, dialect.events.end].map((event) => ({ event, command, timeout }));
}

async function settingsOf({ dialect, scope, places }: Installation): Promise<{ file: string; text: string | null }> {
  const named = dialect.file(scope, places);
  // Settings are often links into a folder of their own.
  const file = await realpath(named).catch(() => named);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new UsageError(`${file} cannot be read (${error.code})`, 'make it readable, then run the command again');
  });
  return { file, text };
}

async function write({ file, after }: SettingsChange): Promise<void> {
  const refuse = (error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be written (${error.code})`, 'make it writable, then run the command again');
  };
  if (after === null) return rm(file, { force: true }).catch(refuse);
  await mkdir(dirname(file), { recursive: true }).catch(refuse);
  await writeFile(file, after).catch(refuse);
}

interface Kept {
  version: 1;
  file: string;
  before: string | null;
  after: string;
  hooks: HookToAdd[];
}

const FOLDER = 'hooks';

function keptFile(stateHome: string, file: string): string {
  return join(stateHome, FOLDER, `${createHash('sha256').update(file).digest('hex').slice(0, 16)}.json`);
}

async function readKept(stateHome: string, file: string): Promise<Kept | null> {
  const text = await readFile(keptFile(stateHome, file), 'utf8').catch(() => null);
  if (text === null) return null;
  const kept = JSON.parse(text) as Kept;
  return kept.version === 1 ? kept : null;
}
