import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { redactor } from './redact.ts';

const redact = redactor({});

/** So many characters of an alphabet, the same in every run, with letters and digits mixed. Samples are made here, so that no file holds one. */
function some(alphabet: string, count: number): string {
  let state = count * 7 + alphabet.length;
  return Array.from({ length: count }, (_, i) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return i % 5 === 4 ? '7' : alphabet[Math.floor(state / 65_536) % alphabet.length];
  }).join('');
}
const hex = (count: number) => some('0123456789abcdef', count);
const alnum = (count: number) => some('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', count);
const upper = (count: number) => some('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', count);
const lower = (count: number) => some('abcdefghijklmnopqrstuvwxyz0123456789', count);
const join = (...parts: string[]) => parts.join('');

const samples: [kind: string, sample: string][] = [
  ['github token', join('ghp', '_', alnum(36))],
  ['github token', join('gho', '_', alnum(36))],
  ['github token', join('ghu', '_', alnum(36))],
  ['github token', join('ghs', '_', alnum(36))],
  ['github token', join('ghr', '_', alnum(36))],
  ['github token', join('github', '_pat_', alnum(22), '_', alnum(59))],
  ['gitlab token', join('glpat', '-', alnum(20))],
  ['gitlab token', join('glptt', '-', hex(40))],
  ['gitlab token', join('GR1348', '941', alnum(20))],
  ['slack token', join('xoxb', '-', '123456789012-123456789012-', alnum(24))],
  ['slack token', join('xapp', '-1-', upper(11), '-1234567890123-', hex(64))],
  ['slack token', join('xoxe', '.xoxp-1-', alnum(160))],
  ['stripe key', join('sk', '_live_', alnum(24))],
  ['stripe key', join('rk', '_live_', alnum(24))],
  ['stripe key', join('whsec', '_', alnum(32))],
  ['aws access key', join('AK', 'IA', upper(16))],
  ['aws access key', join('AS', 'IA', upper(16))],
  ['google api key', join('AI', 'za', alnum(35))],
  ['google oauth token', join('ya', '29.', alnum(60))],
  ['google client secret', join('GOC', 'SPX-', alnum(28))],
  ['google refresh token', join('1/', '/0', alnum(42))],
  ['npm token', join('npm', '_', alnum(36))],
  ['pypi token', join('pypi', '-AgEIcHlwaS5vcmc', alnum(60))],
  ['anthropic key', join('sk', '-ant-api03-', alnum(80), '-', alnum(8), 'AA')],
  ['openai key', join('sk', '-proj-', alnum(60))],
  ['api key', join('sk', '-', alnum(48))],
  ['hugging face token', join('hf', '_', alnum(34))],
  ['groq key', join('gsk', '_', alnum(52))],
  ['xai key', join('xai', '-', alnum(80))],
  ['replicate token', join('r8', '_', alnum(37))],
  ['perplexity key', join('pplx', '-', alnum(48))],
  ['langsmith key', join('lsv2', '_pt_', hex(32), '_', hex(10))],
  ['digitalocean token', join('dop', '_v1_', hex(64))],
  ['twilio key', join('S', 'K', hex(32))],
  ['twilio account', join('A', 'C', hex(32))],
  ['sendgrid key', join('S', 'G.', alnum(22), '.', alnum(43))],
  ['mailgun key', join('key', '-', hex(32))],
  ['mailchimp key', join(hex(32), '-us', '21')],
  ['brevo key', join('xkey', 'sib-', hex(64), '-', alnum(16))],
  ['resend key', join('re', '_', alnum(8), '_', alnum(24))],
  ['heroku key', join('HRKU', '-AA', alnum(58))],
  ['linear key', join('lin', '_api_', alnum(40))],
  ['notion token', join('ntn', '_', alnum(46))],
  ['notion token', join('secret', '_', alnum(43))],
  ['discord token', join('M', alnum(25), '.', alnum(6), '.', alnum(38))],
  ['shopify token', join('shp', 'at_', hex(32))],
  ['doppler token', join('dp', '.pt.', alnum(43))],
  ['doppler token', join('dp', '.st.', 'dev.', alnum(43))],
  ['vault token', join('hv', 's.', alnum(90))],
  ['docker token', join('dckr', '_pat_', alnum(27))],
  ['databricks token', join('da', 'pi', hex(32))],
  ['grafana token', join('gl', 'sa_', alnum(32), '_', hex(8))],
  ['sentry token', join('sntry', 'u_', hex(64))],
  ['sentry token', join('sntry', 's_eyJ', alnum(80))],
  ['figma token', join('fig', 'd_', alnum(40))],
  ['square token', join('sq0', 'atp-', alnum(22))],
  ['square token', join('EA', 'AA', alnum(60))],
  ['braintree token', join('access', '_token$production$', lower(16), '$', hex(32))],
  ['cloudflare key', join('v1', '.0-', hex(24), '-', hex(146))],
  ['new relic key', join('NR', 'AK-', upper(27))],
  ['postman key', join('PM', 'AK-', hex(24), '-', hex(34))],
  ['airtable token', join('pa', 't', alnum(14), '.', hex(64))],
  ['atlassian token', join('ATA', 'TT3xFfGF0', alnum(180), '=7A', upper(6))],
  ['bitbucket token', join('AT', 'BB', alnum(32))],
  ['rubygems key', join('ruby', 'gems_', hex(48))],
  ['nuget key', join('o', 'y2', lower(43))],
  ['pulumi token', join('pu', 'l-', hex(40))],
  ['supabase token', join('sb', 'p_', hex(40))],
  ['planetscale token', join('pscale', '_tkn_', alnum(43))],
  ['tailscale key', join('ts', 'key-auth-', alnum(16), '-', alnum(32))],
  ['netlify token', join('nf', 'p_', alnum(40))],
  ['sonar token', join('sq', 'p_', hex(40))],
  ['circleci token', join('CCIP', 'AT_', alnum(22), '_', hex(40))],
  ['dynatrace token', join('dt0', 'c01.', upper(24), '.', upper(64))],
  ['alibaba key', join('LT', 'AI', alnum(20))],
  ['json web token', join('ey', 'J', alnum(20), '.eyJ', alnum(30), '.', alnum(43))],
  ['age key', join('AGE', '-SECRET-KEY-1', upper(58))],
];

describe('published token formats', () => {
  test.each(samples.map(([kind, sample]) => ({ kind, sample })))('$kind', ({ kind, sample }) => {
    for (const [before, after] of [
      ['', ''],
      ['TOKEN is ', ' today'],
      ['x="', '",'],
      ['export A=', '\n'],
      ['{"a":"', '"}'],
      ['\x1b[1m', '\x1b[0m'],
    ]) {
      const text = redact(`${before}${sample}${after}`);
      expect(text, before).not.toContain(sample.slice(-8));
      expect(text).toMatch(/\[redacted [\w ]+\]/);
    }
    expect(redact(`(${sample})`)).toBe(`([redacted ${kind}])`);
  });

  test.each([
    ['azure secret', 'aB7', join('8', 'Q~', alnum(34))],
    ['telegram token', '123456789', join(':A', 'A', alnum(33))],
    ['terraform token', alnum(14), join('.atlas', 'v1.', alnum(67))],
    ['discord webhook', 'https://discord.com/api/webhooks/123456789012345678/', alnum(68)],
    ['azure signature', 'https://a.blob.core.windows.net/c?sv=2022&sig=', join(alnum(43), '%3D')],
    ['aws session token', 'aws_session_token = ', some('abcdEFGH01234/+', 300)],
    ['password', 'Server=db;Database=app;User Id=sa;Password=', join('hunter', 'two')],
    ['password', 'amqps://user:', join('p4', 'ssw', 'ord')],
  ])('%s after %s', (kind, before, secret) => {
    const end = kind === 'password' ? (before.includes('://') ? '@host/x' : ';Encrypt=true') : ' ';
    expect(redact(`${before}${secret}${end}`)).toBe(`${before}[redacted ${kind}]${end}`);
  });

  test('the key of a service account', () => {
    const key = join(
      '-----BEGIN ',
      'PRIVATE KEY-----\\n',
      `${alnum(64)}\\n`.repeat(8),
      '-----END ',
      'PRIVATE KEY-----\\n',
    );
    const account = JSON.stringify({ type: 'service_account' }).replace('}', `,"private_key":"${key}"}`);
    expect(redact(account)).toBe('{"type":"service_account","private_key":"[redacted private key]\\n"}');
  });
});

const bytes = (count: number) =>
  Buffer.concat(Array.from({ length: count }, (_, i) => createHash('sha256').update(`${i}`).digest()));

describe('what only looks random stays', () => {
  test.each<[string, string]>([
    ['a uuid', '123e4567-e89b-12d3-a456-426614174000'],
    ['a commit', createHash('sha1').update('a').digest('hex')],
    ['a digest', `sha256:${createHash('sha256').update('a').digest('hex')}`],
    ['an integrity', `sha512-${createHash('sha512').update('a').digest('base64')}`],
    ['the base64 of an image', `data:image/png;base64,iVBORw0KGgo${bytes(2000).toString('base64')}`],
    ['base64 of zeros', `data:image/gif;base64,${Buffer.alloc(4000).toString('base64')}`],
    ['the base64url of bytes', bytes(500).toString('base64url')],
    ['hex', bytes(500).toString('hex')],
    ['hashed names of classes', '.css-1q2w3e4 ._button_1x9ab_12 sc-bdVaJa hf_button re_export_default nfs_mount_point'],
    ['hashed names of files', 'main.3f2a9c8b1d.chunk.js?v=0123456789abcdef0123456789abcdef index-BkX2p9Qz.css'],
    [
      'names in code',
      'secret_manager_client_for_the_whole_region pat_match key-value pul-request sl.small_component.name',
    ],
    [
      'dotted names',
      'NotificationSettingsPages.render.componentDidMountAndUpdateProps MutationObserverInitialised.handle.x',
    ],
    ['versions', 'v1.0-rc1 v1.0-20240101120000-abcdef123456 go1.22.1'],
    ['a time and a ratio', '2026-01-01T12:00:00Z 16:9 12345678:AB'],
    ['settings', 'Server=db;Database=app;Password=;Trusted=yes password=secret'],
  ])('%s', (_, text) => {
    expect(redact(text)).toBe(text);
  });
});
