import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentScript } from '../../support/agents.ts';
import { jumar, logOf, loopFolders, readableFiles } from '../../support/cli.ts';
import { git, writeFiles } from '../../support/project.ts';

export type Scene = ReturnType<typeof aScene>;

/** A committed project with an agent whose n-th launch runs the n-th line; the last line is repeated. Close it in `afterAll`. */
export function aScene(files: Record<string, string>, launches: readonly string[], env: Record<string, string> = {}) {
  const base = mkdtempSync(join(tmpdir(), 'jumar-seed-'));
  const [project, home, outside] = [join(base, 'project'), join(base, 'home'), join(base, 'outside')];
  mkdirSync(outside);
  writeFiles(project, files);
  git(project, 'init', '-q', '--template=');
  git(project, 'add', '-A');
  git(project, 'commit', '-q', '-m', 'start');
  const cases = launches.map((line, index) => `${index + 1}) ${line} ;;`).join('\n');
  const last = launches.length;
  const count = `n=$(($(wc -l < "${outside}/launches") + 0)); [ $n -gt ${last} ] && n=${last}`;
  const agent = agentScript(outside, `${count}\ncase $n in\n${cases}\nesac`);
  const cli = (...args: string[]) => jumar(args, { cwd: project, home, env: { OUT: outside, ...env } });
  const loop = () => JSON.parse(logLine(home)).event.loop as string;
  const path = (name: string) => join(readableFiles(home), name);
  const read = (name: string) => readFileSync(path(name), 'utf8');
  return {
    project,
    home,
    cli,
    /** Starts the loop with this agent. */
    run: (...args: string[]) => cli(...args, '--agent-command', agent),
    /** The id of its only loop. */
    loop,
    /** A readable file of the loop. */
    path,
    read,
    readJson: (name: string) => JSON.parse(read(name)),
    log: () => logOf(loopFolders(home)[0] as string),
    file: (name: string) => readFileSync(join(project, name), 'utf8'),
    /** What a hook wrote to the file of that name in `$OUT`, line by line. */
    hook: (name: string) =>
      readFileSync(join(outside, name), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    close: () => rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}

function logLine(home: string): string {
  const [folder = ''] = loopFolders(home);
  return readFileSync(join(folder, 'log.jsonl'), 'utf8').split('\n', 1)[0] ?? '';
}
