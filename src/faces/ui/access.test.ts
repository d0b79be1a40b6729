import { expect, test } from 'vitest';
import { type Access, type Asked, refusalOf } from './access.ts';

const access: Access = {
  hosts: ['127.0.0.1:4400', 'localhost:4400', '[::1]:4400'],
  session: 'session',
  csrf: 'csrf',
  readOnly: false,
  isSame: (a, b) => a === b,
};
const reading: Asked = {
  method: 'GET',
  path: '/api/v1/loops',
  host: '127.0.0.1:4400',
  origin: null,
  site: null,
  session: 'session',
  csrf: null,
};
const acting: Asked = {
  ...reading,
  method: 'POST',
  origin: 'http://127.0.0.1:4400',
  site: 'same-origin',
  csrf: 'csrf',
};

test.each<[string, Asked, string | null]>([
  ['the page reads', { ...reading, site: 'same-origin' }, null],
  ['the address bar opens it', { ...reading, site: 'none' }, null],
  ['a command line with the session reads', reading, null],
  ['the page acts', acting, null],
  ['the page acts by its other name', { ...acting, host: 'LOCALHOST:4400', origin: 'http://localhost:4400' }, null],
  ['a name that an attacker points to this machine', { ...reading, host: 'evil.example:4400' }, 'wrong-host'],
  ['another port of this machine', { ...reading, host: '127.0.0.1:4401' }, 'wrong-host'],
  ['no host at all', { ...reading, host: null }, 'wrong-host'],
  ['a picture on another page', { ...reading, site: 'cross-site' }, 'wrong-origin'],
  ['a page of another port of this machine', { ...reading, site: 'same-site' }, 'wrong-origin'],
  ['a script of another page reads', { ...reading, origin: 'http://evil.example' }, 'wrong-origin'],
  ['a form of another page', { ...acting, origin: 'http://evil.example', site: 'cross-site' }, 'wrong-origin'],
  ['a form of a page without an origin', { ...acting, origin: 'null' }, 'wrong-origin'],
  ['an action that does not say where from', { ...acting, origin: null, site: null }, 'wrong-origin'],
  ['an action of the address bar', { ...acting, site: 'none' }, 'wrong-origin'],
  ['nobody', { ...reading, session: null }, 'no-session'],
  ['a session of before', { ...reading, session: 'old' }, 'no-session'],
  ['an action without the token', { ...acting, csrf: null }, 'no-csrf-token'],
  ['an action with another token', { ...acting, csrf: 'other' }, 'no-csrf-token'],
])('%s', (_, asked, code) => {
  expect(refusalOf(asked, access)?.code ?? null).toBe(code);
});

test('a server that only shows refuses every action, and no reader', () => {
  const shows = { ...access, readOnly: true };
  expect(refusalOf(reading, shows)).toBeNull();
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
    expect(refusalOf({ ...acting, method }, shows)?.code).toBe('read-only');
});
