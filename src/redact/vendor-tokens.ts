import { BEFORE, END, type Shape, token } from './token.ts';

const WORD = '[A-Za-z0-9_-]';
const ALNUM = '[A-Za-z0-9]';
const HEX = '[0-9a-f]';

/** Published formats: what a token starts with, and what follows. The start names its vendor, so nothing else looks like it. */
const prefixed: readonly (readonly [kind: string, prefix: string, rest: string])[] = [
  ['1password token', 'ops_eyJ', `${ALNUM}{100,}={0,2}`],
  ['adafruit key', 'aio_', `${ALNUM}{28}`],
  ['age key', 'AGE-SECRET-KEY-1', '[0-9A-Z]{58}'],
  ['airtable token', 'pat', String.raw`${ALNUM}{14}\.${HEX}{64}`],
  ['atlassian token', 'ATATT3|ATCTT3', '[A-Za-z0-9_=-]{60,}'],
  ['bitbucket token', 'ATBB', `${ALNUM}{32,}`],
  ['braintree token', 'access_token', String.raw`\$(?:production|sandbox)\$[0-9a-z]{16}\$${HEX}{32}`],
  ['brevo key', 'xkeysib-|xsmtpsib-', `${HEX}{64}-${ALNUM}{16}`],
  ['buildkite token', 'bk(?:ua|ct|aj|pi)_', `${WORD}{30,}`],
  ['circleci token', 'CCIP(?:AT|RJ)_', `${WORD}{30,}`],
  ['clojars token', 'CLOJARS_', '[0-9a-z]{60}'],
  ['cloudflare key', String.raw`v1\.0-`, `${HEX}{24}-${HEX}{100,}`],
  ['cloudflare token', 'cf(?:k|ut|at)_', `${WORD}{40,}`],
  ['contentful token', 'CFPAT-', `${WORD}{43}`],
  ['databricks token', 'dapi', `${HEX}{32}(?:-[0-9])?`],
  ['digitalocean token', 'do[opr]_v1_', `${HEX}{64}`],
  ['docker token', 'dckr_[op]at_', `${WORD}{20,}`],
  ['doppler token', String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.`, String.raw`(?:[a-z0-9_-]{1,35}\.)?${ALNUM}{40,44}`],
  ['duffel token', 'duffel_(?:live|test)_', `${WORD}{40,}`],
  ['dynatrace token', String.raw`dt0[a-z][0-9]{2}\.`, String.raw`[0-9A-Z]{24}\.[0-9A-Z]{64}`],
  ['easypost key', 'EZ[AT]K', `${ALNUM}{54}`],
  ['figma token', 'fig[dour]_', `${WORD}{30,}`],
  ['flutterwave key', 'FLWSECK(?:_TEST)?-', `${ALNUM}{12,}(?:-X)?`],
  ['fly token', 'fm[0-9][ar]?_', '[A-Za-z0-9+/=_-]{60,}'],
  ['gitlab token', 'GR1348941', `${WORD}{20}`],
  ['google oauth token', String.raw`ya29\.`, `${WORD}{30,}`],
  ['google client secret', 'GOCSPX-', `${WORD}{28}`],
  ['google refresh token', '1//0', `${WORD}{35,}`],
  ['grafana token', 'glsa_', `${ALNUM}{32}_[0-9A-Fa-f]{8}`],
  ['grafana token', 'glc_eyJ', '[A-Za-z0-9+/]{30,}={0,2}'],
  ['grafana key', 'eyJrIjoi', `${ALNUM}{50,}={0,2}`],
  ['groq key', 'gsk_', `${ALNUM}{40,}`],
  ['heroku key', 'HRKU-', `${WORD}{36,}`],
  ['honeycomb key', 'hc[abx]i[ck]_', `${ALNUM}{50,}`],
  ['hugging face token', 'api_org_', `${ALNUM}{30,}`],
  ['langfuse key', '[ps]k-lf-', `${HEX}{8}(?:-${HEX}{4}){3}-${HEX}{12}`],
  ['langsmith key', 'lsv2_(?:pt|sk)_', `${HEX}{32}_${HEX}{10}`],
  ['linear key', 'lin_(?:api|oauth)_', `${ALNUM}{32,}`],
  ['mapbox token', String.raw`[st]k\.eyJ`, String.raw`${WORD}{30,}\.${WORD}{20,}`],
  ['netlify token', 'nf[pcou]_', `${ALNUM}{36,}`],
  ['new relic key', 'NR(?:AK|AL|BR|II|IQ|JS|RA|SP)-', `${WORD}{19,}`],
  ['notion token', 'ntn_', `${ALNUM}{40,}`],
  ['notion token', 'secret_', `${ALNUM}{43}`],
  ['openai key', 'sess-', `${ALNUM}{40}`],
  ['perplexity key', 'pplx-', `${ALNUM}{40,}`],
  ['planetscale token', 'pscale_(?:tkn|pw|oauth)_', '[A-Za-z0-9_.=-]{32,}'],
  ['postman key', 'PMAK-', `${HEX}{24}-${HEX}{34}`],
  ['prefect key', 'pn[ub]_', `${ALNUM}{36}`],
  ['pulumi token', 'pul-', `${HEX}{40}`],
  ['readme key', 'rdme_', '[0-9a-z]{70}'],
  ['render key', 'rnd_', `${ALNUM}{24,}`],
  ['replicate token', 'r8_', `${ALNUM}{37}`],
  ['resend key', 're_', `(?=${ALNUM}*[0-9])${ALNUM}{6,10}_${ALNUM}{20,}`],
  ['rubygems key', 'rubygems_', `${HEX}{48}`],
  ['sentry token', 'sntrys_eyJ', '[A-Za-z0-9+/=_]{40,}'],
  ['sentry token', 'sntryu_', `${HEX}{64}`],
  ['shippo token', 'shippo_(?:live|test)_', `${HEX}{40}`],
  ['shopify token', 'shp(?:at|ca|pa|ss|tka)_', '[0-9A-Fa-f]{32}'],
  ['slack token', 'xapp-[0-9]-', `${WORD}{20,}`],
  ['sonar token', 'sq[aup]_', `${HEX}{40}`],
  ['sourcegraph token', 'sgp_', `(?:[0-9A-Fa-f]{16}_|local_)?${HEX}{40}`],
  ['square token', 'sq0(?:atp|csp|idp)-', `${WORD}{22,}`],
  ['supabase token', 'sbp_', `(?:v0_)?${HEX}{40}`],
  ['supabase token', 'sb_secret_', `${WORD}{20,}`],
  ['tailscale key', 'tskey-(?:[a-z]{3,10}-)?', `${ALNUM}{10,}-${ALNUM}{20,}`],
  ['typeform token', 'tfp_', String.raw`[A-Za-z0-9_.=-]{40,}`],
  ['vault token', String.raw`hv[sbr]\.`, `${WORD}{24,}`],
  ['vercel token', 'vc[kpair]_', `${ALNUM}{24,}`],
  ['xai key', 'xai-', `${ALNUM}{60,}`],
];

/** Short starts that may also occur within base64: these tokens have an exact length, and do not follow a part of it. */
const guarded: readonly (readonly [kind: string, prefix: string, rest: string])[] = [
  ['alibaba key', 'LTAI', `(?=${ALNUM}*[0-9])${ALNUM}{16,20}`],
  ['artifactory token', 'AKCp', `${ALNUM}{60,80}`],
  ['crates token', 'cio', `(?=[A-Za-z]*[0-9])${ALNUM}{32}`],
  ['dropbox token', String.raw`sl\.`, `${WORD}{100,}`],
  ['mailgun key', '(?:pub)?key-', `${HEX}{32}`],
  ['nuget key', 'oy2', '(?=[a-z]*[0-9])[a-z0-9]{43}'],
  ['square token', 'EAAA', `(?=${WORD}*[0-9])${WORD}{60}`],
  ['facebook token', 'EAA[A-Z]', `(?=${ALNUM}*[0-9])${ALNUM}{80,}`],
  ['twilio key', 'SK', `${HEX}{32}`],
  ['twilio account', 'AC', `${HEX}{32}`],
  ['twitter token', 'A{20}', '(?=[A-Za-z%]*[0-9])[A-Za-z0-9%]{60,}'],
];

const NOT_IN_BASE64 = String.raw`(?:^|[^A-Za-z0-9+/_.-]|\\[bfnrt]|%[0-9A-Fa-f]{2}|\[[0-9;]{0,20}m)`;

/** Tokens that are known by a part in their middle. */
const inner: readonly Shape[] = [
  {
    kind: 'discord token',
    pattern: new RegExp(
      String.raw`[MNO](?<=${BEFORE}[MNO])(?=[A-Za-z_-]*[0-9])${WORD}{23,25}\.${WORD}{6}\.(?=[A-Za-z_-]*[0-9])${WORD}{27,38}${END}`,
    ),
  },
  {
    kind: 'discord webhook',
    pattern: new RegExp(`(?<=discord(?:app)?\\.com/api/webhooks/[0-9]{5,25}/)${WORD}{20,}${END}`),
  },
  { kind: 'telegram token', pattern: new RegExp(`:AA(?<=(?:^|[^0-9])[0-9]{8,10}:AA)${WORD}{33}${END}`) },
  {
    kind: 'terraform token',
    pattern: new RegExp(String.raw`\.atlasv1\.(?<=[A-Za-z0-9]{14}\.atlasv1\.)[A-Za-z0-9_=-]{50,}${END}`),
  },
  {
    kind: 'azure secret',
    pattern: new RegExp(String.raw`[0-9]Q~(?<=${BEFORE}[A-Za-z0-9_~.]{3}[0-9]Q~)[A-Za-z0-9_~.-]{31,34}${END}`),
  },
  { kind: 'azure signature', pattern: new RegExp(`(?<=[?&]sig=)[A-Za-z0-9%+/]{40,}={0,2}${END}`) },
  { kind: 'mailchimp key', pattern: new RegExp(`(?<=${BEFORE})${HEX}{32}-us[0-9]{1,2}${END}`) },
];

export const vendorTokens: readonly Shape[] = [
  ...prefixed.map(([kind, prefix, rest]) => token(kind, `(?:${prefix})`, rest)),
  ...guarded.map(([kind, prefix, rest]) => token(kind, `(?:${prefix})`, rest, NOT_IN_BASE64)),
  ...inner,
];
