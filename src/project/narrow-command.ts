import picomatch from 'picomatch';
import { shellCommands } from '../core/criteria/shell-words.ts';

/**
 * The same command for some test files only, or for all if none is given, up to the first failure if the runner can stop there. Null if it is more than one runner, if the runner cannot be asked for files, or
 * if it already names some in a way that cannot be replaced.
 *
 * With `stops: false` it goes on after a failure.
 *
 * `script` is what a package script behind it runs: arguments go to its last command.
 */
export function narrowCommand(
  command: string,
  script: string | null,
  files: readonly string[],
  all: readonly string[],
  { stops = true }: { stops?: boolean } = {},
): string | null {
  const own = lastWords(command);
  const inner = script === null ? own : lastWords(script);
  if (!own || !inner || (script !== null && shellCommands(command)?.length !== 1)) return null;
  const runner = RUNNERS.find(({ words }) => words.test(inner.join(' ')));
  if (!runner) return null;
  const args = inner.slice(runnerEnd(inner, runner.words));
  const named = args.filter((word) => isAboutFiles(word, all));
  const stop = stops ? runner.stop : [];
  if (files.length === 0 && stop.length === 0) return null;
  const added = [...stop, ...(files.length > 0 ? runner.before : []), ...files.map(quoted)].join(' ');
  const isMore = named.length === 0 || files.length === 0;
  if (script !== null) return isMore ? `${command}${separatorOf(own)} ${added}` : null;
  if (isMore) return `${command} ${added}`;
  return replaceable(command, named) ? `${withoutWords(command, named)} ${added}` : null;
}

/** Programs that take test files as arguments, and then take nothing else. */
const RUNNERS: readonly { words: RegExp; before: readonly string[]; stop: readonly string[] }[] = [
  { words: /(?:^|\s)(?:\S*\/)?vitest (?:run|--run)\b/, before: [], stop: ['--bail=1'] },
  { words: /(?:^|\s)(?:\S*\/)?jest\b/, before: ['--runTestsByPath'], stop: ['--bail=1'] },
  { words: /(?:^|\s)(?:\S*\/)?node\b.* --test(?=\s|$)/, before: [], stop: [] },
  { words: /(?:^|\s)(?:\S*\/)?(?:pytest|py\.test)\b/, before: [], stop: ['-x'] },
  { words: /(?:^|\s)(?:\S*\/)?ava\b/, before: [], stop: ['--fail-fast'] },
];

/** The last simple command, if it runs only after the others held. */
function lastWords(line: string): string[] | null {
  const commands = shellCommands(line);
  if (!commands || commands.some(({ operator, depth }) => depth > 0 || (operator !== null && operator !== '&&')))
    return null;
  return commands.at(-1)?.words.map(({ text }) => text) ?? null;
}

/** Where the arguments of the runner begin. */
function runnerEnd(words: readonly string[], form: RegExp): number {
  return words.findIndex((_, index) => form.test(words.slice(0, index + 1).join(' '))) + 1;
}

/** A file, a folder or a pattern of tests. */
function isAboutFiles(word: string, all: readonly string[]): boolean {
  if (word.startsWith('-')) return false;
  const plain = word.replace(/^\.\//, '').replace(/\/$/, '');
  if (plain === '' || plain === '.') return true;
  return all.some((path) => path === plain || path.startsWith(`${plain}/`) || picomatch.isMatch(path, plain));
}

/** npm takes what follows for itself until `--`. */
const separatorOf = (words: readonly string[]) => (words[0] === 'npm' && !words.includes('--') ? ' --' : '');

const quoted = (path: string) => (/^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`);

/** Each stands in the command once, as it is. */
const replaceable = (command: string, words: readonly string[]) =>
  words.every((word) => command.split(/\s+/).filter((one) => one === word).length === 1);

const withoutWords = (command: string, words: readonly string[]) =>
  command
    .trim()
    .split(/\s+/)
    .filter((one) => !words.includes(one))
    .join(' ');
