import { END, type Shape, token } from './token.ts';
import { vendorTokens } from './vendor-tokens.ts';

/** Between a name and its value: `: `, `=`, `": "`, also with escaped quotes. */
const ASSIGN = String.raw`["'\\]{0,3}\s{0,4}[:=]\s{0,4}["'\\]{0,3}`;

const BEGIN_KEY = '-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----';
const END_KEY = '-{5,6}END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----';
const KEY_BODY = '(?:[^-]|-(?!----)){40,16384}';
/** The lines of base64 after the start of a truncated block. */
const KEY_LINES = String.raw`(?:(?:\s|\\[nr]){1,8}[A-Za-z0-9+/=]{16,})+`;

/**
 * The patterns must run in linear time: a repeated class is always followed by something that ends it, and a match
 * cannot start inside text that an earlier start of the same pattern has already scanned.
 */
export const shapes: readonly Shape[] = [
  { kind: 'private key', pattern: new RegExp(`${BEGIN_KEY}(?:${KEY_BODY}${END_KEY}|${KEY_LINES})`) },
  token('github token', 'gh[pousr]_', '[A-Za-z0-9]{20,}'),
  token('github token', 'github_pat_', '[A-Za-z0-9_]{20,}'),
  token('gitlab token', 'gl(?:pat|dt|rt|cbt|ptt|ft|imt|wt|oas|soat|agent|ffct)-', '[A-Za-z0-9_-]{20,}'),
  token('anthropic key', 'sk-ant-', '[A-Za-z0-9_-]{16,}'),
  token('openai key', 'sk-(?:proj|svcacct|admin)-', '[A-Za-z0-9_-]{20,}'),
  token('openrouter key', 'sk-or-v1-', '[A-Za-z0-9_-]{20,}'),
  token('api key', 'sk-', '(?=[A-Za-z]*[0-9])[A-Za-z0-9]{20,}'),
  token('stripe key', '(?:[sr]k_(?:live|test)|whsec)_', '[A-Za-z0-9]{16,}'),
  token('aws access key', 'A[KS]IA', '[0-9A-Z]{16}'),
  after('aws secret key', 'secret[_ -]?(?:access[_ -]?)?key', '[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])'),
  token('google api key', 'AIza', '[A-Za-z0-9_-]{35}'),
  token('slack token', String.raw`(?:xoxe\.)?xox[abeoprs]-`, '[A-Za-z0-9-]{10,}'),
  token('npm token', 'npm_', '[A-Za-z0-9]{36}'),
  token('pypi token', 'pypi-Ag', '[A-Za-z0-9_-]{50,}'),
  token('hugging face token', 'hf_', '[A-Za-z0-9]{30,}'),
  token('sendgrid key', String.raw`SG\.`, String.raw`[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}`),
  ...vendorTokens,
  after('aws session token', 'aws_?session_?token|SessionToken', '[A-Za-z0-9/+]{100,}={0,2}'),
  {
    // `Server=db;User Id=app;Password=…;`: what it is called is not enough, so another part of the string comes before it.
    kind: 'password',
    pattern:
      /(?<=\b(?:Server|Data Source|Host|User ?Id|Uid|User|Database|Initial Catalog)=[^;\n]{1,200};(?:[^;=\n]{1,40}=[^;\n]{0,200};){0,8}\s{0,2}(?:Password|Pwd)=)(?![$<{*%[])[^;\s"'`<>[\]]{4,256}(?=[;"'`\s]|$)/i,
  },
  { kind: 'slack webhook', pattern: new RegExp(`(?<=hooks\\.slack\\.com/[a-z]{1,20}/)[A-Za-z0-9/]{20,}${END}`) },
  after('azure key', 'Account[_-]?Key|SharedAccessKey', '[A-Za-z0-9+/]{40,}={0,2}'),
  token('json web token', 'eyJ', String.raw`(?<![_-]eyJ)[A-Za-z0-9_-]{5,}\.eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{10,}`),
  after('api key', '(?:x-api-key|private-token|x-auth-token)', '(?=[A-Za-z._~+/-]*[0-9])[A-Za-z0-9._~+/-]{16,}={0,2}'),
  {
    // A capital or a digit distinguishes it from prose about `Authorization: Basic authentication`.
    kind: 'authorization',
    pattern: new RegExp(
      String.raw`(?<=[Aa]uthorization${ASSIGN}(?:[Bb]earer|[Bb]asic|[Tt]oken)\s{1,4})` +
        `(?=[a-z._~+/-]*[A-Z0-9])[A-Za-z0-9._~+/-]{8,}={0,2}${END}`,
    ),
  },
  {
    kind: 'bearer token',
    pattern: /(?<=\bbearer\s{1,4})(?=[A-Za-z._~+/-]*[0-9])[A-Za-z0-9._~+/-]{16,}={0,2}(?![A-Za-z0-9])/i,
  },
  {
    // Up to the last `@` before the path, since a password may contain one. A value that starts like a placeholder does not count.
    kind: 'password',
    pattern: /(?<=:\/\/[^\s/:@"'`<>[\]]{0,256}:)(?![$<{*%])[^\s/"'`<>[\]]{1,256}(?=@(?!sha256:))/,
  },
];

/** A value assigned to a name, as `name: value` or `"name": "value"`. */
function after(kind: string, name: string, source: string): Shape {
  return { kind, pattern: new RegExp(`(?<=(?:${name})${ASSIGN})${source}${END}`, 'i') };
}
