import type { Assertion } from '../model.ts';
import { ancestor, field, flat, named, type SyntaxNode, textOf } from '../tree.ts';
import { assertion, claim, throwsKind } from './assertion.ts';

export const unittest: [RegExp, string][] = [
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

export function assertionsAt(node: SyntaxNode): Assertion[] {
  if (node.type === 'assert_statement') {
    const condition = named(node)[0] ?? null;
    return claim(condition).map((parts) => assertion(node, approximate(parts)));
  }
  if (node.type !== 'call') return [];
  const callee = flat(field(node, 'function'));
  const name = callee.split(' ').at(-1)!;
  const allArgs = named(field(node, 'arguments') ?? node);
  const args = allArgs.filter((one) => one.type !== 'keyword_argument');
  const keyword = (key: string): SyntaxNode | null =>
    allArgs.find((one) => one.type === 'keyword_argument' && textOf(field(one, 'name')) === key) ?? null;
  if (/^(pytest \. )?(raises|RaisesGroup|RaisesExc|warns|deprecated_call)$/.test(callee)) {
    const type = flat(args[0] ?? null);
    return [
      assertion(node, {
        kind: throwsKind(type, keyword('match') !== null),
        subject: raisesSubject(node, args),
        expected: allArgs.map(flat).slice(0, 2).join(' , '),
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
        subject: raisesSubject(node, /Regex|Message/.test(name) ? args.slice(1) : args),
        expected: args
          .slice(0, /Regex|Message/.test(name) ? 2 : 1)
          .map(flat)
          .join(' , '),
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
        expected: kind === 'called-times' ? name : allArgs.map(flat).join(' , '),
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
        expected: second ?? (kind === 'null' ? 'None' : ''),
        tolerance,
      }),
    ];
  }
  if (/^(assert[A-Z_]\w*|check_\w+|verify_\w+|expect_\w+)$/.test(name)) {
    return [
      assertion(node, { kind: 'custom', subject: args[0] ?? '', expected: allArgs.slice(1).map(flat).join(' , ') }),
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
  const toleranceMatch = /(?:rel|abs) = ([\d.e-]+)/.exec(expected);
  return {
    ...parts,
    kind: 'approx',
    expected: expected.replace(/ , (?:rel|abs) = [\d.e-]+/g, ''),
    tolerance: toleranceMatch ? Number(toleranceMatch[1]) : 1e-6,
  };
}

function toleranceOf(places: SyntaxNode | null, delta: SyntaxNode | null, third: SyntaxNode | null): number | null {
  if (delta) return Number(flat(field(delta, 'value'))) || null;
  const digits = places ? flat(field(places, 'value')) : flat(third);
  return 10 ** -(digits === '' ? 7 : Number(digits) || 7);
}
