export interface Secret {
  name: string;
  value: string;
}

/**
 * The values of variables whose names look secret, each also as written in JSON and in a URL. Longest first, so that a
 * value that contains another one is redacted completely.
 */
export function secretsIn(env: NodeJS.ProcessEnv): Secret[] {
  const secrets = new Map<string, string>();
  for (const name of Object.keys(env).sort()) {
    const value = env[name]?.trim() ?? '';
    if (!SECRET_NAME.test(name) || HARMLESS_NAME.test(name) || !couldBeSecret(value)) continue;
    for (const spelling of spellings(value)) if (!secrets.has(spelling)) secrets.set(spelling, name);
  }
  return [...secrets]
    .map(([value, name]) => ({ name, value }))
    .sort((a, b) => b.value.length - a.value.length || (a.value < b.value ? -1 : 1));
}

const SECRET_NAME = new RegExp(
  [
    'TOKEN(?!IZ|S)',
    'SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|AUTHORIZATION',
    '(?:API|ACCESS|PRIVATE|SIGNING|ENCRYPTION|MASTER|DEPLOY|ACCOUNT)[_-]?KEY',
    '(?:^|[^A-Z])(?:AUTH|PASS|PAT)(?:$|[^A-Z])',
    '^MYSQL_PWD$',
  ].join('|'),
  'i',
);

/** Such variables say where a secret is or how to use it, like SSH_AUTH_SOCK and AWS_WEB_IDENTITY_TOKEN_FILE. */
const HARMLESS_NAME =
  /_(?:FILE|PATH|DIR|DIRECTORY|SOCK|SOCKET|HOST|PORT|USER|USERNAME|NAME|TYPE|METHOD|MODE|TIMEOUT|TTL|HELPER|PROVIDER)$/i;

/** Redacting short values or common words would hide half of an output. */
function couldBeSecret(value: string): boolean {
  return value.length >= 8 && !EVERYDAY.has(value.toLowerCase()) && !FILE_PATH.test(value);
}

const EVERYDAY = new Set(
  'password postgres postgresql changeme disabled required optional undefined localhost development production'.split(
    ' ',
  ),
);

/** As in GOOGLE_APPLICATION_CREDENTIALS. */
const FILE_PATH = /^(?:~|\.{1,2})?\/[\w./@-]*\.\w{1,8}$/;

function spellings(value: string): string[] {
  const result = [value, JSON.stringify(value).slice(1, -1)];
  try {
    result.push(encodeURIComponent(value));
  } catch {
    // A lone surrogate cannot be encoded in a URL.
  }
  return result;
}
