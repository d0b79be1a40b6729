/** Normalizes string literals: raw or plain quotes, concatenated or not. Takes and returns token texts. */
export function plainStrings(text: string): string {
  if (!/["`]/.test(text)) return text;
  const joined = text
    .split(' ')
    .map(canonical)
    .reduce(joinStrings, [] as string[]);
  // The parser trims the text between the placeholders of a template.
  return joined.includes('`') ? joined.join(' ').replace(/\s/g, '') : joined.join(' ');
}

const quoted = /^([a-zA-Z]{0,2})"([\s\S]*)"$/;

function canonical(token: string): string {
  const rust = /^(b?)r(#+)"([\s\S]*)"\2$/.exec(token);
  if (rust) return `${rust[1]}"${raw(rust[3]!)}"`;
  const [, prefix = '', content = ''] = quoted.exec(token) ?? [];
  if (content === '' && !token.endsWith('""')) return token;
  const letters = prefix.toLowerCase();
  if (letters.includes('f') && /[{}]/.test(content)) return token;
  const remainingPrefix = letters.replace(/[rfu]/g, '');
  return `${remainingPrefix}"${letters.includes('r') ? raw(content) : escaped(content)}"`;
}

/** A raw string as it would be written with escapes. */
const raw = (content: string): string => content.replaceAll('\\', '\\\\');

/** Unescapes quotes, and doubles a backslash before a letter that needs no escape. */
const escaped = (content: string): string =>
  content.replace(/\\([\s\S])/g, (whole, letter: string) =>
    /["'`]/.test(letter) ? letter : /[\\ntrabfvxuUN0-7\u00a0]/.test(letter) ? whole : `\\\\${letter}`,
  );

/** `"a" + "b"`, "a" "b" and two adjoining templates: one string. */
function joinStrings(list: string[], token: string): string[] {
  const [last = '', before = ''] = [list.at(-1), list.at(-2)];
  const plus = last === '+';
  const left = plus ? before : last;
  if (token.startsWith('"') && left.length > 1 && left.endsWith('"') && quoted.test(left)) {
    list.splice(plus ? -2 : -1);
    list.push(`${left.slice(0, -1)}${token.slice(1)}`);
  } else if (token === '`' && plus && before === '`') list.splice(-2);
  else if (token.startsWith('"') && plus && before === '`') list.splice(-2, 2, token.slice(1, -1), '`');
  else if (token === '`' && plus && quoted.test(before)) list.splice(-2, 2, '`', before.slice(1, -1));
  else list.push(token);
  return list;
}
