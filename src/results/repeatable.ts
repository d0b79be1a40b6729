import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { invocationsIn } from '../criteria/invocations.ts';
import { namesOutside, type Surroundings } from './outside-paths.ts';

/** What these answer depends on more than the tree: the repository's history, the network, services, the clock. */
const LOOKS_ELSEWHERE =
  /^(?:git|gh|glab|docker|docker-compose|podman|kubectl|helm|terraform|curl|wget|http|ssh|scp|rsync|nc|ping|psql|mysql|sqlplus|redis-cli|mongo|mongosh|aws|gcloud|az|date|flock)$/;
const MENTIONED = new RegExp(`(?:^|[\\s;&|(\`])${LOOKS_ELSEWHERE.source.slice(1, -1)}(?=[\\s;)])`, 'm');
const SCRIPT = /^(?:npm|pnpm|yarn|bun)$/;
const DEEPEST = 4;
const LARGEST = 256 * 1024;

/** Whether a command's result follows from the tree, what lies beside it and the environment, as far as its words tell. */
export function isRepeatable(command: string, place: Surroundings, depth = 0): boolean {
  const { cwd } = place;
  const invocations = invocationsIn(command);
  if (invocations.length === 0 || namesOutside(withoutPrograms(command), place)) return false;
  return invocations.every(({ program, args }) => {
    if (LOOKS_ELSEWHERE.test(program.replace(/^.*\//, ''))) return false;
    const files = [program, ...args, ...(program === 'make' ? ['Makefile', 'makefile', 'GNUmakefile'] : [])];
    if (files.some((file) => looksElsewhere(file, place))) return false;
    if (!SCRIPT.test(program) || depth >= DEEPEST) return true;
    const named = args.filter((arg) => !arg.startsWith('-'));
    const name = named[0] === 'run' || named[0] === 'run-script' ? named[1] : named[0];
    const bodies = name ? scripts(cwd, name) : [];
    return bodies.every((body) => isRepeatable(body, place, depth + 1));
  });
}

/** The programs that a command names itself. */
export function programsIn(command: string): string[] {
  return [...new Set(invocationsIn(command).map(({ program }) => program))];
}

/** A program is known by its own stamp, wherever it lies. */
function withoutPrograms(command: string): string {
  const absolute = programsIn(command).filter((program) => isAbsolute(program));
  return absolute.reduce((text, program) => text.replace(program, ' '), command);
}

/** A shell script or makefile that calls one of them, or names a path outside the workspace. */
function looksElsewhere(file: string, place: Surroundings): boolean {
  try {
    const path = resolve(place.cwd, file);
    if (!statSync(path).isFile() || statSync(path).size > LARGEST) return false;
    const text = readFileSync(path, 'latin1');
    const isScript = /^#!.*\b(?:ba|da|z|k)?sh\b/.test(text) || /\.(?:ba)?sh$|(?:^|\/)(?:GNU)?[Mm]akefile$/.test(file);
    return isScript && (MENTIONED.test(text) || namesOutside(text, place, dirname(path)));
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
