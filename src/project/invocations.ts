import { type ShellCommand, shellCommands } from '../core/criteria/shell-words.ts';

/** A program that a command line runs, and its arguments. */
export interface Invocation {
  program: string;
  args: string[];
}

const MAX_DEPTH = 4;

/** Every program in a command line, also behind `env`, `timeout`, `npx` and similar wrappers, and in `sh -c '…'`. */
export function invocationsIn(command: string, depth = 0): Invocation[] {
  return (shellCommands(command) ?? []).flatMap(({ words }) =>
    unwrap(
      words.map(({ text }) => text),
      depth,
    ),
  );
}

/** Whether a `||` has a fallback that checks something: `tool || ./other`, but not `tool || true`. */
export function hasAlternative(command: string, depth = 0): boolean {
  const commands = shellCommands(command) ?? [];
  return commands.some(
    ({ operator, words }, index) =>
      (operator === '||' && !fallbackOf(commands.slice(index)).every(checksNothing)) ||
      nestedScripts(words.map(({ text }) => text)).some(
        (script) => depth < MAX_DEPTH && hasAlternative(script, depth + 1),
      ),
  );
}

const KEYWORD = /^(?:[A-Za-z_]\w*=.*|!|\{|\}|if|elif|while|until|then|else|do|fi|done)$/;
const WRAPPER =
  /^(?:time|exec|command|env|nohup|nice|timeout|xargs|sudo|setsid|stdbuf|xvfb-run|cross-env|dotenv|npx|bunx|pnpx)$/;
const PACKAGE_RUNNER = /^(?:npm (?:exec|x)|pnpm (?:exec|dlx)|yarn (?:exec|dlx)|bun x|bundle exec)$/;
const SHELL = /^(?:\S*\/)?(?:sh|bash|dash|zsh|ksh)$/;

function unwrap(words: readonly string[], depth: number): Invocation[] {
  const [program, ...args] = words.slice(words.findIndex((word) => !KEYWORD.test(word)));
  if (program === undefined || KEYWORD.test(program)) return [];
  const own = { program, args };
  if (depth >= MAX_DEPTH) return [own];
  if (SHELL.test(program)) return [own, ...nestedScripts(words).flatMap((script) => invocationsIn(script, depth + 1))];
  if (WRAPPER.test(program)) return [own, ...unwrap(withoutOptions(args), depth + 1)];
  if (PACKAGE_RUNNER.test(`${program} ${args[0]}`)) return [own, ...unwrap(withoutOptions(args.slice(1)), depth + 1)];
  return [own];
}

/** The script argument of `sh -c`. */
function nestedScripts(words: readonly string[]): string[] {
  const shell = words.findIndex((word) => SHELL.test(word));
  const flag = words.findIndex((word, index) => shell >= 0 && index > shell && /^-\w*c$/.test(word));
  const script = flag > 0 ? words[flag + 1] : undefined;
  return script === undefined ? [] : [script];
}

/** Drops leading flags, assignments, and the numbers that `timeout` and `nice` take. */
function withoutOptions(args: readonly string[]): string[] {
  const first = args.findIndex((arg) => !/^-|^[A-Za-z_]\w*=|^\d+(?:\.\d+)?[smhd]?$|^\{\}$/.test(arg));
  return first < 0 ? [] : args.slice(first);
}

/** The commands after a `||`, up to the next one that runs in any case. */
function fallbackOf([first, ...rest]: ShellCommand[]): ShellCommand[] {
  if (!first) return [];
  const end = rest.findIndex(({ operator, depth }) => depth <= first.depth && operator !== '|');
  return [first, ...(end < 0 ? rest : rest.slice(0, end))];
}

function checksNothing({ words }: ShellCommand): boolean {
  const head = words.find(({ text }) => text !== '{' && text !== '}')?.text;
  return head === undefined || /^(?:true|:|exit|return|echo|printf)$/.test(head);
}
