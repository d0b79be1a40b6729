import { join } from 'node:path/posix';
import type { Invocation } from '../../project/invocations.ts';
import type { ProjectFiles } from './project-files.ts';

export interface MakeRun {
  /** Where make runs. */
  folder: string;
  /** The makefile it reads, and those that it includes. */
  makefiles: string[];
  /** The commands of each requested target and its prerequisites. */
  recipes: { target: string; lines: string[] }[];
}

const DEFAULTS = ['GNUmakefile', 'makefile', 'Makefile'];
const TAKES_VALUE = /^(?:-[CfIjloW]|--(?:directory|file|makefile|include-dir|jobs|load-average))$/;
const MAX_FILES = 20;

/** What `make check` reads and runs. Functions and pattern rules are not supported. Null if the program is not make. */
export async function makeRun(
  { program, args }: Invocation,
  files: ProjectFiles,
  cwd: string,
): Promise<MakeRun | null> {
  if (!/^(?:\S*\/)?g?make$/.test(program)) return null;
  const folder = join(cwd, optionIn(args, /^(?:-C|--directory)$/) ?? '.');
  const explicitFile = optionIn(args, /^(?:-f|--file|--makefile)$/);
  const makefiles = new Map<string, string>();
  for (const name of explicitFile ? [explicitFile] : DEFAULTS) {
    if (makefiles.size === 0) await readMakefile(join(folder, name), folder, files, makefiles);
  }
  const text = [...makefiles.values()].join('\n').replace(/\\\n\s*/g, ' ');
  const rules = rulesIn(text);
  const explicitTargets = args.filter((arg, index) => !/^-|=/.test(arg) && !TAKES_VALUE.test(args[index - 1] ?? ''));
  const [first] = rules.keys();
  const targets = explicitTargets.length > 0 ? explicitTargets : first ? [first] : [];
  return {
    folder,
    makefiles: [...makefiles.keys()],
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

async function readMakefile(
  path: string,
  folder: string,
  files: ProjectFiles,
  makefiles: Map<string, string>,
): Promise<void> {
  const text = makefiles.size < MAX_FILES && !makefiles.has(path) ? await files.text(path) : null;
  if (text === null) return;
  makefiles.set(path, text);
  for (const [, names = ''] of text.matchAll(/^[ ]*[-s]?include[ \t]+([^\n#]+)/gm)) {
    for (const name of substitute(names, variablesIn(text)).trim().split(/\s+/))
      await readMakefile(join(folder, name), folder, files, makefiles);
  }
}

interface MakeRule {
  needs: string[];
  lines: string[];
}

function rulesIn(text: string): Map<string, MakeRule> {
  const variables = variablesIn(text);
  const rules = new Map<string, MakeRule>();
  let current: MakeRule[] = [];
  for (const line of text.split('\n')) {
    const [, names, needs = '', inline] = /^([^\s:#=.][^:#=]*):(?![:=])([^;=]*)(?:;(.*))?$/.exec(line) ?? [];
    if (line.startsWith('\t')) {
      const command = substitute(line.trim().replace(/^[@+-]+\s*/, ''), variables);
      for (const rule of current) rule.lines.push(command);
    } else if (names !== undefined) {
      current = names
        .trim()
        .split(/\s+/)
        .map((name) => {
          const rule = rules.get(name) ?? { needs: [], lines: [] };
          rules.set(name, rule);
          rule.needs.push(...substitute(needs, variables).trim().split(/\s+/).filter(Boolean));
          if (inline) rule.lines.push(substitute(inline.trim(), variables));
          return rule;
        });
    } else if (line.trim() !== '' && !line.startsWith('#')) current = [];
  }
  return rules;
}

function variablesIn(text: string): Map<string, string> {
  const assignments = [...text.matchAll(/^([A-Za-z_]\w*)[ \t]*[:?]?=[ \t]*(.*)$/gm)];
  return new Map([
    ['MAKE', 'make'],
    ...assignments.map(([, name = '', value = '']): [string, string] => [name, value]),
  ]);
}

function substitute(text: string, variables: ReadonlyMap<string, string>): string {
  const once = (from: string) => from.replace(/\$[({](\w+)[)}]/g, (whole, name) => variables.get(name) ?? whole);
  return once(once(text)).replaceAll('$$', () => '$');
}

function recipeOf(target: string, rules: ReadonlyMap<string, MakeRule>, visited: Set<string>): string[] {
  const rule = rules.get(target);
  if (!rule || visited.has(target)) return [];
  visited.add(target);
  return [...rule.needs.flatMap((need) => recipeOf(need, rules, visited)), ...rule.lines];
}
