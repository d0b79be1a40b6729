export interface Secret {
  name: string;
  value: string;
}

/**
 * The values of the variables whose names look secret, each also as it appears within JSON and within a URL. Longest
 * first, so that of a value that contains another nothing stays.
 */
export function secretsIn(env: NodeJS.ProcessEnv): Secret[] {
  const secrets = new Map<string, string>();
  for (const name of Object.keys(env).sort()) {
    const value = env[name]?.trim() ?? '';
    if (!SECRET_NAME.test(name) || HARMLESS_NAME.test(name) || !couldBeSecret(value)) continue;
    for (const written of spellings(value)) if (!secrets.has(written)) secrets.set(written, name);
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

/** They say where or how, as SSH_AUTH_SOCK and AWS_WEB_IDENTITY_TOKEN_FILE do. */
const HARMLESS_NAME =
  /_(?:FILE|PATH|DIR|DIRECTORY|SOCK|SOCKET|HOST|PORT|USER|USERNAME|NAME|TYPE|METHOD|MODE|TIMEOUT|TTL|HELPER|PROVIDER)$/i;

/** Short values and those that are everyday words would hide half of an output. */
function couldBeSecret(value: string): boolean {
  return value.length >= 8 && !EVERYDAY.has(value.toLowerCase()) && !FILE_PATH.test(value);
}

const EVERYDAY = new Set(
  'password postgres postgresql changeme disabled required optional undefined localhost development production'.split(
    ' ',
  ),
);

/** GOOGLE_APPLICATION_CREDENTIALS is one. */
const FILE_PATH = /^(?:~|\.{1,2})?\/[\w./@-]*\.\w{1,8}$/;

function spellings(value: string): string[] {
  const spelled = [value, JSON.stringify(value).slice(1, -1)];
  try {
    spelled.push(encodeURIComponent(value));
  } catch {
    // Half of a surrogate pair has no place in a URL.
  }
  return spelled;
}
