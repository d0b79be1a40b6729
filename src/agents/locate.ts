import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import type { Host, Probe } from './adapter.ts';

const VERSION_TIMEOUT_MS = 10_000;

/** The program's path, as a shell would find it; null where it is not installed. */
export function locate(program: string, env: NodeJS.ProcessEnv): string | null {
  if (program.includes('/')) return isProgram(program) ? resolve(program) : null;
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const path = join(folder || '.', program);
    if (isProgram(path)) return resolve(path);
  }
  return null;
}

export interface Evidence {
  /** Variables and files of which any one means that somebody signed in. */
  variables: readonly string[];
  files: readonly string[];
  /** What to do where there is no such sign. */
  signIn: string;
}

/** The usual probe: the program, what it says of its version, and whether there are signs of a sign-in. */
export async function probeProgram(host: Host, program: string, evidence: Evidence): Promise<Probe> {
  const path = locate(program, host.env);
  if (path === null) {
    return { path, version: null, signedIn: 'unknown', note: `there is no program ${program} on the PATH` };
  }
  const variable = evidence.variables.find((name) => host.env[name]);
  const file = evidence.files.find((name) => existsSync(name));
  const sign = variable ? `${variable} is set` : file ? `${file} is there` : null;
  return {
    path,
    ...(await versionOf(path, host)),
    signedIn: sign ? 'yes' : 'unknown',
    note: sign ?? `no sign of one was found; ${evidence.signIn}`,
  };
}

/** The first version number that it prints, null where it prints none in time; or why it cannot. */
function versionOf(path: string, { env }: Host): Promise<Pick<Probe, 'version' | 'problem'>> {
  return new Promise((done) => {
    const options = { env: { ...env, NO_COLOR: '1' }, timeout: VERSION_TIMEOUT_MS, killSignal: 'SIGKILL' as const };
    const child = execFile(path, ['--version'], options, (error, stdout, stderr) => {
      const version = /\d+\.\d+[\w.+-]*/.exec(error ? stdout : `${stdout}\n${stderr}`)?.[0] ?? null;
      if (version !== null || !error || error.killed) return done({ version });
      done({ version, problem: firstLine(stderr) ?? firstLine(stdout) ?? error.message });
    });
    child.stdin?.end();
  });
}

function firstLine(text: string): string | null {
  return /\S.*/.exec(text)?.[0].trim().slice(0, 200) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
