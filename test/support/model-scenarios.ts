/** What the scripted model answers, in the words of its server. */
export type Scenario = object;

const side = { text: 'title' };
const always = (step: object): Scenario => ({ side, steps: [], after: step });
const partial = 'A partial answer that never properly ends because the stream breaks.';
const write = { do: [{ write: { path: '{{cwd}}/hello.txt', content: 'hello\n' } }] };
const slow = { error: { status: 429, retryAfter: 1, message: 'Rate limited, slow down.' } };

export const scenarios = {
  fine: {
    side,
    usage: { input: 1200, output: 80, cacheRead: 300 },
    steps: [{ text: 'I will create hello.txt.', ...write }, { text: 'Created it.' }],
  },
  auth: always({ error: { status: 401, message: 'invalid key' } }),
  limitTwice: { side, steps: [{ ...slow, times: 2 }, write, { text: 'Done.' }] },
  limitForEver: always(slow),
  overload: always({ error: { status: 503, message: 'The model is overloaded. Please try again later.' } }),
  truncated: always({ text: partial, broken: 'truncate' }),
  empty: always({ text: partial, broken: 'empty' }),
  html: always({ text: partial, broken: 'html' }),
  hanging: always({ text: partial, broken: 'hang' }),
  refusal: always({ text: "I can't help with that.", stop: 'refusal' }),
  endless: { side, after: 'repeat', steps: [{ text: 'again', do: [{ shell: 'echo turn >> turns.log' }] }] },
  slowTool: {
    side,
    steps: [{ text: 'A long command', do: [{ shell: 'echo start > started.txt; sleep 333' }] }, { text: 'Done.' }],
  },
} satisfies Record<string, Scenario>;

/** A usage limit as each service tells it; lifted at `resets`, in seconds since the epoch, then all is well. */
export function usageLimit(resets: number): Scenario {
  const unified = 'anthropic-ratelimit-unified';
  const anthropic = {
    error: {
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
    },
  };
  const body = {
    error: {
      type: 'usage_limit_reached',
      message: 'The usage limit has been reached',
      plan_type: 'plus',
      resets_at: resets,
    },
  };
  const quota = {
    status: 429,
    type: 'insufficient_quota',
    code: 'insufficient_quota',
    message: 'You exceeded your current quota.',
  };
  return {
    side,
    steps: [],
    routes: [
      { match: { api: 'anthropic' }, step: anthropic },
      { match: { api: 'responses' }, step: { error: { status: 429, body } } },
      { match: { api: 'chat' }, step: { error: quota } },
    ],
  };
}
