import { join } from 'node:path';
import { joinSearchPath } from '../system/find-program.ts';
import { isForChecks } from './check-variables.ts';
import { foldersUpwards } from './folders-upwards.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment of a check: what tools need of the user's own and what `checks.env` names (`passed`), with the project's
 * programs (`node_modules/.bin`) at the end of the PATH, so that they do not hide the user's.
 */
export function checkEnvironment(
  env: Environment,
  root: string,
  cwd: string,
  passed: readonly string[],
): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && name !== SILENCER && isForChecks(name, passed)) variables[name] = value;
  }
  const own = foldersUpwards(root, cwd).map((folder) => join(folder, 'node_modules', '.bin'));
  return { ...variables, PATH: joinSearchPath(variables.PATH, ...own) };
}

/** With it node's test runner runs nothing and says so to nobody. */
const SILENCER = 'NODE_TEST_CONTEXT';

/** Variables that are set, that checks do not get, and that a text names: a command, its output, a list of them. */
export function leftOutVariables(env: Environment, passed: readonly string[], text: string): string[] {
  const words = new Set(text.match(/[A-Za-z_]\w+/g));
  return Object.keys(env)
    .filter((name) => env[name] !== undefined && words.has(name) && !isForChecks(name, passed))
    .filter((name) => !MEANINGLESS.test(name))
    .sort();
}

/** Jumar's own, and variables of shells and terminals: nobody's check needs them. */
const MEANINGLESS = /^(?:JUMAR_.*|_|SHLVL|OLDPWD|NODE_TEST_CONTEXT|PS\d|LS_COLORS)$/;
