import { programs } from './programs.ts';
import type { ProjectCommands } from './project.ts';
import { hasProse, isEnglishWord, isProse, isShellWord } from './prose.ts';
import { type ShellWord, shellCommands } from './shell-words.ts';
import { isUtility } from './utilities.ts';

/**
 * Tells a command from prose. A text is a command if the shell can split it, and each of its simple commands
 * - begins with a known program whose arguments fit it: `go test ./...`, but not "go faster"; `make check`, but not
 *   "make it fast"; `test -f x`, but not "test everything works"; or
 * - begins with a utility of every system, and what follows is not a sentence: `sleep 12`, `yes | head -c 10`; or
 * - begins with a path (`./check`, `vendor/bin/phpunit`, `scripts/lint.sh`) or with `NAME=value`; or
 * - begins with a word that is executable here, and the rest has something that only command lines have (a flag, a path,
 *   quotes), or there is no rest and the word is not an English one like `find`; or
 * - begins with an unknown word, not an English one, and has a flag;
 * and none of its bare words is a word of sentences ("is", "without", "properly"). Behind `!`, `time`, `env` and similar words
 * the same holds for the rest. What this rule gets wrong, backticks put right.
 */
export function isCommand(text: string, project: ProjectCommands): boolean {
  const commands = shellCommands(text);
  if (!commands) return false;
  if (/^(?:if|for|while|until|case)\s.*;.*\b(?:fi|done|esac)$/s.test(text)) return true;
  const inPipe = (index: number) => commands[index]?.operator === '|' || commands[index + 1]?.operator === '|';
  return commands.every(({ words }, index) => isSimpleCommand(words, project, inPipe(index)));
}

const WRAPPERS = new Set([
  '!',
  'time',
  'env',
  'command',
  'exec',
  'nohup',
  'sudo',
  'cross-env',
  'xvfb-run',
  'dotenv',
  '{',
]);
const ASSIGNMENT = /^[A-Za-z_]\w*=/;

function isSimpleCommand(words: ShellWord[], project: ProjectCommands, piped: boolean): boolean {
  const [head, ...args] = words;
  if (!head) return false;
  if (WRAPPERS.has(head.text)) return isSimpleCommand(withoutOptions(args), project, piped);
  if (head.text === 'timeout') return isSimpleCommand(withoutOptions(args).slice(1), project, piped);
  if (ASSIGNMENT.test(head.text)) return args.length > 0 && (isSimpleCommand(args, project, piped) || !hasProse(args));

  const program = programs.get(head.text.replace(/^(python|pip)[\d.]+$/, '$1'));
  if (program?.(args, project) || isUtility(head.text, args, piped)) return true;
  if (program) return false;
  if (hasProse(args) || isProse(head.text)) return false;
  if (head.opaque) return !/\s/.test(head.text) || head.text.includes('/');
  if (PATH.test(head.text) || SCRIPT.test(head.text)) return !DOCUMENT.test(head.text);
  if (isEnglishWord(head.text)) return project.isExecutable(head.text) && args.some(isShellWord);
  if (project.isExecutable(head.text)) return args.length === 0 || args.some(isShellWord);
  return /^[a-z][\w.+-]*$/i.test(head.text) && args.some(({ text }) => /^--?\w/.test(text));
}

const PATH = /^(?:\.{1,2}|~)?\/|(?:^|\/)\.?bin\//;
const SCRIPT = /\.(?:sh|bash|zsh|py|rb|pl|[cm]?js)$/;
const DOCUMENT = /\.(?:md|txt|json|ya?ml|toml|html?|css|[cm]?tsx?|jsx|go|rs|java|lock|png|svg|pdf)$|\/$/i;

function withoutOptions(args: ShellWord[]): ShellWord[] {
  const first = args.findIndex(({ text }) => !text.startsWith('-') && !ASSIGNMENT.test(text));
  return first < 0 ? [] : args.slice(first);
}
