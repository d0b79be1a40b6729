import type { Shape } from './token.ts';

/** The end of a name that says its value is secret: `DB_PASSWORD`, `client_secret`, `apiKey`; not `passwordField`, `tokens`. */
const NAME =
  '(?:pass(?:word|wd|phrase)|secret|(?:api|access|secret|private|signing|encryption|master|account)[_-]?key|token|credentials?)';
const UPPER_NAME = NAME.toUpperCase();

const OPERATOR = String.raw`\s{0,4}(?:[:=]=?|=>)\s{0,4}`;
/**
 * Characters that end an unquoted value. They include `=` and `:`, so that a match never ends right before the value of
 * another name, and a second pass finds nothing new.
 */
const ENDS = String.raw`(?=[\s"'${'`'},;&|)\]}<>\\=:]|$)`;
const BARE = String.raw`[^\s"'${'`'},;&|()[\]{}<>\\=:]`;

/** Excludes variables, placeholders, masks, paths, and words that describe a value. */
const PLACEHOLDER = String.raw`(?![$<{*%[/~.#])(?!(?:null|nil|none|true|false|undefined|unset|empty|missing|hidden|redacted|string|number|boolean|any|unknown|required|optional|disabled|enabled|changeme|password|passwd|secret|token|example|placeholder|x+|your[\w-]*|my[_-][\w-]*)${ENDS})`;
/** `config.token`, `process.env.API_KEY` */
const MEMBER = String.raw`(?![A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+${ENDS})`;
/** `nextToken2`, an identifier in code. */
const IDENTIFIER = String.raw`(?![A-Za-z_]+\d{0,2}${ENDS})`;
const DIGIT = String.raw`(?=[^\s"'${'`'}\\\d]{0,256}\d)`;
const LETTER = '(?=[^A-Za-z\\s]{0,256}[A-Za-z])';
/** A value of only letters and dashes is probably a word from code or a message. */
const NOT_A_WORD = String.raw`(?=[\w.-]{0,256}[^\w.\s"'${'`'}\\-]|[A-Za-z_.-]{0,256}\d)`;

/**
 * Values assigned to names that look secret. In code most of these values are not secrets, so anything that could be
 * code or prose stays. Only in assignments like `DB_PASSWORD=…` does a value count without a digit.
 */
export const assignments: readonly Shape[] = [
  {
    kind: 'secret',
    pattern: new RegExp(`(?<=${UPPER_NAME}=["']?)${PLACEHOLDER}${MEMBER}${BARE}{6,256}${ENDS}`),
  },
  {
    kind: 'secret',
    pattern: new RegExp(
      String.raw`(?<=${NAME}\\{0,3}["']?${OPERATOR}\\{0,3}["'${'`'}])${PLACEHOLDER}${MEMBER}${NOT_A_WORD}[^\s"'${'`'}\\]{6,256}(?=["'${'`'}\\])`,
      'i',
    ),
  },
  {
    kind: 'secret',
    pattern: new RegExp(
      String.raw`(?<=${NAME}\\{0,3}["']?${OPERATOR})${PLACEHOLDER}${MEMBER}${IDENTIFIER}${DIGIT}${LETTER}${BARE}{8,256}${ENDS}`,
      'i',
    ),
  },
];
