export interface Shape {
  /** The name used in the mark. */
  kind: string;
  /** Matches only the secret. The text that introduces it is matched by a lookbehind and stays readable. */
  pattern: RegExp;
  /** The source of a cheap pattern that every match begins with. */
  start?: string;
}

/**
 * What may precede a token: no letter or digit, except the end of an escaped `\n`, of `%3D`, or of a colour code. No
 * match is followed directly by a letter or digit, so a redaction never creates a new start for another token.
 */
export const BEFORE = String.raw`(?:^|[^A-Za-z0-9]|\\[bfnrt]|%[0-9A-Fa-f]{2}|\[[0-9;]{0,20}m)`;
export const END = '(?![A-Za-z0-9])';

/** The prefix comes before the lookbehind, so that text without it is skipped quickly. */
export function token(kind: string, prefix: string, rest: string, before = BEFORE): Shape {
  return { kind, pattern: new RegExp(`${prefix}(?<=${before}${prefix})${rest}${END}`), start: prefix };
}
