import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { expect, onTestFinished } from 'vitest';
import { type CliResult, jumar, loopFolders } from './cli.ts';
import { until } from './until.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/old-state', import.meta.url));

/** How long another run of the same test may take with a loop. */
const PATIENCE = 120_000;

/** The versions of which there are state folders. */
export const oldVersions = readdirSync(FIXTURES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The loops contain absolute paths below /tmp, so they cannot be unpacked if /tmp is a link. */
export const canUnpack = process.platform === 'linux' && realpathSync('/tmp') === '/tmp';

interface OldAnswer {
  args: string[];
  /** `…` in the fixture matches any text. */
  json?: unknown;
  text?: string;
}

export type OldLoop = Awaited<ReturnType<typeof oldLoop>>;

/** A loop of an old version, removed when the test has ended. Created by fixtures/old-state/make.mjs. */
export async function oldLoop(version: string, name: string) {
  const { base, told } = JSON.parse(readFileSync(join(FIXTURES, version, `${name}.json`), 'utf8'), (_key, value) =>
    value === '…' ? expect.any(String) : value,
  ) as { base: string; told: OldAnswer[] };
  await alone(base);
  rmSync(base, { recursive: true, force: true });
  mkdirSync(base);
  onTestFinished(() => rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  const archive = brotliDecompressSync(readFileSync(join(FIXTURES, version, `${name}.tar.br`)));
  execFileSync('tar', ['-C', base, '--no-same-owner', '-xf', '-'], { input: archive });

  const [project, home] = [join(base, 'project'), join(base, 'home')];
  madeOnThisHost(home);
  const logs = loopFolders(home).map((folder) => join(folder, 'log.jsonl'));
  const recorded = logs.map((path) => readFileSync(path, 'utf8'));
  return {
    project,
    home,
    told,
    logs,
    /** The JSON output of the old version for this command. */
    toldOf: (...args: string[]) => told.find((one) => one.args.join(' ') === args.join(' '))?.json,
    cli: (...args: string[]): Promise<CliResult> => jumar(args, { cwd: project, home }),
    /** Asserts that no old record was rewritten. */
    expectRecordsKept() {
      for (const [at, path] of logs.entries()) expect(readFileSync(path, 'utf8').startsWith(recorded[at]!)).toBe(true);
    },
  };
}

/**
 * Makes the cached summaries valid again, as after a real upgrade: unpacking changed the times and inodes of the logs.
 */
export function reviveSummaries(logs: readonly string[]): void {
  for (const log of logs) {
    const path = join(log, '../summary.json');
    if (!existsSync(path)) throw new Error(`there is no ${path}`);
    const { sum: _, ...fields } = JSON.parse(readFileSync(path, 'utf8'));
    const { size, mtimeMs, ctimeMs, ino } = statSync(log);
    const content = { ...fields, log: { bytes: size, modified: mtimeMs, changed: ctimeMs, file: ino } };
    const sum = createHash('sha256').update(JSON.stringify(content)).digest('hex');
    writeFileSync(path, `${JSON.stringify({ ...content, sum })}\n`);
  }
}

/** Waits until no other run of this test uses the folder. The kernel frees the socket name when its process ends. */
async function alone(base: string): Promise<void> {
  let server: Server | null = null;
  await until(
    `${base} is free`,
    async () => {
      server = await bound(`\0${base}`);
      return server !== null;
    },
    PATIENCE,
  );
  onTestFinished(() => {
    server?.close();
  });
}

async function bound(name: string): Promise<Server | null> {
  const server = createServer().listen(name);
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null;
    throw error;
  }
}

/** Locks name the host of who took them. */
function madeOnThisHost(home: string): void {
  for (const entry of readdirSync(home, { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('lock')) continue;
    const path = join(home, entry);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('"host":"HOST"', `"host":${JSON.stringify(hostname())}`));
  }
}
