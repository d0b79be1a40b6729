import { dirname, join, relative, resolve } from 'node:path';
import { type Invocation, invocationsIn } from '../criteria/invocations.ts';
import { makeRun } from './make-rules.ts';
import { packageScripts } from './package-scripts.ts';
import type { ProjectFiles } from './project-files.ts';
import { isPlain, type Purpose, purposeOf, runsWork } from './script-purpose.ts';

/** A file of the project that a command line runs or loads. */
export interface ScriptFile {
  path: string;
  isShell: boolean;
  /** It is loaded before what is run, or tells make what to run. */
  isLoaded: boolean;
  /** It is the check rather than what is checked, by the name of what asks for it. */
  judges: boolean;
}

const DEEPEST = 4;
const MAX_SCRIPT = 100_000;
const SHELL = /^(?:sh|bash|dash|zsh|ksh|\.|source)$/;
const INTERPRETER = /^(?:node|deno|bun|tsx|ts-node|python[\d.]*|ruby|perl|php|lua)$/;
const TAKES_VALUE = /^(?:-r|--require|--import|--loader|--experimental-loader|--env-file|-C|--conditions|-W|-X|-I)$/;
/** Flags with which there is no file to run. For shells and python `-e` and `-E` are something else. */
const RUNS_TEXT = { named: /^(?:-\w*c|-m)$/, other: /^(?:-\w*e|--eval|-p|--print|--test|--run)$/ };
const TEST_RUNNER = /^(?:mocha|ava|tape|tap|jasmine|jest|vitest|nyc|c8|eslint|pytest)$/;
const LOADS = /(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader|--preload|--config|-c)(?:=|\s+)(\S+)/g;

/** Walks from a command line through package scripts, rules of make and shell scripts to the files that they run. */
export function scriptFiles(command: string, cwd: string, root: string, files: ProjectFiles): Promise<ScriptFile[]> {
  return filesRunBy(command, { root, files, folder: relative(root, cwd), purpose: null, depth: 0 });
}

interface Place {
  root: string;
  files: ProjectFiles;
  folder: string;
  purpose: Purpose | null;
  depth: number;
}

async function filesRunBy(command: string, outer: Place): Promise<ScriptFile[]> {
  if (outer.depth > DEEPEST) return [];
  const found: ScriptFile[] = [];
  const place = { ...outer };
  const purpose = isPlain(command) ? outer.purpose : null;
  const [, , quoted, bare] = /\bNODE_OPTIONS=(?:(["'])(.*?)\1|(\S+))/.exec(command) ?? [];
  found.push(...(await loadedFiles({ program: 'node', args: [quoted ?? bare ?? ''] }, place)));
  for (const invocation of invocationsIn(command)) {
    const { program, args } = invocation;
    if (program === 'cd') place.folder = join(place.folder, args[0] ?? '.');
    found.push(...(await filesAskedFor(invocation, place)), ...(await loadedFiles(invocation, place)));
    const script = scriptOf(invocation);
    const path = script === null ? null : within(place, script);
    const text = path === null ? null : await place.files.text(path);
    if (path === null || text === null) continue;
    const isShell = SHELL.test(program) || isShellScript(path, text);
    found.push({ path, isShell, isLoaded: false, judges: !isShell && purpose !== null && !runsWork(path, purpose) });
    if (isShell) found.push(...(await filesRunIn(path, text, { ...place, purpose: null, depth: place.depth + 1 })));
  }
  return found;
}

/** What is behind a script of a package.json, or a rule of make. */
async function filesAskedFor(invocation: Invocation, place: Place): Promise<ScriptFile[]> {
  const found: ScriptFile[] = [];
  const run = async (name: string, lines: readonly string[], folder: string) => {
    const purpose = purposeOf(name, place.purpose);
    for (const line of lines) {
      found.push(...(await filesRunBy(line, { ...place, folder, purpose, depth: place.depth + 1 })));
    }
  };
  for (const { name, lines, folder } of await packageScripts(invocation, place.files, place.folder || '.')) {
    await run(name, lines, folder);
  }
  const make = await makeRun(invocation, place.files, place.folder || '.');
  for (const path of make?.makefiles ?? []) found.push({ path, isShell: false, isLoaded: true, judges: true });
  for (const { target, lines } of make?.recipes ?? []) {
    const isComparing = !isPlain(lines.join(';'));
    await run(isComparing ? '' : target, lines, make?.folder ?? '.');
  }
  return found;
}

/** What a shell script runs in turn, line by line: a line that cannot be understood alone names nothing. */
async function filesRunIn(script: string, text: string, outer: Place): Promise<ScriptFile[]> {
  if (outer.depth > DEEPEST || text.length > MAX_SCRIPT) return [];
  const lines = text.split('\n').filter((line) => !/^\s*(?:#|$)/.test(line));
  const own = lines.some((line) => /^\s*cd\s.*(?:\$0|BASH_SOURCE)/.test(line)) ? dirname(script) : outer.folder;
  const found: ScriptFile[] = [];
  const place = { ...outer, folder: own };
  for (const line of lines) {
    found.push(...(await filesRunBy(line, place)));
    const [to] = invocationsIn(line).flatMap(({ program, args }) => (program === 'cd' && args[0] ? [args[0]] : []));
    if (to && !to.includes('$')) place.folder = join(place.folder, to);
  }
  return found.filter(({ path }, index) => found.findIndex((one) => one.path === path) === index);
}

/** Modules that a runner of tests loads first, and its configuration where that has a name of its own. */
async function loadedFiles({ program, args }: Invocation, place: Place): Promise<ScriptFile[]> {
  const runsTests = TEST_RUNNER.test(program) || args.includes('--test');
  if (!runsTests && !(place.purpose && INTERPRETER.test(program))) return [];
  const found: ScriptFile[] = [];
  for (const [, name = ''] of args.join(' ').matchAll(LOADS)) {
    for (const end of ['', '.js', '.cjs', '.mjs', '.ts']) {
      const path = within(place, name + end);
      if (path !== null && (await place.files.text(path)) !== null) {
        found.push({ path, isShell: false, isLoaded: true, judges: true });
      }
    }
  }
  return found;
}

function scriptOf({ program, args }: Invocation): string | null {
  if (program.includes('/')) return program;
  if (!SHELL.test(program) && !INTERPRETER.test(program)) return null;
  const own = args.findIndex((arg, index) => !arg.startsWith('-') && !TAKES_VALUE.test(args[index - 1] ?? ''));
  const runsText = /(?:sh|python[\d.]*)$/.test(program) ? RUNS_TEXT.named : RUNS_TEXT.other;
  if (args.slice(0, own < 0 ? args.length : own).some((arg) => runsText.test(arg))) return null;
  const script = args[own];
  return (program === 'deno' || program === 'bun') && script === 'run' ? (args[own + 1] ?? null) : (script ?? null);
}

function isShellScript(path: string, text: string): boolean {
  return /\.(?:sh|bash|zsh)$/.test(path) || /^#!.*\b(?:sh|bash|dash|zsh|ksh)\b/.test(text.slice(0, 200));
}

/** From the root; null where it leads out of it. */
function within({ root, folder }: Place, path: string): string | null {
  const way = relative(root, resolve(root, folder, path));
  return way === '' || way === '..' || way.startsWith('../') || way.startsWith('/') ? null : way;
}
