import type { Assertion, Handler, Skip, Tampering, TestCase } from '../model.ts';
import {
  ancestor,
  child,
  excerpt,
  field,
  flat,
  lineOf,
  named,
  type SyntaxNode,
  textOf,
  tokensOf,
  walk,
} from '../tree.ts';
import { assertion, broadErrors, claim, literalsIn, throwsKind } from './assertion.ts';
import { type Dialect, type FunctionAt, gravest, holdBack } from './dialect.ts';
import { markReach } from './reach.ts';
import { hasFallback, swallowing } from './swallow.ts';

export const python: Dialect = {
  language: 'python',
  isTestPath: (path) =>
    /(^|\/)(test_[^/]*|[^/]*_tests?|tests?|conftest)\.py$/.test(path) || /(^|\/)(tests?|testing)\//.test(path),
  tests,
  functionAt,
  conditional(node) {
    if (node.type !== 'if_statement') return null;
    const condition = field(node, 'condition');
    const then = field(node, 'consequence');
    return condition && then ? { condition, then, otherwise: field(node, 'alternative') } : null;
  },
  raises: (statement) =>
    statement.type === 'raise_statement' || /^(self \. fail|abort|sys \. exit|ctx \. fail) \(/.test(flat(statement)),
  returned: (statement) => (statement.type === 'return_statement' ? (named(statement)[0] ?? null) : null),
  handlerAt,
  dropAt: () => null,
  fileSkip,
  tampering,
};

const decorators = (node: SyntaxNode): SyntaxNode[] =>
  node.parent?.type === 'decorated_definition' ? node.parent.children.filter((one) => one.type === 'decorator') : [];

function tests(root: SyntaxNode, path: string): TestCase[] {
  const found: TestCase[] = [];
  const inTestFile = python.isTestPath(path);
  const visit = (node: SyntaxNode, suite: string[], skip: Skip | null, unit: boolean): void => {
    if (node.type === 'class_definition') {
      const name = textOf(field(node, 'name'));
      const bases = textOf(field(node, 'superclasses'));
      const own = gravest([skipIn(decorators(node)), classSkip(node)]);
      const isUnit = /Test|Spec|Mixin|Case/.test(bases) || /^Test|Tests?$|TestCase$|Test/.test(name);
      for (const one of node.children) visit(one, [...suite, name], gravest([own, skip]), isUnit);
      return;
    }
    if (node.type === 'function_definition') {
      const name = textOf(field(node, 'name'));
      const isTest = /^test/.test(name) && (suite.length === 0 || unit);
      const body = field(node, 'body');
      if (!body) return;
      const top = node.parent?.type === 'decorated_definition' ? node.parent : node;
      const test = blankCase(name, suite, top, body);
      fill(test, body);
      if (isTest) {
        const own = gravest([skipIn(decorators(node)), bodySkip(body)]);
        test.skip = gravest([own, skip]);
        test.skipScope = own ? 'own' : 'suite';
        test.rows = rowsIn(decorators(node));
        found.push(test);
      } else if (
        inTestFile &&
        test.assertions.length > 0 &&
        !ancestor(node, (up) => up.type === 'function_definition')
      ) {
        test.helper = true;
        found.push(test);
      }
      return;
    }
    for (const one of node.children) visit(one, suite, skip, unit);
  };
  visit(root, [], null, true);
  const whole = fileSkip(root, path);
  if (whole) for (const test of found) if (!test.helper) holdBack(test, whole);
  return found;
}

function blankCase(name: string, suite: string[], node: SyntaxNode, body: SyntaxNode): TestCase {
  return {
    name,
    suite,
    line: lineOf(node),
    start: node.start,
    end: node.end,
    skip: null,
    skipScope: 'own',
    only: false,
    rows: [],
    assertions: [],
    tokens: tokensOf(body),
    excerpt: excerpt(node),
    helper: false,
    calls: new Set(),
    literals: literalsIn(node),
    mocks: 0,
  };
}

function fill(test: TestCase, body: SyntaxNode): void {
  walk(body, (node) => {
    for (const one of assertionsAt(node)) {
      markReach(one, node, body, handlerAt);
      test.assertions.push(one);
    }
    if (node.type === 'call') {
      const callee = flat(field(node, 'function'));
      test.calls.add(callee.split(' ').at(-1)!);
      if (
        /^(mock \. )?(patch|MagicMock|Mock|AsyncMock|create_autospec)\b|mocker \. |monkeypatch \. setattr/.test(callee)
      )
        test.mocks++;
    }
  });
}

const skipIn = (list: SyntaxNode[]): Skip | null => gravest(list.map((one) => skipMark([one])));

function skipMark(list: SyntaxNode[]): Skip | null {
  for (const decorator of list) {
    const text = flat(decorator).replace(/^@ /, '');
    const shown = textOf(decorator).slice(0, 160);
    if (
      /(^|\. )(skip|skipTest|disabled?|ignore)\b(?!if)/i.test(text.split(' (')[0]!) &&
      !/skip_?(if|unless)/i.test(text.split(' (')[0]!)
    )
      return { kind: 'skip', text: shown };
    if (/(^|\. )skip_?(if|unless)\b/i.test(text))
      return {
        kind: /skipif \( (True|1) ?[,)]/i.test(text) || /skipUnless \( False/i.test(text) ? 'skip' : 'conditional',
        text: shown,
      };
    if (/(^|\. )(xfail|expectedFailure)\b/.test(text)) return { kind: 'expected-failure', text: shown };
    if (/(^|\. )parametrize/.test(text)) continue;
    if (/(^|\. )(requires?_|needs_|only_on|skip_)\w*/.test(text)) return { kind: 'conditional', text: shown };
  }
  return null;
}

function classSkip(node: SyntaxNode): Skip | null {
  for (const one of named(field(node, 'body') ?? node)) {
    if (
      one.type === 'function_definition' &&
      /^(setUp|setUpClass|setup_method|setup_class|asyncSetUp)$/.test(textOf(field(one, 'name')))
    ) {
      const found = bodySkip(field(one, 'body') ?? one);
      if (found) return found;
    }
    const text = flat(one);
    if (/^__test__ = False/.test(text)) return { kind: 'skip', text: textOf(one) };
    const mark = markSkip(text, textOf(one));
    if (mark) return mark;
  }
  return null;
}

function markSkip(text: string, shown: string): Skip | null {
  if (!/^pytestmark =/.test(text)) return null;
  if (/mark \. skip\b(?!if)/.test(text)) return { kind: 'skip', text: shown.slice(0, 160) };
  if (/mark \. skipif/.test(text))
    return { kind: /skipif \( (True|1)\b/.test(text) ? 'skip' : 'conditional', text: shown.slice(0, 160) };
  if (/mark \. xfail/.test(text)) return { kind: 'expected-failure', text: shown.slice(0, 160) };
  return null;
}

const skipCall =
  /^(pytest \. (skip|xfail|importorskip)|self \. skipTest|unittest \. SkipTest|skip|importorskip|raise (unittest \. )?SkipTest|t \. skip)\b/;

function bodySkip(body: SyntaxNode): Skip | null {
  let found: Skip | null = null;
  walk(body, (node) => {
    if (node.type === 'function_definition' || found) return false;
    if (!/^(call|raise_statement)$/.test(node.type)) return true;
    const text = flat(node);
    if (!skipCall.test(text) || !/ \(|SkipTest/.test(text)) return true;
    const nested = ancestor(
      node,
      (up) =>
        up === body || /^(if_statement|except_clause|for_statement|with_statement|match_statement)$/.test(up.type),
    );
    const conditional = nested !== body || /importorskip/.test(text);
    found = {
      kind: conditional ? 'conditional' : /xfail/.test(text) ? 'expected-failure' : 'skip',
      text: textOf(node).slice(0, 160),
    };
    return false;
  });
  return found;
}

function fileSkip(root: SyntaxNode, path: string): Skip | null {
  if (!python.isTestPath(path)) return null;
  let found: Skip | null = null;
  walk(root, (node) => {
    if (/^(function_definition|class_definition)$/.test(node.type) || found) return false;
    if (node.type === 'expression_statement') {
      const text = flat(node);
      found ??= markSkip(text, textOf(node));
      if (/^collect_ignore(_glob)? (=|\+=)|^collect_ignore(_glob)? \. /.test(text))
        found = { kind: 'skip', text: textOf(node).slice(0, 160) };
      if (/^__test__ = False/.test(text)) found = { kind: 'skip', text: textOf(node) };
    }
    if (node.type === 'call' || node.type === 'raise_statement') {
      const text = flat(node);
      if (/^(pytest \. skip|raise (unittest \. )?SkipTest)\b/.test(text)) {
        const guarded = ancestor(node, (up) => /^(if_statement|except_clause)$/.test(up.type));
        found = { kind: guarded ? 'conditional' : 'skip', text: textOf(node).slice(0, 160) };
      } else if (/^(pytest \. )?importorskip \(/.test(text))
        found = { kind: 'conditional', text: textOf(node).slice(0, 160) };
    }
    return true;
  });
  return found;
}

function rowsIn(list: SyntaxNode[]): string[] {
  const rows: string[] = [];
  for (const decorator of list) {
    const call = child(decorator, 'call');
    const callee = flat(field(call, 'function'));
    if (!/parametrize$|parameterized( \. expand)?$|^ddt\b|^data$|^example$/.test(callee)) continue;
    const args = named(field(call, 'arguments') ?? decorator);
    const table =
      args.find((one, i) => i > 0 && /^(list|tuple|set)$/.test(one.type)) ?? args.find((one) => one.type === 'list');
    if (table) rows.push(...named(table).map(flat));
    else if (/^(data|example)$/.test(callee)) rows.push(...args.map(flat));
  }
  return rows;
}

// ---- assertions ----

const unittest: [RegExp, string][] = [
  [
    /^(assertEqual|assertEquals|assertListEqual|assertDictEqual|assertTupleEqual|assertSetEqual|assertSequenceEqual|assertMultiLineEqual|assertIs|assertCountEqual|assert_equal|assert_array_equal|assert_frame_equal|assert_series_equal|assertItemsEqual|assertHTMLEqual|assertQuerySetEqual|assertQuerysetEqual|assertJSONEqual|assertXMLEqual|eq_)$/,
    'equal',
  ],
  [/^(assertIsNone)$/, 'null'],
  [
    /^(assertAlmostEqual|assertAlmostEquals|assert_almost_equal|assert_allclose|assert_array_almost_equal|assertNumQueriesClose)$/,
    'approx',
  ],
  [/^(assertIn|assertDictContainsSubset|assertContains|assert_in)$/, 'contains'],
  [/^(assertNotIn|assertNotRegex|assertNotContains)$/, 'not-contains'],
  [/^(assertRegex|assertRegexpMatches|assertRegexMatches)$/, 'matches'],
  [/^(assertGreater|assertGreaterEqual|assertLess|assertLessEqual)$/, 'compare'],
  [/^(assertIsInstance|assertIssubclass)$/, 'type'],
  [/^(assertIsNotNone)$/, 'defined'],
  [/^(assertNotEqual|assertNotEquals|assertIsNot|assertNotAlmostEqual|assertNotIsInstance)$/, 'not-equal'],
  [
    /^(assert_called_with|assert_called_once_with|assert_any_call|assert_has_calls|assert_awaited_with|assert_awaited_once_with)$/,
    'called-with',
  ],
  [/^(assert_called_once|assert_not_called|assert_awaited_once|assert_not_awaited)$/, 'called-times'],
  [/^(assert_called|assert_awaited)$/, 'called'],
];

function assertionsAt(node: SyntaxNode): Assertion[] {
  if (node.type === 'assert_statement') {
    const condition = named(node)[0] ?? null;
    return claim(condition).map((parts) => assertion(node, approximate(parts)));
  }
  if (node.type !== 'call') return [];
  const callee = flat(field(node, 'function'));
  const name = callee.split(' ').at(-1)!;
  const given = named(field(node, 'arguments') ?? node);
  const args = given.filter((one) => one.type !== 'keyword_argument');
  const keyword = (key: string): SyntaxNode | null =>
    given.find((one) => one.type === 'keyword_argument' && textOf(field(one, 'name')) === key) ?? null;
  if (/^(pytest \. )?(raises|warns|deprecated_call)$/.test(callee)) {
    const type = flat(args[0] ?? null);
    return [
      assertion(node, {
        kind: throwsKind(type, keyword('match') !== null),
        subject: raisesSubject(node, args),
        expected: given.map(flat).slice(0, 2).join(' , '),
      }),
    ];
  }
  if (
    /^(self|cls|testcase|tc|unittest|case) \. (assertRaises|assertRaisesRegex|assertRaisesRegexp|assertWarns|assertWarnsRegex|assertLogs|assertRaisesMessage)$/.test(
      callee,
    )
  ) {
    return [
      assertion(node, {
        kind: throwsKind(flat(args[0] ?? null), /Regex|Message/.test(name)),
        subject: raisesSubject(node, args),
        expected: flat(args[0] ?? null),
      }),
    ];
  }
  if (/^(self|pytest|unittest) \. fail$/.test(callee))
    return [assertion(node, { kind: 'fail', subject: failCondition(node) })];
  const kind = unittest.find(([form]) => form.test(name))?.[1];
  if (/^(assertTrue|assertFalse|assert_|assert_true|assert_false)$/.test(name))
    return claim(args[0] ?? null, /alse$/.test(name)).map((parts) => assertion(node, parts));
  if (kind?.startsWith('called'))
    return [
      assertion(node, {
        kind,
        subject: callee.split(' . ').slice(0, -1).join(' . '),
        expected: kind === 'called-times' ? name : given.map(flat).join(' , '),
      }),
    ];
  if (kind) {
    const contains = /contains/.test(kind);
    const [first, second] = contains && name !== 'assertContains' ? [args[1], args[0]] : [args[0], args[1]];
    const tolerance =
      kind === 'approx'
        ? toleranceOf(keyword('places'), keyword('delta') ?? keyword('rtol') ?? keyword('atol'), args[2] ?? null)
        : null;
    return [
      assertion(node, {
        kind,
        subject: first ?? '',
        expected: second ? flat(second) : kind === 'null' ? 'None' : '',
        tolerance,
      }),
    ];
  }
  if (/^(assert[A-Z_]\w*|check_\w+|verify_\w+|expect_\w+)$/.test(name)) {
    return [
      assertion(node, { kind: 'custom', subject: args[0] ?? '', expected: given.slice(1).map(flat).join(' , ') }),
    ];
  }
  return [];
}

/** What must raise: the called function, or the body of the `with`. */
function raisesSubject(node: SyntaxNode, args: SyntaxNode[]): string {
  if (args.length > 1) return args.slice(1).map(flat).join(' , ');
  const block = ancestor(node, (up) => up.type === 'with_statement');
  return block ? flat(field(block, 'body')) : '';
}

function failCondition(node: SyntaxNode): string {
  const around = ancestor(node, (up) => /^(if_statement|function_definition|try_statement)$/.test(up.type));
  return around?.type === 'if_statement' ? flat(field(around, 'condition')) : flat(node);
}

function approximate<T extends { kind: string; expected?: SyntaxNode | string | null }>(
  parts: T,
): T & { tolerance?: number | null } {
  const expected = typeof parts.expected === 'string' ? parts.expected : flat(parts.expected ?? null);
  if (parts.kind !== 'equal' || !/(^| )approx \(/.test(expected)) return parts;
  const given = /(?:rel|abs) = ([\d.e-]+)/.exec(expected);
  return {
    ...parts,
    kind: 'approx',
    expected: expected.replace(/ , (?:rel|abs) = [\d.e-]+/g, ''),
    tolerance: given ? Number(given[1]) : 1e-6,
  };
}

function toleranceOf(places: SyntaxNode | null, delta: SyntaxNode | null, third: SyntaxNode | null): number | null {
  if (delta) return Number(flat(field(delta, 'value'))) || null;
  const digits = places ? flat(field(places, 'value')) : flat(third);
  return 10 ** -(digits === '' ? 7 : Number(digits) || 7);
}

// ---- functions, handlers, tampering ----

function functionAt(node: SyntaxNode): FunctionAt | null {
  if (node.type !== 'function_definition') return null;
  const name = textOf(field(node, 'name'));
  const inFunction = ancestor(node, (up) => /^(function_definition|class_definition)$/.test(up.type));
  const holder = inFunction?.type === 'class_definition' ? inFunction : null;
  const owner = holder ? textOf(field(holder, 'name')) : null;
  const marks = decorators(node).map(flat).join(' ');
  const kind = /\. (setter|deleter|getter)\b/.exec(marks)?.[1];
  const dunder = /^__\w+__$/.test(name);
  const exported =
    (inFunction === null || holder !== null) && (!/^_/.test(name) || dunder) && !(owner ?? '').startsWith('_');
  return {
    name: kind ? `${name} ${kind}` : name,
    owner,
    body: field(node, 'body'),
    exported,
    abstract: /abstractmethod|overload/.test(marks) || /Protocol|ABC/.test(textOf(field(holder, 'superclasses'))),
  };
}

function handlerAt(node: SyntaxNode): Handler | null {
  if (node.type === 'with_statement') {
    const clause = textOf(child(node, 'with_clause'));
    const match = /\bsuppress\(([^)]*)\)/.exec(clause);
    if (!match) return null;
    const broad = match[1]!.split(',').some((one) => broadErrors.test(one.trim()));
    return {
      body: tokensOf(field(node, 'body')),
      swallows: true,
      broad,
      text: `with ${clause}`,
      line: lineOf(node),
      caught: match[1]!,
      fallback: false,
    };
  }
  if (node.type !== 'try_statement') return null;
  let worst: Handler | null = null;
  for (const clause of node.children) {
    if (clause.type !== 'except_clause' && clause.type !== 'except_group_clause') continue;
    const block = child(clause, 'block');
    const caught = named(clause)
      .filter((one) => one !== block)
      .map(flat)
      .join(' ')
      .replace(/ as \w+$/, '');
    const types = caught.replace(/^\( (.*) \)$/, '$1').split(' , ');
    const broad = caught === '' || types.some((one) => broadErrors.test(one));
    const name = / as (\w+)/.exec(flat(clause))?.[1] ?? '';
    const swallows = swallowing(block ? named(block) : [], name);
    const handler = {
      body: tokensOf(field(node, 'body')),
      swallows,
      broad,
      text: textOf(clause).slice(0, 200),
      line: lineOf(clause),
      caught,
      fallback: hasFallback(node, field(node, 'body')),
    };
    if (!worst || Number(swallows) + Number(broad) > Number(worst.swallows) + Number(worst.broad)) worst = handler;
  }
  return worst;
}

function tampering(root: SyntaxNode, path: string): Tampering[] {
  const found: Tampering[] = [];
  const isTest = python.isTestPath(path);
  walk(root, (node) => {
    if (node.type === 'call') {
      const text = flat(node);
      const place = { text: textOf(node).slice(0, 160), line: lineOf(node) };
      if (
        /^(sys \. exit|os \. _exit|exit|quit|pytest \. exit) \( ?(0|"[^"]*")? ?(, 0 )?\)$/.test(text) &&
        isTest &&
        !ancestor(node, (up) => up.type === 'if_statement' && /__main__/.test(textOf(field(up, 'condition'))))
      )
        found.push({ kind: 'exit', ...place });
      if (/^(atexit \. register)/.test(text) && /_exit/.test(text)) found.push({ kind: 'exit', ...place });
      if (/^(warnings \. (simplefilter|filterwarnings) \( "ignore" ?\)|logging \. disable \()/.test(text))
        found.push({ kind: 'global-suppression', ...place });
      if (/^(setattr \( )?(unittest \. TestCase|pytest \. Item)/.test(text) && /^setattr/.test(text))
        found.push({ kind: 'patched-assertion', ...place });
    }
    if (node.type === 'assignment') {
      const left = flat(field(node, 'left'));
      if (
        /^(unittest \. )?TestCase \. (assert\w+|fail|run)$|^(pytest|unittest) \. \w+$|^builtins \. \w+$|^(np|numpy) \. testing \. \w+$|^sys \. exit$/.test(
          left,
        )
      )
        found.push({ kind: 'patched-assertion', text: textOf(node).slice(0, 160), line: lineOf(node) });
    }
    if (node.type === 'function_definition') {
      const name = textOf(field(node, 'name'));
      const body = flat(field(node, 'body'));
      const place = { text: textOf(node).slice(0, 200), line: lineOf(node) };
      if (
        /^pytest_(runtest_makereport|runtest_logreport|sessionfinish|runtest_call|runtest_protocol|pyfunc_call|exception_interact)$/.test(
          name,
        ) &&
        /outcome =|passed|exitstatus =|excinfo = None|wasxfail|longrepr|return True/.test(body)
      )
        found.push({ kind: 'runner-hook', ...place });
      if (
        name === 'pytest_collection_modifyitems' &&
        /items \[ : \]|items \. (clear|remove)|add_marker|del items|deselected/.test(body)
      )
        found.push({ kind: 'runner-hook', ...place });
      if (name === 'pytest_ignore_collect' && /True/.test(body)) found.push({ kind: 'runner-hook', ...place });
      if (/^__(eq|ne)__$/.test(name) && /^(return True)$/.test(body)) found.push({ kind: 'equality', ...place });
    }
  });
  return found;
}
