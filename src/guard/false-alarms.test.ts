import { expect, test } from 'vitest';
import { blockingBesideLostTest } from '../../test/support/guard/judge.ts';
import { isBlocking } from '../core/findings/blocking.ts';
import type { Change } from './finding/types.ts';
import { guard } from './guard.ts';

/** Only real losses block: each pair is a rewrite that merely resembles a loss, and the loss itself. */
async function blocking(changes: Change[]): Promise<string[]> {
  const { findings } = await guard({ changes });
  return findings.filter(isBlocking).map((finding) => finding.pattern);
}

interface Pair {
  what: string;
  path: string;
  before: string;
  rewritten: string;
  lost: string;
  pattern: string;
}

const js = (body: string): string => `test('answers', async t => {\n${body}\n})\n`;
const go = (body: string): string => `package web

import "testing"

func TestAnswer(t *testing.T) {
	app := New(option)
	app.Start()
${body}
}
`;
const rust = (expected: string): string => `#[test]
fn tells() {
    let body = fetch(path("/users"), Options::new());
    assert_eq!(body, ${expected});
}
`;
const python = (mark: string): string => `import pytest

${mark}def test_total():
    cart = make_cart(3)
    assert total(cart) == 6
`;
const source = (body: string): string => `def parse(text, strict):
    tokens = split(text, strict)
    names = [token.lower() for token in tokens]
    known = lookup(names, strict)
    report(known, names)
${body}    return join(known, names, strict)
`;
const call = (body: string): string => `package store

func (s *Store) Load(path string, options Options) error {
	s.opened = true
	s.path = path
	s.count = s.count + options.Count()
${body}	s.log("loaded", path, s.count, options.Name())
	return s.index(path, options)
}
`;
const workflow = (steps: string[]): string =>
  ['jobs:', '  all:', '    steps:', ...steps.map((step) => `      - run: ${step}`), ''].join('\n');

const pairs: Pair[] = [
  {
    what: 'an assertion of a test that asks in another way',
    path: 'test/answer.test.js',
    before: js(`  get(url, (err, response, body) => {
    t.assert.ifError(err)
    t.assert.strictEqual(response.statusCode, 200)
    t.assert.strictEqual(response.headers['content-length'], '' + body.length)
    t.assert.deepStrictEqual(body, { hello: 'world' })
  })`),
    rewritten: js(`  const result = await fetch(url, { method: 'GET' })
  t.assert.ok(result.ok)
  t.assert.deepStrictEqual(await result.json(), { hello: 'world' })`),
    lost: js(`  get(url, (err, response, body) => {
    t.assert.ifError(err)
    t.assert.strictEqual(response.statusCode, 200)
    t.assert.strictEqual(response.headers['content-length'], '' + body.length)
  })`),
    pattern: 'assertion-removed',
  },
  {
    what: 'an exact text that became a pattern held at both ends',
    path: 'test/answer.test.ts',
    before: js("  const text = await ask(url)\n  expect(text).toBe('pong')"),
    rewritten: js('  const text = await ask(url)\n  expect(text).toMatch(/^pong\\n?$/)'),
    lost: js('  const text = await ask(url)\n  expect(text).toMatch(/on/)'),
    pattern: 'assertion-weakened',
  },
  {
    what: 'a condition that became a call which is handed the test',
    path: 'web/answer_test.go',
    before: go('\tif app.Code() != 200 {\n\t\tt.Errorf("got %d", app.Code())\n\t}'),
    rewritten: go('\tEqual(t, 200, app.Code())'),
    lost: go('\tapp.Code()'),
    pattern: 'test-gutted',
  },
  {
    what: 'a number that got its name',
    path: 'web/answer_test.go',
    before: go('\tassert.Equal(t, 405, app.Code())'),
    rewritten: go('\tassert.Equal(t, http.StatusMethodNotAllowed, app.Code())'),
    lost: go('\tassert.Equal(t, 404, app.Code())'),
    pattern: 'expectation-edited',
  },
  {
    what: 'a text in raw quotes',
    path: 'tests/tells.rs',
    before: rust('r#"no such user"#'),
    rewritten: rust('"no such user"'),
    lost: rust('"no such page"'),
    pattern: 'expectation-edited',
  },
  {
    what: 'a failure that is expected where a condition holds',
    path: 'tests/test_cart.py',
    before: python(''),
    rewritten: python('@pytest.mark.xfail(ctypes is None, reason="no ctypes")\n'),
    lost: python('@pytest.mark.xfail(reason="flaky")\n'),
    pattern: 'test-expected-failure',
  },
  {
    what: 'a claim of the writer in the source',
    path: 'src/names.py',
    before: source('    assert known\n    if not names:\n        raise EmptyName(text)\n'),
    rewritten: source('    if not names:\n        raise EmptyName(text)\n'),
    lost: source('    assert known\n'),
    pattern: 'validation-removed',
  },
  {
    what: 'the check of a call that is made no more',
    path: 'store/load.go',
    before: call('\tif err := s.lock(path); err != nil {\n\t\treturn err\n\t}\n'),
    rewritten: call(''),
    lost: call('\ts.lock(path)\n'),
    pattern: 'validation-removed',
  },
  {
    what: 'one of two steps that test',
    path: '.github/workflows/ci.yml',
    before: workflow(['npm ci', 'npm test', 'npx vitest run test/slow']),
    rewritten: workflow(['npm ci', 'npm test']),
    lost: workflow(['npm ci']),
    pattern: 'check-removed',
  },
  {
    what: 'a test of steps that became a suite',
    path: 'test/kinds.test.js',
    before: `test('every kind is refused', t => {
  for (const kind of kinds) {
    t.assert.strictEqual(refuse(kind), true)
    t.assert.strictEqual(reason(kind), 'kind')
  }
})
`,
    rewritten: `describe('every kind is refused', () => {
  for (const kind of kinds) {
    test('kind ' + typeof kind, (t, done) => {
      ask(kind, answer => {
        t.assert.ok(answer.refused)
        done()
      })
    })
  }
})
`,
    lost: "test('another', t => {\n  t.assert.ok(other())\n})\n",
    pattern: 'test-deleted',
  },
];

/** A loss in the source needs evidence from its tests. */
const blockingFor = (one: Pair, after: string): Promise<string[]> =>
  one.pattern === 'validation-removed'
    ? blockingBesideLostTest({ path: one.path, before: one.before, after })
    : blocking([{ path: one.path, before: one.before, after }]);

test.each(pairs)('$what only warns', async (one) => {
  expect(await blockingFor(one, one.rewritten)).toEqual([]);
});

test.each(pairs)('but a similar real loss blocks: $what', async (one) => {
  expect(await blockingFor(one, one.lost)).toContain(one.pattern);
});

const suite = (name: string, calls: string[]): string =>
  `from names import ${calls.join(', ')}\n\n${calls.map((one) => `def test_${name}_${one}():\n    assert ${one}("Ada", "Lovelace") == "${one} of Ada"\n`).join('\n')}`;

test('a test file that was rewritten as others only warns', async () => {
  const calls = ['greet', 'address', 'abbreviate'];
  const old: Change = { path: 'tests/test_names.py', before: suite('old', calls), after: null };
  const rewritten = calls.map(
    (one): Change => ({
      path: `tests/test_${one}ing.py`,
      before: null,
      after: `from names import ${one}\n\ndef test_it():\n    made = ${one}("Ada", "Lovelace")\n    assert made == "${one} of Ada"\n    assert len(made) > 4\n`,
    }),
  );
  expect(await blocking([old, ...rewritten])).toEqual([]);
  expect(await blocking([old, ...rewritten.slice(0, 1)])).toContain('test-file-deleted');
});

test('a computed value is not a placeholder, whatever it calls', async () => {
  const source = (body: string): string => `export function pair(list, i) { return ${body}; }\n`;
  const before = source('whole(list) || limited(list, i) || rest(list, i)');
  const change = (after: string): Change => ({ path: 'src/pair.js', before, after });
  expect(await blocking([change(source('whole(list) || limited(list, i) || unsupported(list, i)'))])).toEqual([]);
  expect(await blocking([change("export function pair() { throw new Error('unsupported'); }\n")])).toContain(
    'function-stubbed',
  );
});

test('a new function that drops its own errors is new code', async () => {
  const before = 'export async function save(order) {\n  await store(order);\n  return order.id;\n}\n';
  const own = `${before}\nexport function race(order) {\n  order.then(end).catch(() => {});\n  return order;\n}\n`;
  const wrapped =
    'export async function save(order) {\n  try {\n    await store(order);\n  } catch {}\n  return order.id;\n}\n';
  const change = (after: string): Change => ({ path: 'src/save.js', before, after });
  expect(await blockingBesideLostTest(change(own))).toEqual([]);
  expect(await blockingBesideLostTest(change(wrapped))).toContain('error-swallowed');
});
