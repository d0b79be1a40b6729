import { distance, nearest } from '../text/nearest.ts';
import type { ProjectCommands, ProjectScript } from './project.ts';
import { shellWords } from './shell-words.ts';

/** A script that a command runs and the project's package.json does not have. */
export interface UnknownScript {
  name: string;
  /** Null if none is called nearly the same. */
  nearest: ProjectScript | null;
}

/**
 * Null also if nothing is known: no package.json or one without scripts (the agent may be about to write them), another
 * package by `cd` or a workspace flag, hooks, and names that package managers have a meaning for.
 */
export function unknownScript(command: string, project: ProjectCommands): UnknownScript | null {
  const scripts = project.scripts.filter((script) => RUN.test(script.command));
  const lines = (shellWords(command) ?? []).map((words) => words.map(({ text }) => text).join(' '));
  if (scripts.length === 0 || lines.some((line) => /^cd\b/.test(line))) return null;
  for (const line of lines) {
    const [, manager = '', name, rest = ''] = RUN_NAMED.exec(line) ?? [];
    if (name === undefined || HAS_MEANING.test(name) || ELSEWHERE.test(rest)) continue;
    if (scripts.some((script) => script.name === name)) continue;
    // These two also run programs and files in this way.
    if (/^(?:yarn|bun)$/.test(manager) && (project.isExecutable(name) || name.includes('.'))) continue;
    return { name, nearest: nearScript(name, scripts) };
  }
  return null;
}

/** A few letters are wrong, or the name goes on after that of a script: `lint:fix` without one of its own. */
function nearScript(name: string, scripts: readonly ProjectScript[]): ProjectScript | null {
  const near = (word: string) => {
    const closest = nearest(word, scripts, (script) => script.name);
    return closest && distance(word, closest.name) <= Math.min(2, word.length / 2) ? closest : null;
  };
  return near(name) ?? near(name.replace(/:.*/, ''));
}

const RUN = /\b(?:npm|pnpm|yarn|bun) (?:run |test$)/;
const RUN_NAMED = /^(?:\w+=\S* |time |env |! )*(npm|pnpm|yarn|bun) (?:run|run-script) (\w[\w:.-]*)( .*)?$/s;
const HAS_MEANING = /^(?:pre|post)|^(?:test|start|stop|restart|env)$/;
const ELSEWHERE = / (?:-w|-ws|--workspaces?|--prefix|-C|--dir|--cwd|--filter|-F|-r|--recursive|--if-present)(?![\w-])/;
