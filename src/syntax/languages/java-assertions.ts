import type { Assertion } from '../model.ts';
import { ancestor, child, field, flat, named, type SyntaxNode, textOf } from '../tree.ts';
import { type AssertionParts, assertion, claim, throwsKind } from './assertion.ts';

const chainKinds: [RegExp, string][] = [
  [
    /^(isEqualTo|isSameAs|isEqualToComparingFieldByField|containsExactly\w*|hasToString|isSameInstanceAs|isTrue|isFalse|isZero|isOne|isEqualByComparingTo|containsExactlyElementsOf|hasMessage|hasSameElementsAs|isPresentAnd\w*|hasValue)$/,
    'equal',
  ],
  [/^(isNull|isEmpty|isNullOrEmpty)$/, 'null'],
  [
    /^(contains|containsOnly|containsAll\w*|containsAnyOf|containsAtLeast\w*|containsKey|containsEntry|hasMessageContaining|isIn|anyMatch|allMatch|extracting|containsString|startsWith|endsWith|hasMessageThat|containsSequence|isSubsetOf)$/,
    'contains',
  ],
  [/^(matches|containsPattern|hasMessageMatching)$/, 'matches'],
  [/^(hasSize|hasLength|hasSameSizeAs)$/, 'length'],
  [/^(isInstanceOf|isExactlyInstanceOf|isInstanceOfAny)$/, 'type'],
  [/^(isGreaterThan\w*|isLessThan\w*|isBetween|isPositive|isNegative|isAtLeast|isAtMost|isAfter|isBefore)$/, 'compare'],
  [/^(isCloseTo|isWithin|isCloseEnough)$/, 'approx'],
  [/^(isNotNull|isNotEmpty|isPresent|isNotBlank|exists)$/, 'defined'],
  [/^(isNotEqualTo|isNotSameAs|isNotSameInstanceAs|isNotIn|isNotZero)$/, 'not-equal'],
  [/^(doesNotContain\w*|doesNotHave\w*)$/, 'not-contains'],
  [/^(doesNotThrowAnyException)$/, 'no-throw'],
];

const junitKinds: [RegExp, string][] = [
  [/^(assertEquals|assertSame|assertArrayEquals|assertIterableEquals|assertLinesMatch)$/, 'equal'],
  [/^assertNull$/, 'null'],
  [/^(assertNotNull)$/, 'defined'],
  [/^(assertNotEquals|assertNotSame)$/, 'not-equal'],
  [/^(assertInstanceOf)$/, 'type'],
  [/^(assertDoesNotThrow)$/, 'no-throw'],
];

export function assertionsAt(node: SyntaxNode): Assertion[] {
  if (node.type === 'assert_statement') return claim(named(node)[0] ?? null).map((parts) => assertion(node, parts));
  if (node.type !== 'method_invocation') return [];
  const name = textOf(field(node, 'name'));
  const args = named(field(node, 'arguments') ?? node);
  if (
    /^(assertThat|assertWithMessage|expectThat|assertThatCode|assertThatThrownBy|assertThatExceptionOfType|assertThatObject|then|thenThrownBy|that)$/.test(
      name,
    )
  )
    return chain(node, name, args);
  if (/^(assertThrows|assertThrowsExactly|expectThrows|assertThatIllegalArgumentException)$/.test(name)) {
    return [
      assertion(node, {
        kind: throwsKind(flat(args[0] ?? null), false),
        subject: args[1] ? flat(args[1]) : '',
        expected: flat(args[0] ?? null),
      }),
    ];
  }
  if (/^(assertTrue|assertFalse)$/.test(name)) {
    const tested = args.length > 1 && args[0] && /string/.test(args[0].type) ? args[1]! : (args[0] ?? null);
    return claim(tested, name === 'assertFalse').map((parts) => assertion(node, equalsCall(parts)));
  }
  const kind = junitKinds.find(([form]) => form.test(name))?.[1];
  if (kind) return [assertion(node, twoSided(kind, args))];
  if (name === 'fail') return [assertion(node, { kind: 'fail', subject: failPlace(node) })];
  if (name === 'verify' || /^verifyNo/.test(name)) {
    const call =
      node.parent?.type === 'method_invocation' && field(node.parent, 'object') === node ? node.parent : node;
    const loose = /\b(atLeast|atLeastOnce|atMost|any|anyString|anyInt|anyLong|anyList|anyMap) \(/.test(flat(call));
    return [
      assertion(call, { kind: loose ? 'called' : 'called-with', subject: flat(args[0] ?? null), expected: flat(call) }),
    ];
  }
  if (/^(andExpect|expectStatus|expectBody|andExpectAll|expectNext|expectComplete|expectError)$/.test(name)) {
    return [
      assertion(node, { kind: 'equal', subject: name, expected: args.map(flat).join(' , ') || 'called', strength: 4 }),
    ];
  }
  if (/^(assert|check|expect|verify)[A-Z]\w*$/.test(name) && !field(node, 'object'))
    return [assertion(node, { kind: 'custom', subject: args[0] ?? '', expected: args.slice(1).map(flat).join(' , ') })];
  return [];
}

/** Old JUnit takes the message first, new JUnit last; skips the message. */
function twoSided(kind: string, args: SyntaxNode[]): AssertionParts {
  const sided = /equal$/.test(kind) && !/null|defined/.test(kind);
  if (!sided) {
    const value = args.length > 1 && /string/.test(args[0]!.type) ? args[1]! : (args[0] ?? '');
    if (kind === 'type') return { kind, subject: args[1] ?? '', expected: args[0] ?? '' };
    return { kind, subject: value, expected: kind === 'null' ? 'null' : '' };
  }
  const messageFirst =
    args.length >= 3 && /string_literal/.test(args[0]!.type) && !/string_literal|decimal|floating/.test(args[2]!.type);
  const values = messageFirst ? args.slice(1) : args;
  const delta =
    values[2] && /decimal|floating|identifier/.test(values[2].type)
      ? Number(flat(values[2]).replace(/[dfDF]$/, ''))
      : Number.NaN;
  return { kind, subject: values[1] ?? '', expected: values[0] ?? '', tolerance: Number.isNaN(delta) ? null : delta };
}

function equalsCall(parts: AssertionParts): AssertionParts {
  if (parts.kind !== 'predicate' || typeof parts.subject === 'string' || !parts.subject) return parts;
  const call = parts.subject;
  if (call.type !== 'method_invocation') return parts;
  if (textOf(field(call, 'name')) !== 'equals') return parts;
  return {
    kind: 'equal',
    subject: flat(field(call, 'object')),
    expected: named(field(call, 'arguments') ?? call)
      .map(flat)
      .join(' , '),
  };
}

function failPlace(node: SyntaxNode): string {
  const around = ancestor(node, (up) => /^(if_statement|try_statement|method_declaration|catch_clause)$/.test(up.type));
  if (around?.type === 'if_statement') return flat(field(around, 'condition'));
  if (around?.type === 'try_statement')
    return `${flat(field(around, 'body'))
      .replace(/fail \([^)]*\)/, '')
      .slice(0, 300)} ${around.children
      .filter((one) => one.type === 'catch_clause')
      .map((one) => flat(child(one, 'catch_formal_parameter')))
      .join(' ')}`;
  return flat(node);
}

/**
 * `assertThat(x).isEqualTo(y).contains(z)`: every link of the chain is an assertion; Hamcrest's two arguments are one.
 * Without a link it asserts nothing, unless the result is stored or passed on, in which case the assertions are made
 * there.
 */
function chain(node: SyntaxNode, name: string, args: SyntaxNode[]): Assertion[] {
  if (name === 'then' && args.length !== 1) return [];
  if (name === 'that' && !/assertWithMessage|expect/.test(flat(field(node, 'object')))) return [];
  if (name === 'assertWithMessage') return [];
  const subject = args.find((_one, i) => !(i === 0 && args.length === 3)) ?? '';
  if (args.length >= 2 && name === 'assertThat') return [assertion(node, hamcrest(args))];
  const found: Assertion[] = [];
  let top = node;
  while (top.parent?.type === 'method_invocation' && field(top.parent, 'object') === top) {
    top = top.parent;
    const matcher = textOf(field(top, 'name'));
    const values = named(field(top, 'arguments') ?? top);
    const argumentText = values.map(flat).join(' , ');
    if (
      /^(as|describedAs|withFailMessage|overridingErrorMessage|usingRecursiveComparison|asList|asString|named|and|satisfies\w*)$/.test(
        matcher,
      ) &&
      !/^satisfies/.test(matcher)
    )
      continue;
    if (/Thrown|Exception|Code/.test(name)) {
      const kind = /Message/.test(matcher)
        ? 'throws-message'
        : /InstanceOf|isThrownBy|ofType/.test(matcher)
          ? throwsKind(argumentText || flat(args[0] ?? null), false)
          : 'throws';
      found.push(assertion(top, { kind, subject, expected: argumentText }));
      continue;
    }
    const kind = chainKinds.find(([form]) => form.test(matcher))?.[1] ?? 'custom';
    const expected =
      matcherValues[matcher] ?? (kind === 'null' ? 'null' : argumentText || (kind === 'custom' ? matcher : ''));
    const expectedAt = values.length === 1 ? values[0]! : null;
    found.push(assertion(top, { kind, subject, expected, expectedAt }));
  }
  if (found.length > 0) return found;
  const isHandedOn = top.parent !== null && top.parent.type !== 'expression_statement';
  return [assertion(node, { kind: isHandedOn ? 'custom' : 'none', subject })];
}

/** Matchers whose name is the value. */
const matcherValues: Partial<Record<string, string>> = { isTrue: 'true', isFalse: 'false', isZero: '0', isOne: '1' };

function hamcrest(args: SyntaxNode[]): AssertionParts {
  const [subject, matcher] = args.length === 3 ? [args[1]!, args[2]!] : [args[0]!, args[1]!];
  const text = flat(matcher);
  const value = /\( (.*) \)$/.exec(text)?.[1] ?? '';
  if (/^(is|equalTo|sameInstance|CoreMatchers \. (is|equalTo)|Matchers \. (is|equalTo)) \(/.test(text))
    return {
      kind: /notNullValue/.test(text) ? 'defined' : /nullValue/.test(text) ? 'null' : 'equal',
      subject,
      expected: value.replace(/^(equalTo|is) \( (.*) \)$/, '$2'),
    };
  if (/notNullValue/.test(text)) return { kind: 'defined', subject };
  if (/^nullValue/.test(text)) return { kind: 'null', subject, expected: 'null' };
  if (/^(not) \(/.test(text)) return { kind: 'not-equal', subject, expected: value };
  if (/instanceOf/.test(text)) return { kind: 'type', subject, expected: value };
  return { kind: 'contains', subject, expected: text };
}
