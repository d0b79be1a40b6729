import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findProgram } from '../system/find-program.ts';
import type { Host, Probe } from './contract/adapter.ts';

const VERSION_TIMEOUT_MS = 10_000;

export interface Evidence {
  /** Any one of these variables or files means that the user is signed in. */
  variables: readonly string[];
  files: readonly string[];
  /** What the user can do if there is no evidence. */
  signIn: string;
}

/** The usual probe: the program, its version, and evidence of a sign-in. */
export async function probeProgram(host: Host, program: string, evidence: Evidence): Promise<Probe> {
  const path = findProgram(program, host.env);
  if (path === null) {
    return { path, version: null, signedIn: 'unknown', note: `${program} is not on the PATH` };
  }
  const variable = evidence.variables.find((name) => host.env[name]);
  const file = evidence.files.find((name) => existsSync(name));
  const sign = variable ? `${variable} is set` : file ? `found ${file}` : null;
  return {
    path,
    ...(await versionOf(path, host)),
    signedIn: sign ? 'yes' : 'unknown',
    note: sign ?? `no sign-in found; ${evidence.signIn}`,
  };
}

/** The first version number that it prints (null if it prints none in time), or why it failed. */
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
