export type Token = { kind: 'comment' | 'string' | 'number' | 'keyword' | 'plain'; text: string };

const words = (text: string) => new Set(text.split(' '));

const cLike = words(
  'abstract as async await bool boolean break case catch char class const continue debugger default delete do double else enum export extends false final finally float fn for from func function go if impl implements import in instanceof int interface is let loop match mod module mut namespace new nil null number of override package private protected pub public readonly return self static string struct super switch this throw throws trait true try type typeof undefined unsafe use var void where while yield',
);
const python = words(
  'and as assert async await break class continue def del elif else except False finally for from global if import in is lambda match None nonlocal not or pass raise return self True try while with yield',
);
const shell = words('case do done elif else esac exit export fi for function if in local return set then while');

interface Language {
  keywords: ReadonlySet<string>;
  comment: RegExp;
}

const slashes = /\/\/.*|\/\*.*?(?:\*\/|$)|^\s*\*.*/y;
const hash = /#.*/y;
const languages: [RegExp, Language][] = [
  [/\.pyi?$/, { keywords: python, comment: hash }],
  [/\.(?:sh|bash|zsh|ya?ml|toml|rb|mk)$|Makefile$/, { keywords: shell, comment: hash }],
  [/\.(?:[cm]?[jt]sx?|go|rs|java|kt|c|h|cc|cpp|cs|swift|php|scss|css|json)$/, { keywords: cLike, comment: slashes }],
];

const string = /"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|`(?:\\.|[^`\\])*`?/y;
const number = /\b(?:0[xob][\da-f_]+|\d[\d_.]*(?:e[+-]?\d+)?)\b/iy;
const word = /[A-Za-z_$][\w$]*/y;

/** Rough syntax colours for a single line; never fails. Unknown languages stay plain. */
export function tokens(line: string, path: string): Token[] {
  const language = languages.find(([name]) => name.test(path))?.[1];
  if (!language || line.length > 1000) return [{ kind: 'plain', text: line }];
  const result: Token[] = [];
  const add = (kind: Token['kind'], text: string) => {
    const last = result.at(-1);
    if (last?.kind === kind) last.text += text;
    else result.push({ kind, text });
  };
  for (let at = 0; at < line.length; ) {
    const match = (pattern: RegExp) => {
      pattern.lastIndex = at;
      return pattern.exec(line)?.[0] ?? '';
    };
    const kinds: [Token['kind'], string][] = [
      ['comment', match(language.comment)],
      ['string', match(string)],
      ['number', match(number)],
    ];
    const hit = kinds.find(([, text]) => text !== '');
    const name = hit ? '' : match(word);
    const text = hit?.[1] ?? (name || (line[at] as string));
    add(hit?.[0] ?? (language.keywords.has(name) ? 'keyword' : 'plain'), text);
    at += text.length;
  }
  return result;
}
