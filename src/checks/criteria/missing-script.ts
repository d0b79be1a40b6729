import type { Invocation } from '../../project/invocations.ts';

type FindMissing = (invocation: Invocation, lines: readonly string[]) => string | null;

/**
 * A message about something that the command line needs and the project does not have: a script in its package.json, a
 * target, a manifest. The tool's error must contain the name from the command line; anything else that is missing inside a
 * check makes the check fail.
 */
export function missingScript(invocations: readonly Invocation[], lines: readonly string[]): string | null {
  return firstMissing(scriptReaders, invocations, lines);
}

/** The same for a file for an interpreter, or a folder: what an agent may be about to write. */
export function missingFile(invocations: readonly Invocation[], lines: readonly string[]): string | null {
  return firstMissing(fileReaders, invocations, lines);
}

function firstMissing(
  readers: readonly [program: RegExp, FindMissing][],
  invocations: readonly Invocation[],
  lines: readonly string[],
): string | null {
  for (const invocation of invocations) {
    const missing = readers.find(([program]) => program.test(invocation.program))?.[1];
    const reason = missing?.(invocation, lines);
    if (reason) return reason;
  }
  return null;
}

const MANAGER_SAYS = /^\s*(?:npm (?:error|ERR!)|error\b|\W*ERR_PNPM|Usage Error|\S*YN\d{4})/i;
const NO_MANIFEST =
  /could not read package\.json|couldn't find a package\.json|no package\.json|NO_IMPORTER_MANIFEST_FOUND/i;
const NO_SCRIPT =
  /(?:missing script:|script not found|couldn't find a script named|command) "?([^"]+?)"?(?: not found)?\.?$/i;

/** Package managers print the script before they run it; later output comes from the script. */
const packageScript: FindMissing = ({ args }, lines) => {
  const scriptStart = lines.findIndex((line) => /^[>$] /.test(line));
  const messages = (scriptStart < 0 ? lines : lines.slice(0, scriptStart)).filter((line) => MANAGER_SAYS.test(line));
  if (messages.some((line) => NO_MANIFEST.test(line))) return 'there is no package.json';
  const names = args.map((arg) => (arg === 't' || arg === 'tst' ? 'test' : arg));
  const name = messages.map((line) => NO_SCRIPT.exec(line)?.[1]).find((script) => script && names.includes(script));
  return name ? `package.json has no script "${name}"` : null;
};

const target: FindMissing = ({ program, args }, lines) => {
  for (const line of lines.filter((one) => one.startsWith(`${program}: `))) {
    if (/no makefile found/.test(line)) return 'there is no makefile';
    const [, rule, unknown] =
      /No rule to make target [`'‘](.+)['’]\. +Stop|don't know how to make (.+)\. Stop/.exec(line) ?? [];
    const name = rule ?? unknown;
    if (name && args.includes(name)) return `${program} has no target "${name}"`;
  }
  return null;
};

const makeFolder: FindMissing = ({ program, args }, lines) => {
  const complaint = /\*\*\* (.+): No such file or directory\. +Stop/;
  const places = lines.filter((line) => line.startsWith(`${program}: `)).map((line) => complaint.exec(line)?.[1]);
  const place = places.find((one) => one !== undefined && args.includes(one));
  return place === undefined ? null : `there is no folder ${place}`;
};

const CANNOT_OPEN =
  /cannot open|can't open|could not open|no such file|cannot find module|could not find|module not found/i;
const TAKES_VALUE =
  /^(?:-r|--require|--import|--loader|--experimental-loader|--env-file|-C|--conditions|-W|-X|-I|-o|-O)$/;
/** Flags that run code instead of a file. For shells and python, `-e` and `-E` mean something else. */
const RUNS_TEXT = { shellLike: /^(?:-\w*c|-m)$/, other: /^(?:-\w*e|--eval|-p|--print)$/ };

/** The script and the modules loaded before it, but not the script's own arguments. */
const scriptFile: FindMissing = ({ program, args }, lines) => {
  const own = args.findIndex((arg, index) => !arg.startsWith('-') && !TAKES_VALUE.test(args[index - 1] ?? ''));
  const last = args.includes('--test') || /^(?:deno|bun)$/.test(program) ? args.length : own + 1;
  const interpreterArgs = args.slice(0, last);
  const runsText = /(?:sh|python[\d.]*)$/.test(program) ? RUNS_TEXT.shellLike : RUNS_TEXT.other;
  if (interpreterArgs.some((arg) => runsText.test(arg))) return null;
  const complaints = lines.filter((line) => CANNOT_OPEN.test(line));
  // Node prints this for a missing entry point, which for `node .` has another name.
  const noEntry = lines.some((line) => line.trim() === 'requireStack: []');
  const missing = interpreterArgs
    .filter((arg) => !arg.startsWith('-'))
    .find((arg) => {
      const name = arg.replace(/^(?:\.{1,2}(?:\/|$))+/, '');
      return name === '' ? noEntry : complaints.some((line) => mentions(line, name));
    });
  return missing ? `${program} cannot open ${missing}` : null;
};

const folder: FindMissing = ({ args }, lines) => {
  const [name] = args;
  const missing = name && lines.some((line) => /\bcd: /.test(line) && mentions(line, name));
  return missing ? `there is no folder ${name}` : null;
};

/** What a tool prints that finds no project here or above. */
const noManifest =
  (message: RegExp, name: string): FindMissing =>
  (_, lines) =>
    lines.some((line) => message.test(line)) ? `there is no ${name}` : null;

const scriptReaders: [program: RegExp, FindMissing][] = [
  [/^(?:npm|pnpm|yarn|bun)$/, packageScript],
  [/^g?make$/, target],
  [/^cargo$/, noManifest(/^error: could not find `Cargo\.toml` in /, 'Cargo.toml')],
  [/^go$/, noManifest(/go\.mod file not found|cannot find main module|does not contain main module/, 'go.mod')],
  [/^mvn$/, noManifest(/there is no POM in this directory/, 'pom.xml')],
];

const fileReaders: [program: RegExp, FindMissing][] = [
  [/^g?make$/, makeFolder],
  [/^cd$/, folder],
  [
    /^(?:\S*\/)?(?:\.|source|sh|bash|dash|zsh|ksh|node|deno|bun|tsx|ts-node|python[\d.]*|ruby|perl|php|lua)$/,
    scriptFile,
  ],
];

/** As a separate word, or at the end of a path. */
function mentions(line: string, name: string): boolean {
  for (let index = line.indexOf(name); index >= 0; index = line.indexOf(name, index + 1)) {
    const before = line[index - 1] ?? ' ';
    const after = line[index + name.length] ?? ' ';
    if (/[\s'"‘`/]/.test(before) && /[\s'"’:,]/.test(after)) return true;
  }
  return false;
}
