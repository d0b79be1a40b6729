import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactor } from './redact.ts';

const A = 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3hJ5kL7n';
const KEY = `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${`${A}${A.slice(0, 24)}\n`.repeat(3)}-----END RSA PRIVATE KEY-----`;
const JWT = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${A}`;

/** Each in context, with the secret between `«»`. */
const secrets: [kind: string, text: string][] = [
  ['github token', `«ghp_${A.slice(0, 36)}»`],
  ['github token', `«gho_${A.slice(0, 36)}»`],
  ['github token', `«ghs_${A.slice(0, 36)}»`],
  ['github token', `«github_pat_11ABCDEFG0_${A}»`],
  ['gitlab token', `«glpat-${A.slice(0, 20)}»`],
  ['anthropic key', `«sk-ant-api03-${A}-${A}_AA»`],
  ['openai key', `«sk-proj-${A}_${A}»`],
  ['openrouter key', '«sk-or-v1-0123456789abcdef0123456789abcdef»'],
  ['api key', `«sk-${A}»`],
  ['stripe key', `«sk_live_${A.slice(0, 24)}»`],
  ['aws access key', '«AKIAIOSFODNN7EXAMPLE»'],
  ['aws secret key', 'aws_secret_access_key = «wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY»'],
  ['aws secret key', 'AWS_SECRET_ACCESS_KEY=«wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY»'],
  ['aws secret key', '"SecretAccessKey": "«wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY»"'],
  ['aws secret key', '{\\"secretAccessKey\\":\\"«wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY»\\"}'],
  ['google api key', `«AIza${A.slice(0, 35)}»`],
  ['slack token', '«xoxb-123456789012-abcdefGHIJKL»'],
  ['slack token', '«xoxp-123456789012-abcdefGHIJKL»'],
  ['npm token', `«npm_${A.slice(0, 36)}»`],
  ['pypi token', `«pypi-AgEIcHlwaS5vcmc${A}»`],
  ['sendgrid key', `«SG.${A.slice(0, 22)}.${A}»`],
  ['slack webhook', 'https://hooks.slack.com/services/«T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX»'],
  ['azure key', `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=«${A}${A}==»;EndpointSuffix=x`],
  ['secret', 'DB_PASSWORD=«s3cr3tValue9x»'],
  ['secret', 'export DB_PASSWORD=«supersecret» # note'],
  ['secret', 'API_KEY=«abc123def456»&x=1'],
  ['secret', "STRIPE_SECRET='«abcdefghij»'"],
  ['secret', 'client_secret=«9f8e7d6c5b4a»'],
  ['secret', 'clientSecret: "«9f8e7d6c5b4a»",'],
  ['secret', '{"user":"me","password":"«hunter2!»"}'],
  ['secret', '{\\"password\\":\\"«hunter22»\\"}'],
  ['secret', "password => '«p:w=0rd»'"],
  ['secret', 'db:\n  password: «s3cr3tValue9x»\n  port: 1'],
  ['secret', 'https://x.example/callback?access_token=«a1b2c3d4e5»&state=1'],
  ['hugging face token', `«hf_${A.slice(0, 34)}»`],
  ['json web token', `«${JWT}»`],
  ['authorization', 'Authorization: Basic «dXNlcjpwYXNzd29yZA==»'],
  ['authorization', "curl -H 'authorization: Bearer «abcDefGh»' x"],
  ['bearer token', 'using bearer «abcdef.0123456789-xyz» now'],
  ['api key', '"x-api-key": "«0123456789abcdef0123»"'],
  ['password', 'https://user:«hunter2»@example.com/path'],
  ['password', 'postgres://app:«p@ss:w0rd»@db:5432/app'],
  ['password', 'redis://:«s3cret»@cache'],
  ['private key', `«${KEY}»`],
  ['private key', `«${KEY.replaceAll('\n', '\\n')}»`],
  ['private key', `«${KEY.replace(/\nProc.*\n\n/, '\n').replace(/\n-----END.*/, '')}»`],
  ['private key', `«${KEY.replaceAll('\n', '\n-')}»`],
];

const redact = redactor({});
const bare = (text: string) => text.replace(/[«»]/g, '');
const hidden = (text: string, kind: string) => text.replace(/«[^»]*»/, `[redacted ${kind}]`);

describe('tokens of well-known shapes', () => {
  test.each(secrets)('%s: %s', (kind, text) => {
    expect(redact(bare(text))).toBe(hidden(text, kind));
  });

  const surroundings: [string, string][] = [
    ['', '\n'],
    ['TOKEN=', ' # note'],
    ['"', '",'],
    ['{"text":"\\n', '\\n"}'],
    ['\x1b[1;32m', '\x1b[0m'],
    ['?token%3D', '&x=1'],
    ['(', ').'],
    ['größe: ', '…'],
  ];
  test.each(surroundings)('between %j and %j', (before, after) => {
    for (const [kind, text] of secrets.filter(([, text]) => text.startsWith('«') && kindOfToken(text))) {
      expect(redact(`${before}${bare(text)}${after}`)).toBe(`${before}[redacted ${kind}]${after}`);
    }
  });
  const kindOfToken = (text: string) => !text.includes('PRIVATE KEY');

  test('several, one right after another', () => {
    const text = `ghp_${A} ${JWT},AKIAIOSFODNN7EXAMPLE:https://u:pw@h`;
    expect(redact(text)).toBe(
      '[redacted github token] [redacted json web token],[redacted aws access key]:https://u:[redacted password]@h',
    );
  });
});

test.each([
  'commit 3c26950f0e1b2a4d5c6f7a8b9c0d1e2f3a4b5c6d (HEAD -> main)',
  'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'id 123e4567-e89b-12d3-a456-426614174000',
  'integrity sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg==',
  'npm_config_registry npm_lifecycle_event npm_package_json',
  'task-0123456789abcdef01234567 disk-0123456789abcdef01234567 sk-spinner-three-bounce-animation',
  'fix-failing-tests-a1b2c3d4',
  'Authorization: Bearer $GITHUB_TOKEN and Authorization: Bearer <token>',
  'Authorization: Basic authentication is the bearer token-authentication-scheme of old',
  "headers: { 'x-api-key': config.anthropicApiKey, Authorization: 'Bearer ' + token }",
  'http://localhost:5173/@vite/client foo@http://localhost:8080/app.js:10:5',
  'postgres://user:$PASSWORD@host https://user:***@host ssh://git@github.com:22/a/b docker://node:20@sha256:abc',
  '//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbXX0=',
  "if (text.startsWith('-----BEGIN PRIVATE KEY-----')) parse(text)",
  'const secretKey = readSecretKey(); password: string; token = tokens[0]',
  'AKIA is the prefix; glpat- too; ghp_ and github_pat_ as well; xoxb-…',
  'the secret key is kept in a password manager',
  'password = getPassword() token: string passwordField = 12345678a tokens: a1b2c3d4e5',
  'API_KEY=$API_KEY API_KEY=<your key> API_KEY=%KEY% API_KEY=your-api-key API_KEY=',
  'password: null, password: true; password: **** password: "****" password: undefined PASSWORD=changeme',
  'const password = user.password2; token = process.env.GITHUB_TOKEN1; TOKEN=config.token secret=os.environ["X1"]',
  'login(password=password1, token=token_v2, secret: z.string().min(8))',
  '{"password": "Password must have 8 characters", "token": "access-token", "secret": "required"}',
  'SyntaxError: Unexpected token: punc at line 12345678 PRIVATE_KEY=/etc/ssl/key1.pem token: 12345678',
])('is left alone: %s', (text) => {
  expect(redact(text)).toBe(text);
});

describe('values of variables whose names look secret', () => {
  const value = 'correct horse "battery"';
  test.each(
    (
      'GITHUB_TOKEN MY_SECRET DB_PASSWORD PGPASSWORD MYSQL_PASSWD KEY_PASSPHRASE OPENAI_API_KEY APIKEY AWS_ACCESS_KEY ' +
      'SSH_PRIVATE_KEY AZURE_CREDENTIALS NPM_AUTH BASIC_AUTH_1 HTTP_AUTHORIZATION SMTP_PASS GITHUB_PAT my_token MYSQL_PWD ' +
      'npm_config_//registry.example.com/:_authToken'
    ).split(' '),
  )('%s', (name) => {
    expect(redactor({ [name]: value })(`it is ${value}!`)).toBe(`it is [redacted ${name}]!`);
  });

  test.each(
    (
      'PATH PWD OLDPWD GIT_AUTHOR_NAME XAUTHORITY SSH_AUTH_SOCK GIT_ASKPASS MAX_TOKENS TOKENIZERS_PARALLELISM DB_PASSWORD_FILE ' +
      'AUTH_TYPE KEYBOARD PATTERN COMPASS SECRETS_DIR'
    ).split(' '),
  )('%s does not look secret', (name) => {
    expect(redactor({ [name]: value })(value)).toBe(value);
  });

  test.each(['', 'short', 'postgres', 'Password', '/home/me/.config/gcloud/credentials.json', '  spaces '])(
    '%j is not hidden',
    (value) => {
      expect(redactor({ THE_SECRET: value })(`[${value}]`)).toBe(`[${value}]`);
    },
  );

  test('also as written in JSON and a URL, without surrounding spaces', () => {
    const redact = redactor({ PASSWORD: ' a"b\nc/d&é ' });
    expect(redact('1 a"b\nc/d&é 2 a\\"b\\nc/d&é 3 a%22b%0Ac%2Fd%26%C3%A9 4')).toBe(
      '1 [redacted PASSWORD] 2 [redacted PASSWORD] 3 [redacted PASSWORD] 4',
    );
  });

  test('the longer of two overlapping values, and the first name of two equal values', () => {
    const redact = redactor({ B_TOKEN: 'abcdefgh', A_TOKEN: 'abcdefgh', C_TOKEN: 'abcdefgh-ijkl', UNSET: undefined });
    expect(redact('abcdefgh-ijkl abcdefgh')).toBe('[redacted C_TOKEN] [redacted A_TOKEN]');
  });
});

/** Texts built from what the patterns match and what surrounds it, so that pieces meet in every way. */
const fragment = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...secrets.map(([, text]) => bare(text))) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...[
        'ghp_',
        'sk-',
        'eyJ',
        '.eyJ',
        'AKIA',
        '0123456789ABCDEF',
        A,
        'secret_key=',
        'Bearer ',
        '://u:',
        '@',
        '-----',
        'm',
      ],
      ...['-----BEGIN PRIVATE KEY-----', '\\n', '\n', ' ', '_', '-', '%3D', '\x1b[0m', '"', '=', '[', ']', '$', 'Z'],
      ...['[redacted ', '[redacted github token]', '[redacted A_TOKEN]', 'redacted', 'AUTHORIZATION: token '],
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
);
const value = fc.oneof(
  fc.array(fragment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
  fc.constantFrom('redacted', 'A_TOKEN]', '[redacted B_TOKEN]', 'github token', 'aaaaaaaa', A.slice(0, 12)),
);
const env = fc.dictionary(fc.constantFrom('A_TOKEN', 'B_TOKEN', 'x[redacted ]_SECRET', '-----_PASSWORD'), value);

test('any text: redacting again changes nothing, and no value stays outside the marks', () => {
  fc.assert(
    fc.property(env, fc.array(fc.oneof(fragment, value)), (env, parts) => {
      const redact = redactor(env);
      const once = redact([...parts, ...Object.values(env), ...parts].join(''));
      expect(redact(once)).toBe(once);
      const outside = once.split(/\[redacted [^[\]]*\]/);
      for (const secret of Object.values(env).map((value) => value.trim())) {
        if (secret.length < 8 || secret.includes('[redacted ')) continue;
        for (const piece of outside) expect(piece).not.toContain(secret);
      }
    }),
    { numRuns: 400 },
  );
});

test.each(
  [
    'a',
    ' ',
    '-',
    'eyJ',
    '-eyJ',
    'eyJaaaaa.',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\nx',
    'bearer ',
  ].concat([
    '://a:',
    '://a:@',
    'sk-',
    'sk-ant-',
    'authorization: bearer ',
    'secret_access_key=',
    'ghp_',
    '[0;',
    '"\' ',
    ':=',
  ]),
)('%j repeated many times takes no longer than other text', (part) => {
  expect(redact(part.repeat(500_000 / part.length))).toBeTypeOf('string');
});
