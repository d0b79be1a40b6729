export interface ShellWord {
  text: string;
  /** Holds quotes, an escape, a variable or a substitution: nobody writes prose like that. */
  opaque: boolean;
}

/** One simple command of a line. */
export interface ShellCommand {
  words: ShellWord[];
  /** What stands before it; null at the beginning. A line end counts as `;`. */
  operator: '&&' | '||' | ';' | '|' | '&' | null;
  /** How many groups, `(…)` or `{ …; }`, were open at that operator. */
  depth: number;
}

/** The words alone, one list for each simple command. */
export function shellWords(line: string): ShellWord[][] | null {
  return shellCommands(line)?.map(({ words }) => words) ?? null;
}

/**
 * A command line as the shell would split it into simple commands. Redirections and the parentheses of a subshell are
 * left out. Null if the shell would find an error, such as the open quote in "don't break it".
 */
export function shellCommands(line: string): ShellCommand[] | null {
  const commands: ShellCommand[] = [];
  let current: ShellCommand = { words: [], operator: null, depth: 0 };
  let skipNext = false;
  let rest = line.trim();
  let depth = 0;
  let braces = 0;
  while (rest !== '') {
    const operator = /^(&&|\|\||[;|&\n])\s*/.exec(rest);
    const redirection = /^\d*(?:>>|<<<?|[<>]&?)\s*/.exec(rest);
    if (operator) {
      if (current.words.length === 0) return null;
      commands.push(current);
      const sign = operator[1] === '\n' ? ';' : operator[1];
      current = { words: [], operator: sign as ShellCommand['operator'], depth: depth + braces };
      rest = rest.slice(operator[0].length);
      continue;
    }
    if (redirection) {
      skipNext = true;
      rest = rest.slice(redirection[0].length);
      continue;
    }
    if (rest[0] === '(' || rest[0] === ')') {
      depth += rest[0] === '(' ? 1 : -1;
      if (depth < 0 || (rest[0] === '(' && current.words.length > 0)) return null;
      rest = rest.slice(1).trimStart();
      continue;
    }
    const word = WORD.exec(rest)?.[0];
    if (!word) return null;
    if (current.words.length === 0) braces += Number(word === '{') - Number(word === '}');
    if (!skipNext) current.words.push({ text: unquoted(word), opaque: /["'\\$`]/.test(word) });
    skipNext = false;
    rest = rest.slice(word.length).replace(/^[ \t]+/, '');
  }
  // Behind `&` nothing waits for the command, and the shell exits 0 even if it fails.
  if (/(?:[&|]|\\)$/.test(line.trim())) return null;
  if (current.words.length > 0) commands.push(current);
  return commands.length > 0 && depth === 0 && !skipNext ? commands : null;
}

const WORD = /^(?:[^\s"'\\$`&|;<>()]|"(?:[^"\\]|\\.)*"|'[^']*'|\\.|\$\([^)]*\)|\$|`[^`]*`)+/s;

function unquoted(word: string): string {
  return word.replace(
    /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs,
    (_, double, single, escaped) => double ?? single ?? escaped,
  );
}

/** A word as the shell reads it back unchanged. */
export function shellQuote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
