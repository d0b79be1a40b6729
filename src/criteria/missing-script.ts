import type { Invocation } from './invocations.ts';

type Missing = (invocation: Invocation, lines: readonly string[]) => string | null;

/**
 * What the command line asks of the project and the project does not have: a script in its package.json, a target, the
 * file that an interpreter is to run, a folder. In the words of who looked for it, and with the name that was given;
 * something else that is missing inside of a check makes the check fail.
 */
export function missingScript(invocations: readonly Invocation[], lines: readonly string[]): string | null {
  for (const invocation of invocations) {
    const missing = readers.find(([program]) => program.test(invocation.program))?.[1];
    const found = missing?.(invocation, lines);
    if (found) return found;
  }
  return null;
}

const MANAGER_SAYS = /^\s*(?:npm (?:error|ERR!)|error\b|\W*ERR_PNPM|Usage Error|\S*YN\d{4})/i;
const NO_MANIFEST =
  /could not read package\.json|couldn't find a package\.json|no package\.json|NO_IMPORTER_MANIFEST_FOUND/i;
const NO_SCRIPT =
  /(?:missing script:|script not found|couldn't find a script named|command) "?([^"]+?)"?(?: not found)?\.?$/i;

/** Package managers show the script before they run it; what stands below that comes from inside. */
const packageScript: Missing = ({ args }, lines) => {
  const shown = lines.findIndex((line) => /^[>$] /.test(line));
  const said = (shown < 0 ? lines : lines.slice(0, shown)).filter((line) => MANAGER_SAYS.test(line));
  if (said.some((line) => NO_MANIFEST.test(line))) return 'there is no package.json';
  const names = args.map((arg) => (arg === 't' || arg === 'tst' ? 'test' : arg));
  const name = said.map((line) => NO_SCRIPT.exec(line)?.[1]).find((found) => found && names.includes(found));
  return name ? `package.json has no script "${name}"` : null;
};

const target: Missing = ({ program, args }, lines) => {
  for (const line of lines.filter((one) => one.startsWith(`${program}: `))) {
    if (/no makefile found/.test(line)) return 'there is no makefile';
    const [, rule, unknown, place] =
      /No rule to make target [`'‘](.+)['’]\. +Stop|don't know how to make (.+)\. Stop|\*\*\* (.+): No such file or directory\. +Stop/.exec(
        line,
      ) ?? [];
    const name = rule ?? unknown ?? place;
    if (name && args.includes(name)) return place ? `there is no folder ${name}` : `${program} has no target "${name}"`;
  }
  return null;
};

const CANNOT_OPEN =
  /cannot open|can't open|could not open|no such file|cannot find module|could not find|module not found/i;
const TAKES_VALUE =
  /^(?:-r|--require|--import|--loader|--experimental-loader|--env-file|-C|--conditions|-W|-X|-I|-o|-O)$/;
/** Flags with which there is no file to run. For shells and python `-e` and `-E` are something else. */
const RUNS_TEXT = { named: /^(?:-\w*c|-m)$/, other: /^(?:-\w*e|--eval|-p|--print)$/ };

/** The script and what is loaded before it; what the script is given is its own affair. */
const scriptFile: Missing = ({ program, args }, lines) => {
  const own = args.findIndex((arg, index) => !arg.startsWith('-') && !TAKES_VALUE.test(args[index - 1] ?? ''));
  const last = args.includes('--test') || /^(?:deno|bun)$/.test(program) ? args.length : own + 1;
  const given = args.slice(0, last);
  const runsText = /(?:sh|python[\d.]*)$/.test(program) ? RUNS_TEXT.named : RUNS_TEXT.other;
  if (given.some((arg) => runsText.test(arg))) return null;
  const complaints = lines.filter((line) => CANNOT_OPEN.test(line));
  // Node says this of the program it was started with, which for `node .` has another name.
  const noEntry = lines.some((line) => line.trim() === 'requireStack: []');
  const missing = given
    .filter((arg) => !arg.startsWith('-'))
    .find((arg) => {
      const name = arg.replace(/^(?:\.{1,2}(?:\/|$))+/, '');
      return name === '' ? noEntry : complaints.some((line) => names(line, name));
    });
  return missing ? `${program} cannot open ${missing}` : null;
};

const folder: Missing = ({ args }, lines) => {
  const [name] = args;
  const missing = name && lines.some((line) => /\bcd: /.test(line) && names(line, name));
  return missing ? `there is no folder ${name}` : null;
};

const readers: [program: RegExp, Missing][] = [
  [/^(?:npm|pnpm|yarn)$/, packageScript],
  [/^bun$/, (invocation, lines) => packageScript(invocation, lines) ?? scriptFile(invocation, lines)],
  [/^g?make$/, target],
  [/^cd$/, folder],
  [/^(?:\S*\/)?(?:\.|source|sh|bash|dash|zsh|ksh|node|deno|tsx|ts-node|python[\d.]*|ruby|perl|php|lua)$/, scriptFile],
];

/** As a word of its own, or at the end of a path. */
function names(line: string, name: string): boolean {
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
    const before = line[at - 1] ?? ' ';
    const after = line[at + name.length] ?? ' ';
    if (/[\s'"‘`/]/.test(before) && /[\s'"’:,]/.test(after)) return true;
  }
  return false;
}
