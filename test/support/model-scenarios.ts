/** What the scripted model answers, in the words of its server. */
export type Scenario = object;

const side = { text: 'title' };
const always = (step: object): Scenario => ({ side, steps: [], after: step });
const partial = 'A partial answer that never properly ends because the stream breaks.';
const write = (name: string) => ({ do: [{ write: { path: `{{cwd}}/${name}`, content: 'hello\n' } }] });
/** For agents that read it, the header in milliseconds makes the wait short. */
const soon = { 'retry-after-ms': '50' };
const slow = { error: { status: 429, retryAfter: 1, headers: soon, message: 'Rate limited, slow down.' } };

/** How each API says that its model refused. */
const REFUSALS = { anthropic: 'refusal', responses: 'refusal', chat: 'content_filter', gemini: 'SAFETY' };

export const scenarios = {
  fine: {
    side,
    usage: { input: 1200, output: 80, cacheRead: 300 },
    steps: [{ text: 'I will create hello.txt.', ...write('hello.txt') }, { text: 'Created it.' }],
  },
  auth: always({ error: { status: 401, message: 'invalid key' } }),
  other: { side, steps: [write('other.txt'), { text: 'Done.' }] },
  limitTwice: { side, steps: [{ ...slow, times: 2 }, write('other.txt'), { text: 'Done.' }] },
  limitForEver: always(slow),
  overload: always({
    error: { status: 503, headers: soon, message: 'The model is overloaded. Please try again later.' },
  }),
  truncated: always({ text: partial, broken: 'truncate' }),
  empty: always({ text: partial, broken: 'empty' }),
  html: always({ text: partial, broken: 'html' }),
  hanging: always({ text: partial, broken: 'hang' }),
  refusal: {
    side,
    steps: [],
    routes: Object.entries(REFUSALS).map(([api, stop]) => ({ match: { api }, step: { text: "I can't help.", stop } })),
  },
  endless: { side, after: 'repeat', steps: [{ text: 'again', do: [{ shell: 'echo turn {{n}} >> turns.log' }] }] },
  slowTool: {
    side,
    steps: [{ text: 'A long command', do: [{ shell: 'echo start > started.txt; sleep 333' }] }, { text: 'Done.' }],
  },
} satisfies Record<string, Scenario>;

/** A usage limit as each service tells it; `resets` in seconds since the epoch, null where none is announced. */
export function usageLimit(resets: number | null): Scenario {
  const unified = 'anthropic-ratelimit-unified';
  const anthropic = {
    status: 429,
    type: 'rate_limit_error',
    message: "This request would exceed your account's rate limit. Please try again later.",
    headers: {
      [`${unified}-status`]: 'rejected',
      [`${unified}-representative-claim`]: 'five_hour',
      [`${unified}-reset`]: String(resets),
      [`${unified}-5h-status`]: 'rejected',
      [`${unified}-5h-reset`]: String(resets),
      [`${unified}-5h-utilization`]: '1.0',
      'retry-after': '20',
    },
  };
  const plan = { type: 'usage_limit_reached', message: 'The usage limit has been reached', plan_type: 'plus' };
  const responses = { status: 429, body: { error: { ...plan, ...(resets !== null && { resets_at: resets }) } } };
  const chat = {
    status: 429,
    type: 'insufficient_quota',
    code: 'insufficient_quota',
    message: 'You exceeded your current quota.',
    headers: soon,
  };
  const quota = {
    '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
    violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel' }],
  };
  const gemini = { status: 429, message: 'You exceeded your current quota.', details: [quota] };
  const routes = Object.entries({ anthropic, responses, chat, gemini });
  return { side, steps: [], routes: routes.map(([api, error]) => ({ match: { api }, step: { error } })) };
}
