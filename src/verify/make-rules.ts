import { join } from 'node:path/posix';
import type { Invocation } from '../criteria/invocations.ts';
import type { ProjectFiles } from './project-files.ts';

export interface MakeRun {
  /** Where make runs. */
  folder: string;
  /** Its makefiles: the one it reads, and what that includes. */
  makefiles: string[];
  /** What it runs for each target it is asked for, and for what these need first. */
  recipes: { target: string; lines: string[] }[];
}

const DEFAULTS = ['GNUmakefile', 'makefile', 'Makefile'];
const TAKES_VALUE = /^(?:-[CfIjloW]|--(?:directory|file|makefile|include-dir|jobs|load-average))$/;
const MOST_FILES = 20;

/** What `make check` reads and runs, as far as its text says so: no functions, no rules by pattern. Null where it is no make. */
export async function makeRun(
  { program, args }: Invocation,
  files: ProjectFiles,
  cwd: string,
): Promise<MakeRun | null> {
  if (!/^(?:\S*\/)?g?make$/.test(program)) return null;
  const folder = join(cwd, optionIn(args, /^(?:-C|--directory)$/) ?? '.');
  const named = optionIn(args, /^(?:-f|--file|--makefile)$/);
  const found = new Map<string, string>();
  for (const name of named ? [named] : DEFAULTS) {
    if (found.size === 0) await read(join(folder, name), folder, files, found);
  }
  const text = [...found.values()].join('\n').replace(/\\\n\s*/g, ' ');
  const rules = rulesIn(text);
  const asked = args.filter((arg, index) => !/^-|=/.test(arg) && !TAKES_VALUE.test(args[index - 1] ?? ''));
  const [first] = rules.keys();
  const targets = asked.length > 0 ? asked : first ? [first] : [];
  return {
    folder,
    makefiles: [...found.keys()],
    recipes: targets.map((target) => ({ target, lines: recipeOf(target, rules, new Set()) })),
  };
}

function optionIn(args: readonly string[], option: RegExp): string | null {
  for (const [index, arg] of args.entries()) {
    const [name = '', inline] = arg.split(/=(.*)/s);
    if (option.test(name)) return inline ?? args[index + 1] ?? null;
  }
  return null;
}

async function read(path: string, folder: string, files: ProjectFiles, found: Map<string, string>): Promise<void> {
  const text = found.size < MOST_FILES && !found.has(path) ? await files.text(path) : null;
  if (text === null) return;
  found.set(path, text);
  for (const [, names = ''] of text.matchAll(/^[ ]*[-s]?include[ \t]+([^\n#]+)/gm)) {
    for (const name of substituted(names, variablesIn(text)).trim().split(/\s+/))
      await read(join(folder, name), folder, files, found);
  }
}

interface Rule {
  needs: string[];
  lines: string[];
}

function rulesIn(text: string): Map<string, Rule> {
  const variables = variablesIn(text);
  const rules = new Map<string, Rule>();
  let current: Rule[] = [];
  for (const line of text.split('\n')) {
    const [, names, needs = '', inline] = /^([^\s:#=.][^:#=]*):(?![:=])([^;=]*)(?:;(.*))?$/.exec(line) ?? [];
    if (line.startsWith('\t')) {
      const command = substituted(line.trim().replace(/^[@+-]+\s*/, ''), variables);
      for (const rule of current) rule.lines.push(command);
    } else if (names !== undefined) {
      current = names
        .trim()
        .split(/\s+/)
        .map((name) => {
          const rule = rules.get(name) ?? { needs: [], lines: [] };
          rules.set(name, rule);
          rule.needs.push(...substituted(needs, variables).trim().split(/\s+/).filter(Boolean));
          if (inline) rule.lines.push(substituted(inline.trim(), variables));
          return rule;
        });
    } else if (line.trim() !== '' && !line.startsWith('#')) current = [];
  }
  return rules;
}

function variablesIn(text: string): Map<string, string> {
  const found = [...text.matchAll(/^([A-Za-z_]\w*)[ \t]*[:?]?=[ \t]*(.*)$/gm)];
  return new Map([['MAKE', 'make'], ...found.map(([, name = '', value = '']): [string, string] => [name, value])]);
}

function substituted(text: string, variables: ReadonlyMap<string, string>): string {
  const once = (from: string) => from.replace(/\$[({](\w+)[)}]/g, (whole, name) => variables.get(name) ?? whole);
  return once(once(text)).replaceAll('$$', () => '$');
}

function recipeOf(target: string, rules: ReadonlyMap<string, Rule>, seen: Set<string>): string[] {
  const rule = rules.get(target);
  if (!rule || seen.has(target)) return [];
  seen.add(target);
  return [...rule.needs.flatMap((need) => recipeOf(need, rules, seen)), ...rule.lines];
}
