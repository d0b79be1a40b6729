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

/** Plain ASCII where the locale or the terminal says that it shows nothing else. */
export function glyphsFor(env: Record<string, string | undefined>): Glyphs {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  const other = locale !== '' && !/utf-?8/i.test(locale);
  return other || env.TERM === 'dumb' || env.TERM === 'linux' ? asciiGlyphs : unicodeGlyphs;
}
