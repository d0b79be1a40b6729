import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jumar, logOf, loopFolders, WITHOUT_ANALYST } from './cli.ts';
import { aProject } from './project.ts';
import { standIn } from './stand-ins.ts';

export const CHECK = 'file:hello.txt';

/** A project, with stand-ins on a PATH that has nothing else but the system's own programs. */
export function standInScene(standIns: Record<string, string>) {
  const { project, home, outside } = aProject({ 'state.txt': 'raw\n' });
  let path = `${join(process.execPath, '..')}:/usr/bin:/bin`;
  for (const [name, body] of Object.entries(standIns)) path = `${standIn(outside, name, body)}:${path}`;
  const env = { ...WITHOUT_ANALYST, PATH: path, HOME: outside };
  const cli = (args: string[], more: Record<string, string> = {}) =>
    jumar(args, { cwd: project, home, env: { ...env, ...more } });
  const run = (...args: string[]) => cli(['run', 'make hello', '--until', CHECK, '--json', ...args]);
  const launches = (name: string) => {
    const file = join(outside, `${name}-launches`);
    return existsSync(file)
      ? readFileSync(file, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [];
  };
  const log = () => logOf(loopFolders(home)[0] as string).map(({ event }) => event);
  return { project, home, outside, env, cli, run, launches, log };
}
