import type { Assertion } from '../model.ts';
import { flat, lineOf, type SyntaxNode, tokensOf } from '../tree.ts';

/** How much an assertion of this kind proves: 5 pins the exact value, 0 nothing. */
const strengths: Record<string, number> = {
  'strict-equal': 5.5,
  equal: 5,
  null: 5,
  snapshot: 5,
  'called-with': 5,
  'called-times': 5,
  'not-called': 5,
  'throws-message': 5,
  'throws-type': 4.6,
  approx: 4.6,
  contains: 4,
  matches: 4,
  length: 4,
  predicate: 4,
  custom: 4,
  compare: 3,
  type: 3,
  called: 3,
  throws: 3,
  'throws-any': 2.5,
  'no-error': 3,
  falsy: 3,
  truthy: 2,
  'not-equal': 2,
  'not-contains': 2,
  'no-throw': 2,
  fail: 2,
  defined: 1,
  none: 0,
  trivial: 0,
};

const literalToken =
  /^([a-zA-Z]{0,2}["'`/][\s\S]*|-?[\d.][\w.]*|true|false|True|False|None|null|nil|undefined|NaN|Infinity|[[\](){},:+\-&]|new|Some|Ok|Err|vec|!|=>|List|Set|Map|Array|\.|of|Date|BigInt|Duration)$/;

export const isLiteral = (tokens: string[]): boolean =>
  tokens.length > 0 &&
  tokens.length < 400 &&
  tokens.every((token) => literalToken.test(token)) &&
  tokens.some((token) => /[\w"'`]/.test(token));

export interface AssertionParts {
  kind: string;
  subject: SyntaxNode | string | null;
  expected?: SyntaxNode | string | null;
  tolerance?: number | null;
  strength?: number;
  /** Where the expected value is written, if `expected` is only its text. */
  expectedAt?: Place | null;
}

interface Place {
  start: number;
  end: number;
}

/** `node` is the whole assertion, for its place and text. */
export function assertion(node: SyntaxNode, rawParts: AssertionParts): Assertion {
  const parts = unwrapTruth(rawParts);
  let subject = typeof parts.subject === 'string' ? parts.subject : flat(parts.subject);
  let expected = typeof parts.expected === 'string' ? parts.expected : flat(parts.expected ?? null);
  let expectedAt = parts.expectedAt ?? placeOf(parts.expected);
  let { kind } = parts;
  if (/equal$/.test(kind) && isLiteral(subject.split(' ')) && !isLiteral(expected.split(' ')) && expected !== '') {
    [subject, expected] = [expected, subject];
    expectedAt = placeOf(parts.subject);
  }
  if (kind === 'equal' && /^(null|nil|None|undefined)$/.test(expected)) kind = 'null';
  if (kind === 'not-equal' && /^(null|nil|None|undefined|"")$/.test(expected)) kind = 'defined';
  if (isTrivial(kind, subject, expected)) kind = 'trivial';
  const text = flat(node);
  const isBoolean = /equal$/.test(kind) && /^(true|True|false|False)$/.test(expected);
  return {
    kind,
    strength: kind === 'trivial' ? 0 : (parts.strength ?? (isBoolean ? 4 : (strengths[kind] ?? 4))),
    subject,
    expected,
    key: keyOf(kind, subject, expected),
    text,
    line: lineOf(node),
    start: node.start,
    literal: isLiteral(expected.split(' ')),
    expectedAt,
    tolerance: parts.tolerance ?? null,
    swallowed: false,
    unreachable: false,
    conditions: [],
  };
}

const placeOf = (value: SyntaxNode | string | null | undefined): Place | null =>
  value && typeof value !== 'string' ? { start: value.start, end: value.end } : null;

/** Asserting that a comparison is true asserts what the comparison says. */
function unwrapTruth(parts: AssertionParts): AssertionParts {
  const { kind, subject, expected, strength } = parts;
  const value = typeof expected === 'string' ? expected : flat(expected ?? null);
  const isTrue = kind === 'truthy' || (/equal$/.test(kind) && /^(true|True)$/.test(value));
  const isFalse = kind === 'falsy' || (/equal$/.test(kind) && /^(false|False)$/.test(value));
  if ((!isTrue && !isFalse) || strength !== undefined || !subject || typeof subject === 'string') return parts;
  const [comparison, more] = claim(subject, isFalse);
  return more === undefined && /^(equal|not-equal)$/.test(comparison!.kind) ? comparison! : parts;
}

/** The same assertion in another library has the same key. */
function keyOf(kind: string, subject: string, expected: string): string {
  const claim = /^(strict-)?equal$|^null$/.test(kind) ? 'equal' : kind === 'predicate' ? 'truthy' : kind;
  const plain = expected.replace(/^(true|True)$/, '');
  if (claim === 'equal' && /^(true|True)$/.test(expected)) return `truthy|${subject}|`;
  if (claim === 'equal' && /^(false|False)$/.test(expected)) return `falsy|${subject}|`;
  return `${claim}|${subject}|${plain}`;
}

function isTrivial(kind: string, subject: string, expected: string): boolean {
  if (kind === 'trivial') return true;
  const bare = isLiteral(subject.split(' '));
  if (/^(truthy|defined|predicate)$/.test(kind)) {
    return (
      (bare && !/^(false|False|null|None|nil|undefined|0|"")$/.test(subject)) ||
      /(^| )(or|\|\|) (True|true|1)$/.test(subject) ||
      /^(True|true|1) (or|\|\|) /.test(subject)
    );
  }
  if (kind === 'falsy') return bare && /^(false|False|null|None|nil|undefined|0|"")$/.test(subject);
  if (/equal$/.test(kind)) return subject === expected && subject !== '';
  return false;
}

const comparisons = new Map([
  ['==', 'equal'],
  ['===', 'equal'],
  ['is', 'equal'],
  ['!=', 'not-equal'],
  ['!==', 'not-equal'],
  ['is not', 'not-equal'],
  ['in', 'contains'],
  ['not in', 'not-contains'],
  ['instanceof', 'type'],
  ['<', 'compare'],
  ['>', 'compare'],
  ['<=', 'compare'],
  ['>=', 'compare'],
]);
const opposite: Record<string, string> = {
  equal: 'not-equal',
  'not-equal': 'equal',
  truthy: 'falsy',
  falsy: 'truthy',
  predicate: 'falsy',
  contains: 'not-contains',
  'not-contains': 'contains',
};

/** What a boolean expression asserts if it must be true: `a == b` an equality, `len(x)` only a truth. */
export function claim(expression: SyntaxNode | null, negated = false): AssertionParts[] {
  if (!expression) return [{ kind: 'none', subject: '' }];
  const inner = unwrapped(expression);
  const kids = inner.children.filter((one) => !/comment$/.test(one.type));
  if (inner.type === 'tuple' && kids.length > 2) return [{ kind: 'trivial', subject: inner }];
  if (/^(not_operator|unary_expression)$/.test(inner.type) && /^(!|not)$/.test(flat(kids[0] ?? null))) {
    return claim(kids.at(-1) ?? null, !negated);
  }
  const operator = kids.length >= 3 ? kids.slice(1, -1).map(flat).join(' ') : '';
  if (!negated && /^(and|&&)$/.test(operator)) return [...claim(kids[0]!), ...claim(kids.at(-1)!)];
  if (negated && /^(or|\|\|)$/.test(operator)) return [...claim(kids[0]!, true), ...claim(kids.at(-1)!, true)];
  if (/^(or|\|\|)$/.test(operator)) return [{ kind: 'truthy', subject: inner, strength: 2 }];
  if (inner.type === 'comparison_operator' && kids.length > 3 && kids.length % 2 === 1 && !negated) {
    return chained(kids);
  }
  const found = kids.length === 3 || inner.type === 'comparison_operator' ? comparisons.get(operator) : undefined;
  if (found) {
    const kind = negated ? (opposite[found] ?? found) : found;
    if (kind === 'contains' || kind === 'not-contains') return [{ kind, subject: kids.at(-1)!, expected: kids[0]! }];
    return [{ kind, subject: kids[0]!, expected: kids.at(-1)! }];
  }
  const call = /call|invocation/.test(inner.type);
  if (call && /^isinstance \(|\. isInstance \(/.test(flat(inner))) return [{ kind: 'type', subject: inner }];
  const kind = call ? 'predicate' : 'truthy';
  if (negated && call) return [{ kind: 'falsy', subject: inner, strength: 4 }];
  return [{ kind: negated ? (opposite[kind] ?? kind) : kind, subject: inner }];
}

/** Python's `a == b == c` compares each neighbouring pair. */
function chained(kids: SyntaxNode[]): AssertionParts[] {
  const claims: AssertionParts[] = [];
  for (let i = 0; i + 2 < kids.length; i += 2) {
    const kind = comparisons.get(flat(kids[i + 1]!)) ?? 'compare';
    claims.push({ kind, subject: kids[i]!, expected: kids.at(-1)! });
  }
  return claims;
}

function unwrapped(node: SyntaxNode): SyntaxNode {
  let inner = node;
  while (/^(parenthesized_expression|await_expression|await)$/.test(inner.type)) {
    const next = inner.children.filter((one) => one.named && !/comment$/.test(one.type)).at(-1);
    if (!next) break;
    inner = next;
  }
  return inner;
}

export const broadErrors =
  /^(Exception|BaseException|Throwable|Error|AssertionError|StandardError|java\.lang\.Exception|java\.lang\.Throwable|Exception \. class|Throwable \. class|Error \. class|RuntimeException|RuntimeException \. class|AssertionFailedError)$/;

/** The kind of a "must throw" assertion, by how specific it is about the error. */
export function throwsKind(type: string, message: boolean): string {
  if (message) return 'throws-message';
  if (/^(BaseException|Throwable|Throwable \. class)$/.test(type)) return 'throws-any';
  if (type === '' || broadErrors.test(type)) return 'throws';
  return 'throws-type';
}

export const literalsIn = (node: SyntaxNode): Set<string> =>
  new Set(tokensOf(node).filter((token) => /^[a-zA-Z]{0,2}["'`]|^-?\d/.test(token)));
