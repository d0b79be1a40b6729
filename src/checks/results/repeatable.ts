import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { invocationsIn } from '../../project/invocations.ts';
import { type CommandContext, namesOutside } from './outside-paths.ts';

/** Programs whose results depend on more than the tree: the repository's history, the network, services, the clock. */
const EXTERNAL_PROGRAM =
  /^(?:git|gh|glab|docker|docker-compose|podman|kubectl|helm|terraform|curl|wget|http|ssh|scp|rsync|nc|ping|psql|mysql|sqlplus|redis-cli|mongo|mongosh|aws|gcloud|az|date|flock)$/;
const EXTERNAL_CALL = new RegExp(`(?:^|[\\s;&|(\`])${EXTERNAL_PROGRAM.source.slice(1, -1)}(?=[\\s;)])`, 'm');
const SCRIPT = /^(?:npm|pnpm|yarn|bun)$/;
const MAX_DEPTH = 4;
const MAX_BYTES = 256 * 1024;

/** Whether a command's result depends only on the workspace's files and the environment, as far as its text shows. */
export function isRepeatable(command: string, context: CommandContext, depth = 0): boolean {
  const { cwd } = context;
  const invocations = invocationsIn(command);
  if (invocations.length === 0 || namesOutside(withoutPrograms(command), context)) return false;
  return invocations.every(({ program, args }) => {
    if (EXTERNAL_PROGRAM.test(program.replace(/^.*\//, ''))) return false;
    const files = [program, ...args, ...(program === 'make' ? ['Makefile', 'makefile', 'GNUmakefile'] : [])];
    if (files.some((file) => isExternalScript(file, context))) return false;
    if (!SCRIPT.test(program) || depth >= MAX_DEPTH) return true;
    const words = args.filter((arg) => !arg.startsWith('-'));
    const name = words[0] === 'run' || words[0] === 'run-script' ? words[1] : words[0];
    const bodies = name ? scripts(cwd, name) : [];
    return bodies.every((body) => isRepeatable(body, context, depth + 1));
  });
}

/** The programs in the command line itself. */
export function programsIn(command: string): string[] {
  return [...new Set(invocationsIn(command).map(({ program }) => program))];
}

/** Programs have their own stamps in the key, so their paths do not matter. */
function withoutPrograms(command: string): string {
  const absolute = programsIn(command).filter((program) => isAbsolute(program));
  return absolute.reduce((text, program) => text.replace(program, ' '), command);
}

/** Whether a file is a shell script or makefile that calls an external program or names a path outside the workspace. */
function isExternalScript(file: string, context: CommandContext): boolean {
  try {
    const path = resolve(context.cwd, file);
    if (!statSync(path).isFile() || statSync(path).size > MAX_BYTES) return false;
    const text = readFileSync(path, 'latin1');
    const isScript = /^#!.*\b(?:ba|da|z|k)?sh\b/.test(text) || /\.(?:ba)?sh$|(?:^|\/)(?:GNU)?[Mm]akefile$/.test(file);
    return isScript && (EXTERNAL_CALL.test(text) || namesOutside(text, context, dirname(path)));
  } catch {
    return false;
  }
}

function scripts(cwd: string, name: string): string[] {
  try {
    const { scripts: all } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')) as {
      scripts?: Record<string, string>;
    };
    return [`pre${name}`, name, `post${name}`].flatMap((key) => all?.[key] ?? []);
  } catch {
    return [];
  }
}
