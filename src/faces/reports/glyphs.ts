/** The characters that text output is drawn with. */
export interface Glyphs {
  bar: string;
  line: string;
  double: string;
  arrow: string;
  pass: string;
  fail: string;
  unknown: string;
  left: string;
  ellipsis: string;
  /** Before what an agent does. */
  step: string;
  /** Beside what a tool printed, and between two columns. */
  side: string;
}

export const unicodeGlyphs: Glyphs = {
  bar: '█',
  line: '─',
  double: '═',
  arrow: '→',
  pass: '✓',
  fail: '✗',
  unknown: '?',
  left: '←',
  ellipsis: '…',
  step: '▸',
  side: '│',
};

export const asciiGlyphs: Glyphs = {
  bar: '#',
  line: '-',
  double: '=',
  arrow: '->',
  pass: 'ok',
  fail: 'FAIL',
  unknown: '?',
  left: '<-',
  ellipsis: '...',
  step: '>',
  side: '|',
};

/** ASCII replacements for recorded messages, which may be shown on any terminal later. */
const SIGNS: Record<string, string> = {
  ...Object.fromEntries(Object.entries(unicodeGlyphs).map(([name, sign]) => [sign, asciiGlyphs[name as keyof Glyphs]])),
  '–': '-',
  '—': '-',
  '−': '-',
  '·': '-',
  '›': '>',
  '≈': '~',
  '≥': '>=',
  '≤': '<=',
  '≠': '!=',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
};
const SIGN = new RegExp(
  `[${Object.keys(SIGNS)
    .filter((sign) => sign > '\u007f')
    .join('')}]`,
  'gu',
);

/** Replaces Jumar's own symbols if the glyphs are ASCII. Letters of any language stay. */
export function inGlyphs(text: string, glyphs: Glyphs): string {
  return glyphs === asciiGlyphs ? text.replace(SIGN, (sign) => SIGNS[sign] ?? sign) : text;
}

/** ASCII if the locale or the terminal does not support Unicode. */
export function glyphsFor(env: Record<string, string | undefined>): Glyphs {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  const other = locale !== '' && !/utf-?8/i.test(locale);
  return other || env.TERM === 'dumb' || env.TERM === 'linux' ? asciiGlyphs : unicodeGlyphs;
}
