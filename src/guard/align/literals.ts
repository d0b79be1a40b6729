/** A literal of a source text. Numbers are written one way: `5.0`, `5f64` and `5` are the same. */
export interface Literal {
  /** `5` or `"five"`. */
  value: string;
  line: number;
  /** It picks an element: `xs[0]`. */
  isIndex: boolean;
  /** It is a limit that something is compared with: `x > 90`. */
  isBound: boolean;
  /** Counts the statements of the text. */
  statement: number;
  /** The brackets around it, outermost first. */
  brackets: readonly Bracket[];
}

export interface Bracket {
  /** How many brackets stand directly inside. */
  parts: number;
  /** Nothing else does: it is a table, and what stands inside are its rows. */
  isTable: boolean;
}

const HASH_COMMENTS = /\.(pyi?|rb|sh|ya?ml|toml)$/;

const token =
  /(?<line>\n)|(?<blank>[^\S\n]+|\/\/[^\n]*)|(?<block>\/\*[\s\S]*?\*\/|"""[\s\S]*?"""|'''[\s\S]*?''')|(?<hash>#[^\n]*)|(?<pattern>\/(?![/*\s])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[dgimsuvy]*)|(?<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|(?<word>[A-Za-z_$][\w$]*)|(?<number>\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?\w*)|(?<open>[([{])|(?<close>[)\]}])|(?<other>.)/y;

/**
 * The literals of a text in their order, without comments and documentation. No grammar: it reads every language, and
 * code in any form.
 */
export function literalsOf(path: string, text: string): Literal[] {
  const found: Literal[] = [];
  const open: { sign: string; bracket: Bracket }[] = [];
  const hasHashComments = HASH_COMMENTS.test(path);
  let [line, statement, base] = [1, 0, 0];
  /** The last two tokens that are not blank. */
  let [previous, before] = ['', ''];
  token.lastIndex = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const { 0: raw, groups = {} } = match;
    if (groups.blank !== undefined) continue;
    if (groups.pattern !== undefined && !/^[(,=:!&|?;{}[]$|^return$|^$/.test(previous)) {
      token.lastIndex = match.index + 1;
      [before, previous] = [previous, '/'];
      continue;
    }
    if (groups.hash !== undefined) {
      if (!hasHashComments) token.lastIndex = match.index + 1;
      continue;
    }
    line += raw.split('\n').length - 1;
    if (groups.block !== undefined && !(/^["']/.test(raw) && /^[=(,:[]$/.test(previous))) continue;
    if (groups.line !== undefined || raw === ';') {
      const isInside = open.length > base && open.at(-1)?.sign !== '{';
      if (!isInside) [statement, base] = [statement + 1, open.length];
      continue;
    }
    const inside = open.at(-1)?.bracket;
    if (groups.open !== undefined) {
      if (inside) inside.parts++;
      open.push({ sign: raw, bracket: { parts: 0, isTable: true } });
    } else if (groups.close !== undefined) open.pop();
    else if (inside && raw !== ',') inside.isTable = false;
    if (groups.block !== undefined) groups.text = raw.slice(2, -2);
    const value = literalValue(groups, previous === '-' && !/^[\w)\]]/.test(before));
    if (value !== null) {
      const isIndex = previous === '[' && /^[\w)\]]/.test(before) && text[token.lastIndex] === ']';
      const isBound = /^[<>]$/.test(previous) || (previous === '=' && /^[<>]$/.test(before));
      found.push({ value, line, isIndex, isBound, statement, brackets: open.map(({ bracket }) => bracket) });
    }
    [before, previous] = [previous, raw];
  }
  return found;
}

function literalValue(
  { text, number, pattern }: Record<string, string | undefined>,
  isNegative: boolean,
): string | null {
  if (pattern !== undefined) return JSON.stringify(pattern.slice(1, pattern.lastIndexOf('/')));
  if (text !== undefined) return JSON.stringify(text.slice(1, -1));
  if (number === undefined) return null;
  const plain = Number(number.replaceAll('_', '').replace(/(?<=\d)(?:[fiu]\d+|[nLlfFdDuU]+|usize|isize)$/, ''));
  return Number.isNaN(plain) ? null : String(isNegative ? -plain : plain);
}
