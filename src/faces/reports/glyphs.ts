/** The signs that text faces draw with. */
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
};

/** Signs in sentences: reasons and messages are recorded with them, whatever terminal they are read on later. */
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

/** Words for people with no sign that these glyphs stand in for. Letters of any language stay: they are not Jumar's. */
export function inGlyphs(text: string, glyphs: Glyphs): string {
  return glyphs === asciiGlyphs ? text.replace(SIGN, (sign) => SIGNS[sign] ?? sign) : text;
}

/** Plain ASCII where the locale or the terminal says that it shows nothing else. */
export function glyphsFor(env: Record<string, string | undefined>): Glyphs {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  const other = locale !== '' && !/utf-?8/i.test(locale);
  return other || env.TERM === 'dumb' || env.TERM === 'linux' ? asciiGlyphs : unicodeGlyphs;
}
