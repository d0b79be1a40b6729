import { expect, test } from 'vitest';
import { checkEnvironment, leftOutVariables } from './check-environment.ts';

const given = (env: Record<string, string>, passed: string[] = []) =>
  Object.keys(checkEnvironment(env, '/p', '/p', passed)).filter((name) => name !== 'PATH');

test.each([
  [
    'what tools need to find themselves',
    'HOME LC_ALL TZ CI HTTPS_PROXY JAVA_HOME GOFLAGS CARGO_HOME VIRTUAL_ENV',
    true,
  ],
  [
    'how tools should run',
    'NODE_OPTIONS NODE_ENV npm_config_registry PYTHONPATH PYTEST_ADDOPTS RUST_BACKTRACE CC',
    true,
  ],
  ['secrets', 'GITHUB_TOKEN AWS_SECRET_ACCESS_KEY OPENAI_API_KEY SSH_AUTH_SOCK', false],
  ['secrets of tools', 'CARGO_REGISTRY_TOKEN npm_config__authToken POETRY_PYPI_TOKEN_X CYPRESS_RECORD_KEY', false],
  ['services', 'DATABASE_URL REDIS_URL STRIPE_ACCOUNT GOOGLE_CLOUD_PROJECT', false],
  ['what would silence a test runner', 'NODE_TEST_CONTEXT', false],
])('%s', (_, names, isGiven) => {
  const env = Object.fromEntries(names.split(' ').map((name) => [name, 'x']));
  expect(given(env)).toEqual(isGiven ? Object.keys(env) : []);
});

test('a person passes on what they name, by a pattern too', () => {
  const env = { DATABASE_URL: 'x', STRIPE_KEY: 'x', OTHER: 'x' };
  expect(given(env, ['DATABASE_URL'])).toEqual(['DATABASE_URL']);
  expect(given(env, ['STRIPE_*'])).toEqual(['STRIPE_KEY']);
  expect(given(env, ['*'])).toEqual(Object.keys(env));
});

test('of what was left out, a text names what matters', () => {
  const env = { DATABASE_URL: 'x', API: 'x', HOME: '/h', UNUSED: 'x' };
  expect(leftOutVariables(env, [], 'KeyError: DATABASE_URL in $HOME, API_BASE')).toEqual(['DATABASE_URL']);
  expect(leftOutVariables(env, ['DATABASE_URL'], 'DATABASE_URL')).toEqual([]);
});
