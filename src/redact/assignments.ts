import type { Shape } from './shapes.ts';

/** The end of a name that says its value is secret: `DB_PASSWORD`, `client_secret`, `apiKey`; not `passwordField`, `tokens`. */
const NAME =
  '(?:pass(?:word|wd|phrase)|secret|(?:api|access|secret|private|signing|encryption|master|account)[_-]?key|token|credentials?)';
const UPPER_NAME = NAME.toUpperCase();

const OPERATOR = String.raw`\s{0,4}(?:[:=]=?|=>)\s{0,4}`;
/**
 * What may follow an unquoted value, and no part of one: `=` and `:` are among it, so that a match never ends where the
 * value of another name begins, and a second pass finds no more than the first.
 */
const ENDS = String.raw`(?=[\s"'${'`'},;&|)\]}<>\\=:]|$)`;
const BARE = String.raw`[^\s"'${'`'},;&|()[\]{}<>\\=:]`;

/** Variables, placeholders, masks and paths are no secrets, nor are words that say what is to stand there. */
const PLACEHOLDER = String.raw`(?![$<{*%[/~.#])(?!(?:null|nil|none|true|false|undefined|unset|empty|missing|hidden|redacted|string|number|boolean|any|unknown|required|optional|disabled|enabled|changeme|password|passwd|secret|token|example|placeholder|x+|your[\w-]*|my[_-][\w-]*)${ENDS})`;
/** `config.token`, `process.env.API_KEY` */
const MEMBER = String.raw`(?![A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+${ENDS})`;
/** `nextToken2`, as code has it. */
const IDENTIFIER = String.raw`(?![A-Za-z_]+\d{0,2}${ENDS})`;
const DIGIT = String.raw`(?=[^\s"'${'`'}\\\d]{0,256}\d)`;
const LETTER = '(?=[^A-Za-z\\s]{0,256}[A-Za-z])';
/** A value that is all letters and dashes reads like a word of code or of a message. */
const NO_WORD = String.raw`(?=[\w.-]{0,256}[^\w.\s"'${'`'}\\-]|[A-Za-z_.-]{0,256}\d)`;

/**
 * What is assigned to a name that says it is secret. In code most of what follows such a name is no secret, so what
 * could be code or prose stays; only what the environment's way of writing assigns is believed without a digit in it.
 */
export const assignments: readonly Shape[] = [
  {
    kind: 'secret',
    pattern: new RegExp(`(?<=${UPPER_NAME}=["']?)${PLACEHOLDER}${MEMBER}${BARE}{6,256}${ENDS}`),
  },
  {
    kind: 'secret',
    pattern: new RegExp(
      String.raw`(?<=${NAME}\\{0,3}["']?${OPERATOR}\\{0,3}["'${'`'}])${PLACEHOLDER}${MEMBER}${NO_WORD}[^\s"'${'`'}\\]{6,256}(?=["'${'`'}\\])`,
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
