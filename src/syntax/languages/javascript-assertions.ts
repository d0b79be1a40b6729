import type { Assertion } from '../model.ts';
import { ancestor, field, flat, named, type SyntaxNode, some, textOf } from '../tree.ts';
import { type AssertionParts, assertion, claim, throwsKind } from './assertion.ts';
import { calleeOf, isFunction } from './javascript-callee.ts';

const matchers: [RegExp, string][] = [
  [/^(toStrictEqual|strictEqual|deepStrictEqual|strictSame)$/, 'strict-equal'],
  [
    /^(toBe|toEqual|equal|equals|eql|eq|deepEqual|deepEquals|is|same|toBeNaN|toMatchObject|toHaveProperty|toHaveText|toHaveValue|looseEqual|deepLooseEqual|sameDeepMembers|sameMembers|members|property|isTrue|isFalse|true|false|toBeTrue|toBeFalse|toHaveTextContent|toHaveAttribute|status|toHaveReturnedWith|toResolveWith|toEqualTypeOf)$/,
    'equal',
  ],
  [/^(toBeNull|toBeUndefined|null|undefined|isNull|isUndefined|notExists|isNotOk|NaN)$/, 'null'],
  [
    /^(toMatchSnapshot|toMatchInlineSnapshot|toThrowErrorMatchingSnapshot|toThrowErrorMatchingInlineSnapshot|matchSnapshot|snapshot|toHaveScreenshot|toMatchFileSnapshot|assertSnapshot)$/,
    'snapshot',
  ],
  [
    /^(toHaveBeenCalledWith|toHaveBeenLastCalledWith|toHaveBeenNthCalledWith|toBeCalledWith|calledWith|calledWithExactly|calledOnceWith|calledOnceWithExactly|toHaveBeenCalledExactlyOnceWith)$/,
    'called-with',
  ],
  [
    /^(toHaveBeenCalledTimes|toBeCalledTimes|callCount|calledOnce|calledTwice|toHaveBeenCalledOnce|notCalled|assertions|plan)$/,
    'called-times',
  ],
  [/^(toHaveBeenCalled|toBeCalled|called)$/, 'called'],
  [/^(toBeCloseTo|closeTo|approximately)$/, 'approx'],
  [
    /^(toContain|toContainEqual|contain|contains|include|includes|toInclude|deepInclude|oneOf|like|has|hasStrict|toBeOneOf|includeMembers|toSatisfy|satisfy|keys|containSubset|toContainText)$/,
    'contains',
  ],
  [/^(toMatch|match|matches|regex|toStartWith|toEndWith)$/, 'matches'],
  [/^(toHaveLength|lengthOf|length|toHaveCount|toHaveSize|sizeOf|empty|toBeEmpty|isEmpty)$/, 'length'],
  [
    /^(toBeGreaterThan|toBeGreaterThanOrEqual|toBeLessThan|toBeLessThanOrEqual|above|below|least|most|gt|gte|lt|lte|isAbove|isBelow|isAtLeast|isAtMost|within|greaterThan|lessThan)$/,
    'compare',
  ],
  [
    /^(toBeInstanceOf|instanceOf|instanceof|a|an|isObject|isArray|isString|isNumber|isFunction|isBoolean|typeOf|toBeTypeOf|type|function|isInstance)$/,
    'type',
  ],
  [/^(toBeTruthy|ok|truthy|assert|isOk|toBeVisible|toBeInTheDocument|toPass)$/, 'truthy'],
  [/^(toBeFalsy|notOk|falsy)$/, 'falsy'],
  [/^(toBeDefined|exist|exists|isDefined|isNotNull|isNotUndefined|not|toResolve|toExist)$/, 'defined'],
  [/^(notEqual|notDeepEqual|notStrictEqual|notDeepStrictEqual|notSame|notDeepEquals|notEquals|isNot)$/, 'not-equal'],
  [/^(doesNotThrow|notThrow|notThrows|notThrowsAsync|doesNotReject|ifError|error)$/, 'no-throw'],
  [/^(doesNotMatch|notRegex|notInclude|notMatch|doesNotContain)$/, 'not-contains'],
  [/^(fail|unreachable)$/, 'fail'],
  [/^(pass)$/, 'trivial'],
];
const throwing =
  /^(toThrow|toThrowError|throw|throws|throwsAsync|rejects|rejectedWith|rejected|Throw|toReject|toRejectWith|throwsException)$/;
const contextAsserts =
  /^(is|not|deepEqual|notDeepEqual|like|throws|throwsAsync|notThrows|notThrowsAsync|regex|notRegex|snapshot|truthy|falsy|true|false|assert|pass|fail|ok|notOk|equal|notEqual|equals|notEquals|same|notSame|strictSame|deepEquals|deepLooseEqual|looseEqual|strictEqual|deepStrictEqual|notDeepStrictEqual|match|matches|doesNotMatch|doesNotThrow|rejects|error|ifError|has|hasStrict|type|plan|isNot|matchSnapshot)$/;

function kindOf(matcher: string): string {
  return matchers.find(([form]) => form.test(matcher))?.[1] ?? 'custom';
}

/** The assertions that a node makes, in any library. `params` are the parameter names of the test's callback. */
export function assertionsAt(node: SyntaxNode, params: Set<string>): Assertion[] {
  if (node.type === 'throw_statement')
    return [assertion(node, { kind: 'fail', subject: throwCondition(node), expected: '' })];
  if (node.type === 'member_expression' && textOf(field(node, 'property')) === 'should') return should(node);
  if (node.type !== 'call_expression') return [];
  const callee = field(node, 'function');
  const argumentList = field(node, 'arguments');
  if (!callee || !argumentList) return [];
  const parts = calleeOf(callee)?.parts;
  const args = named(argumentList);
  if (parts && elementQuery.test(parts.at(-1)!) && isStatement(node))
    return [assertion(node, { kind: 'predicate', subject: flat(node) })];
  if (parts && callee.type !== 'call_expression') {
    const [base = '', method = ''] = parts;
    if (base === 'expect' && (parts.length === 1 || /^(soft|poll|element)$/.test(method)) && !hasCall(callee))
      return expectChain(node, args);
    if (base === 'expect' && method === 'assertions')
      return [assertion(node, { kind: 'called-times', subject: 'expect.assertions', expected: flat(argumentList) })];
    if (base === 'expect' && /^(fail|unreachable)$/.test(method)) return methodAssertion(node, method, args);
    if (base === 'expect' && !hasCall(callee)) return [];
    if (parts.at(-1) === 'expect' && callee.type === 'member_expression') return supertest(node, callee, args);
    if (/^(assert|assertions|chai|sinon|should|power)$/.test(base) && !hasCall(callee)) {
      if (base === 'sinon' && method !== 'assert') return [];
      if (base === 'chai' && method !== 'assert') return [];
      return methodAssertion(node, parts.at(-1)!, args);
    }
    if (params.has(base) && parts.length === 2 && contextAsserts.test(method) && !hasCall(callee))
      return methodAssertion(node, method, args);
    if (params.has(base) && parts.length === 3 && method === 'assert') return methodAssertion(node, parts[2]!, args);
    if (
      parts.length === 1 &&
      /^(assert|expect|verify|check|should|must|expectTypeOf|assertType)[A-Z_]?\w*$/.test(base) &&
      !/^(expect|check|should|verify|must)$/.test(base)
    ) {
      if (base === 'expectTypeOf' || base === 'assertType') return expectChain(node, args);
      return [
        assertion(node, { kind: 'custom', subject: args[0] ?? '', expected: args.slice(1).map(flat).join(' , ') }),
      ];
    }
  }
  return [];
}

/** Testing Library queries that throw if nothing is found: as a statement they are assertions. */
const elementQuery =
  /^(?:(?:find|get)(?:All)?By(?:Text|Role|LabelText|PlaceholderText|AltText|Title|TestId|DisplayValue)|waitForElementToBeRemoved)$/;

const isStatement = (node: SyntaxNode): boolean =>
  node.parent?.type === 'expression_statement' ||
  (node.parent?.type === 'await_expression' && node.parent.parent?.type === 'expression_statement');

const hasCall = (node: SyntaxNode): boolean => some(node, (one) => one.type === 'call_expression');

/** A thrown error in a test is an assertion on the condition around it. */
function throwCondition(node: SyntaxNode): string {
  const around = ancestor(node, (up) => up.type === 'if_statement' || isFunction(up));
  return around?.type === 'if_statement' ? flat(field(around, 'condition')) : flat(node);
}

/** What is named and called on a node, outwards: the names, the whole of it, and the arguments of the last call. */
function chainFrom(node: SyntaxNode): { names: string[]; top: SyntaxNode; last: SyntaxNode | null } {
  const names: string[] = [];
  let top = node;
  let last: SyntaxNode | null = null;
  for (;;) {
    const up: SyntaxNode | null = top.parent;
    if (up?.type === 'member_expression' && field(up, 'object') === top) names.push(textOf(field(up, 'property')));
    else if (up?.type === 'call_expression' && field(up, 'function') === top) last = field(up, 'arguments');
    else if (up?.type === 'non_null_expression') names.push('');
    else return { names, top, last };
    top = up;
  }
}

function expectChain(call: SyntaxNode, args: SyntaxNode[]): Assertion[] {
  const { names, top, last } = chainFrom(call);
  const subject = args[0] ?? '';
  if (names.length === 0) {
    if (args.length >= 2 && args[1]?.type === 'string')
      return [assertion(top, { kind: 'custom', subject, expected: args.slice(1).map(flat).join(' , ') })];
    return [assertion(top, { kind: 'none', subject })];
  }
  const matcherArgs = last ? named(last) : [];
  const negated = names.includes('not');
  const matcher = names.filter(Boolean).at(-1) ?? '';
  // In vitest and jest a matcher that is not called does nothing; chai's properties do.
  if (last === null && /^to[A-Z]/.test(matcher) && top.parent?.type === 'expression_statement')
    return [assertion(top, { kind: 'none', subject })];
  const parts = chainParts(matcher, subject, matcherArgs, negated, names);
  const promised = names.includes('rejects') || names.includes('resolves');
  // An assertion on a promise that is not awaited settles after the test has passed.
  if (promised && top.parent?.type === 'expression_statement') return [assertion(top, { ...parts, strength: 1 })];
  return [assertion(top, parts)];
}

function chainParts(
  matcher: string,
  subject: SyntaxNode | string,
  matcherArgs: SyntaxNode[],
  negated: boolean,
  names: string[],
): AssertionParts {
  if (throwing.test(matcher)) {
    if (negated) return { kind: 'no-throw', subject };
    return throwParts(subject, matcherArgs);
  }
  let kind = kindOf(matcher);
  if (kind === 'trivial') kind = 'truthy';
  if (matcher === 'ok' || matcher === 'be') kind = 'truthy';
  if (matcher === 'assertions') kind = 'called-times';
  let expected = matcherArgs.map(flat).join(' , ');
  let tolerance: number | null = null;
  if (kind === 'approx') {
    expected = flat(matcherArgs[0] ?? null);
    tolerance = 10 ** -Number(flat(matcherArgs[1] ?? null) || 2);
    if (/closeTo|approximately/.test(matcher) && matcher !== 'toBeCloseTo')
      tolerance = Number(flat(matcherArgs[1] ?? null)) || null;
  }
  if (/^(toBeTrue|isTrue|true)$/.test(matcher)) expected = 'true';
  if (/^(toBeFalse|isFalse|false)$/.test(matcher)) expected = 'false';
  if (/^(null|toBeNull)$/.test(matcher)) expected = 'null';
  if (/^(undefined|toBeUndefined)$/.test(matcher)) expected = 'undefined';
  if (kind === 'equal' && matcher === 'toMatchObject') kind = 'contains';
  if (/equal$/.test(kind) && /^expect \. (anything|any)\b/.test(expected)) kind = 'defined';
  else if (
    /equal$|called-with/.test(kind) &&
    /expect \. (objectContaining|arrayContaining|stringContaining|stringMatching|any|anything)/.test(expected)
  )
    kind = kind === 'called-with' ? kind : 'contains';
  if (matcher === 'toHaveProperty' && matcherArgs.length < 2) kind = 'defined';
  if (matcher === 'property' && matcherArgs.length < 2) kind = 'defined';
  if (negated) kind = negatedKind(kind);
  if (names.includes('rejects') && kind !== 'no-throw') expected = `rejects ${expected}`;
  const [only, another] = matcherArgs;
  return { kind, subject, expected, tolerance, expectedAt: (another ? null : only) ?? null };
}

const negatedKind = (kind: string): string =>
  ({
    equal: 'not-equal',
    'strict-equal': 'not-equal',
    null: 'defined',
    truthy: 'falsy',
    falsy: 'truthy',
    defined: 'null',
    contains: 'not-contains',
    matches: 'not-contains',
    called: 'not-called',
    'called-with': 'not-contains',
    length: 'not-equal',
  })[kind] ?? kind;

function throwParts(subject: SyntaxNode | string, matcherArgs: SyntaxNode[]): AssertionParts {
  const expectedArgs = matcherArgs.filter((one) => !isFunction(one) || /instanceof/.test(textOf(one)));
  const text = expectedArgs.map(flat).join(' , ');
  const type = expectedArgs.length === 1 && /^[A-Z][\w.]*$/.test(text) ? text : '';
  const message =
    expectedArgs.some((one) => /string|regex|object|template|call|new/.test(one.type)) ||
    (type === '' && expectedArgs.length > 0);
  return { kind: throwsKind(type, message), subject, expected: text };
}

function methodAssertion(node: SyntaxNode, method: string, args: SyntaxNode[]): Assertion[] {
  if (throwing.test(method)) return [assertion(node, throwParts(args[0] ?? '', args.slice(1)))];
  const kind = kindOf(method);
  if (method === 'not')
    return [assertion(node, { kind: 'not-equal', subject: args[0] ?? '', expected: args[1] ?? '' })];
  if (method === 'true' || method === 'isTrue')
    return [assertion(node, { kind: 'equal', subject: args[0] ?? '', expected: 'true' })];
  if (method === 'false' || method === 'isFalse')
    return [assertion(node, { kind: 'equal', subject: args[0] ?? '', expected: 'false' })];
  if (kind === 'truthy') return claim(args[0] ?? null).map((parts) => assertion(node, parts));
  if (kind === 'falsy') return claim(args[0] ?? null, true).map((parts) => assertion(node, parts));
  if (kind === 'called-times' && /plan|assertions/.test(method))
    return [assertion(node, { kind, subject: method, expected: args.map(flat).join(' ') })];
  if (kind === 'fail') return [assertion(node, { kind, subject: throwCondition(node) })];
  if (kind === 'snapshot') return [assertion(node, { kind, subject: args[0] ?? 'snapshot' })];
  if (kind === 'trivial') return [assertion(node, { kind, subject: 'pass' })];
  const tolerance = kind === 'approx' ? Number(flat(args[2] ?? null)) || null : null;
  return [assertion(node, { kind, subject: args[0] ?? '', expected: args[1] ?? '', tolerance })];
}

function supertest(node: SyntaxNode, callee: SyntaxNode, args: SyntaxNode[]): Assertion[] {
  let base = field(callee, 'object');
  while (base?.type === 'call_expression') {
    const inner = field(base, 'function');
    if (inner?.type !== 'member_expression' || textOf(field(inner, 'property')) !== 'expect') break;
    base = field(inner, 'object');
  }
  const expectedArgs = args.filter((one) => !/^(done|next|cb|callback)$/.test(textOf(one)));
  if (expectedArgs.length === 0) return [];
  return [
    assertion(node, { kind: 'equal', subject: base ?? '', expected: `expects ${expectedArgs.map(flat).join(' , ')}` }),
  ];
}

/** `x.should.equal(y)`: reads the chain from `.should` upwards. */
function should(node: SyntaxNode): Assertion[] {
  const { names, top, last } = chainFrom(node);
  const matcher = names.filter(Boolean).at(-1);
  if (matcher === undefined) return [];
  const given = last ? named(last) : [];
  return [assertion(top, chainParts(matcher, field(node, 'object') ?? '', given, names.includes('not'), names))];
}
