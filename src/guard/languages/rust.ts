import type { Assertion, Directive, Handler, Skip, Tampering, TestCase } from '../model.ts';
import {
  ancestor,
  excerpt,
  field,
  flat,
  isComment,
  lineOf,
  named,
  type SyntaxNode,
  textOf,
  tokensOf,
  walk,
} from '../tree.ts';
import { type AssertionParts, assertion, literalsIn } from './assertion.ts';
import { type Dialect, type FunctionAt, gravest, holdBack } from './dialect.ts';
import { markReach } from './reach.ts';

export const rust: Dialect = {
  language: 'rust',
  isTestPath: (path) => /(^|\/)(tests?|benches)\//.test(path) || /(^|[_/])tests?\.rs$/.test(path),
  tests,
  functionAt,
  conditional(node) {
    if (node.type !== 'if_expression') return null;
    const condition = field(node, 'condition');
    const then = field(node, 'consequence');
    return condition && then ? { condition, then, otherwise: field(node, 'alternative') } : null;
  },
  raises(statement) {
    const text = flat(statement);
    return (
      /^return (Some \( )?(Err|Poll :: Ready \( Err)\b/.test(text) ||
      /^(panic|bail|unreachable|abort|anyhow :: bail) !/.test(text) ||
      /^Err \(/.test(text) ||
      /^return None$/.test(text)
    );
  },
  returned(statement) {
    const inner = statement.type === 'expression_statement' ? named(statement)[0]! : statement;
    if (inner?.type === 'return_expression') return named(inner)[0] ?? null;
    return statement.type === 'expression_statement'
      ? null
      : /literal|expression|identifier/.test(statement.type)
        ? statement
        : null;
  },
  handlerAt,
  dropAt(node) {
    const text =
      node.type === 'let_declaration' || node.type === 'expression_statement' || node.type === 'call_expression'
        ? flat(node)
        : '';
    if (node.type === 'let_declaration' && /^let _ = /.test(text) && /[)?]$/.test(text)) return text.slice(0, 160);
    if (node.type === 'expression_statement' && /\. ok \( \)$/.test(text)) return text.slice(0, 160);
    if (
      node.type === 'call_expression' &&
      /\. (unwrap_or_default \( \)|unwrap_or_else \( \| _\w* \| [^|]*\)|unwrap_or \( (\( \)|None|false|0|"") \))$/.test(
        text,
      )
    )
      return text.slice(-160);
    return null;
  },
  annotations,
  fileSkip,
  tampering,
};

/** Attributes directly above an item. */
function attributes(node: SyntaxNode): SyntaxNode[] {
  const list: SyntaxNode[] = [];
  const siblings = node.parent?.children ?? [];
  for (let i = siblings.indexOf(node) - 1; i >= 0; i--) {
    const one = siblings[i]!;
    if (one.type === 'attribute_item') list.push(one);
    else if (!isComment(one)) break;
  }
  return list;
}

const testAttribute =
  /^# \[ (\w+ :: )*(test|rstest|test_case|wasm_bindgen_test|quickcheck|proptest|case|parameterized|test_log :: test)\b/;

function tests(root: SyntaxNode, path: string): TestCase[] {
  const found: TestCase[] = [];
  const whole = fileSkip(root);
  const visit = (node: SyntaxNode, suite: string[], skip: Skip | null): void => {
    if (node.type === 'mod_item') {
      const marks = attributes(node).map(flat).join(' ');
      const off = never.test(marks) ? ({ kind: 'skip', text: marks } as const) : skip;
      for (const one of node.children) visit(one, [...suite, textOf(field(node, 'name'))], off);
      return;
    }
    if (node.type === 'function_item') {
      const test = functionCase(node, suite, skip, path);
      if (test) found.push(test);
    }
    if (node.type === 'macro_invocation') {
      const test = macroCase(node, suite);
      if (test) found.push(test);
    }
    for (const one of node.children) visit(one, suite, skip);
  };
  visit(root, [], null);
  if (whole) for (const test of found) if (!test.helper) holdBack(test, whole);
  return found;
}

function functionCase(node: SyntaxNode, suite: string[], skip: Skip | null, path: string): TestCase | null {
  const marks = attributes(node);
  const texts = marks.map(flat);
  const body = field(node, 'body');
  if (!body) return null;
  const isTest = texts.some((text) => testAttribute.test(text));
  const helper = !isTest && (rust.isTestPath(path) || suite.some((one) => /^tests?$/.test(one)));
  if (!isTest && !helper) return null;
  const test = blankCase(textOf(field(node, 'name')), suite, node, body);
  fill(test, body);
  if (helper) return test.assertions.length > 0 ? { ...test, helper: true } : null;
  const own = skipOf(texts);
  test.skip = gravest([own, skip]);
  test.skipScope = own ? 'own' : 'suite';
  test.rows = texts.filter((text) => /^# \[ (\w+ :: )*(case|test_case)\b/.test(text));
  const panics = texts.find((text) => /^# \[ should_panic/.test(text));
  if (panics)
    test.assertions.push(
      assertion(marks.find((mark) => flat(mark) === panics)!, {
        kind: /expected/.test(panics) ? 'throws-message' : 'throws',
        subject: 'should_panic',
        expected: panics,
      }),
    );
  return test;
}

const never =
  /cfg \( (any \( \)|not \( all \( \) \)|not \( test \)|feature = "(never|disabled|none)\w*"|FALSE|false|disabled\w*|never) \)/;

const skipOf = (texts: string[]): Skip | null => gravest(texts.map((one) => skipMark([one])));

function skipMark(texts: string[]): Skip | null {
  for (const text of texts) {
    if (/^# \[ ignore\b/.test(text)) return { kind: 'skip', text };
    if (never.test(text)) return { kind: 'skip', text };
    if (/^# \[ cfg_attr \( .* , ignore/.test(text))
      return { kind: /cfg_attr \( (all \( \)|not \( any \( \) \)|test) ,/.test(text) ? 'skip' : 'conditional', text };
    if (/^# \[ cfg \((?! test)/.test(text)) return { kind: 'conditional', text };
    if (/, ignore\b/.test(text) && !/^# \[ doc/.test(text)) return { kind: 'conditional', text };
  }
  return null;
}

function fileSkip(root: SyntaxNode): Skip | null {
  for (const node of root.children) {
    if (node.type !== 'inner_attribute_item') continue;
    const text = flat(node);
    if (never.test(text)) return { kind: 'skip', text: textOf(node) };
    if (/^# ! \[ cfg \(/.test(text)) return { kind: 'conditional', text: textOf(node) };
  }
  return null;
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
    literals: literalsIn(body),
    mocks: 0,
  };
}

/** `rgtest!(name, |…| { … })`: a project's own macro that defines a test. */
function macroCase(node: SyntaxNode, suite: string[]): TestCase | null {
  const macro = textOf(field(node, 'macro'));
  if (!/test/i.test(macro) || /assert/.test(macro) || ancestor(node, (up) => up.type === 'function_item')) return null;
  const name = /^\w+!\s*[({]\s*(?:#\[[^\]]*\]\s*)*(?:fn\s+)?(\w+)\s*[,(|]/.exec(textOf(node))?.[1];
  if (!name) return null;
  const test = blankCase(name, suite, node, node);
  fill(test, node);
  return test;
}

function fill(test: TestCase, body: SyntaxNode): void {
  walk(body, (node) => {
    if (node.type === 'macro_invocation') {
      for (const one of macroAssertions(node)) {
        markReach(one, node, body, handlerAt);
        test.assertions.push(one);
      }
    } else if (node.type === 'token_tree') {
      for (const one of nestedAssertions(node)) {
        markReach(one, node, body, handlerAt);
        test.assertions.push(one);
      }
    } else if (node.type === 'call_expression') {
      const callee = flat(field(node, 'function'));
      test.calls.add(callee.split(' ').at(-1)!);
      if (/^(\w+ :: )*(assert|check|expect|verify|test)_\w+$/.test(callee)) {
        const args = named(field(node, 'arguments') ?? node);
        test.assertions.push(
          assertion(node, { kind: 'custom', subject: args[0] ?? '', expected: args.slice(1).map(flat).join(' , ') }),
        );
      }
    }
  });
}

function macroAssertions(node: SyntaxNode): Assertion[] {
  const tree = node.children.find((one) => one.type === 'token_tree');
  return tree ? macroClaim(node, textOf(field(node, 'macro')), tree) : [];
}

/** Macros inside a macro's tokens are not parsed: `name ! ( … )` is found by its shape. */
function nestedAssertions(tree: SyntaxNode): Assertion[] {
  const found: Assertion[] = [];
  tree.children.forEach((one, i) => {
    const next = tree.children[i + 1];
    const inner = tree.children[i + 2];
    if (one.type === 'identifier' && next && textOf(next) === '!' && inner?.type === 'token_tree')
      found.push(...macroClaim(one, textOf(one), inner));
  });
  return found;
}

function macroClaim(node: SyntaxNode, macro: string, tree: SyntaxNode): Assertion[] {
  const name = macro.split('::').at(-1)!;
  const args = split(tree);
  const text = (i: number): string => (args[i] ?? []).join(' ');
  const whole = node.type === 'macro_invocation' ? node : tree;
  const make = (parts: AssertionParts): Assertion[] => [assertion(whole, parts)];
  if (/^(debug_)?assert_eq$|^prop_assert_eq$|^eqnice$|^assert_eq_\w+$|^eq$/.test(name))
    return make({ kind: 'equal', subject: text(0), expected: text(1) });
  if (/^(debug_)?assert_ne$|^prop_assert_ne$/.test(name))
    return make({ kind: 'not-equal', subject: text(0), expected: text(1) });
  if (/^assert_matches$/.test(name)) return make({ kind: 'matches', subject: text(0), expected: text(1) });
  if (/^assert_(relative_eq|abs_diff_eq|ulps_eq|approx_eq)$/.test(name))
    return make({
      kind: 'approx',
      subject: text(0),
      expected: text(1),
      tolerance: Number(/epsilon = ([\d.e-]+)/.exec(text(2))?.[1]) || null,
    });
  if (/^assert_(snapshot|debug_snapshot|json_snapshot|yaml_snapshot)/.test(name))
    return make({ kind: 'snapshot', subject: text(0), expected: text(1) });
  if (/^(debug_)?assert$|^prop_assert$|^ensure$/.test(name)) return booleanClaim(args[0] ?? []).flatMap(make);
  if (/^(assert|check|expect)_\w+$/.test(name))
    return make({
      kind: 'custom',
      subject: text(0),
      expected: args
        .slice(1)
        .map((one) => one.join(' '))
        .join(' , '),
    });
  if (name === 'panic' || name === 'unreachable') return make({ kind: 'fail', subject: tokensOf(tree).join(' ') });
  return [];
}

function booleanClaim(tokens: string[]): AssertionParts[] {
  const and = topLevel(tokens, '&&');
  if (and > 0 && topLevel(tokens, '||') < 0)
    return [...booleanClaim(tokens.slice(0, and)), ...booleanClaim(tokens.slice(and + 1))];
  for (const [operator, kind] of [
    ['==', 'equal'],
    ['!=', 'not-equal'],
    ['<=', 'compare'],
    ['>=', 'compare'],
    ['<', 'compare'],
    ['>', 'compare'],
  ] as const) {
    const at = topLevel(tokens, operator);
    if (at > 0) return [{ kind, subject: tokens.slice(0, at).join(' '), expected: tokens.slice(at + 1).join(' ') }];
  }
  const negated = tokens[0] === '!';
  const subject = (negated ? tokens.slice(1) : tokens).join(' ');
  if (/\. is_(some|ok) \( \)$/.test(subject) && !negated) return [{ kind: 'defined', subject, strength: 2 }];
  if (/\. (contains|starts_with|ends_with) \( .* \)$/.test(subject) && !negated) return [{ kind: 'contains', subject }];
  return [
    {
      kind: negated ? 'falsy' : / \)$/.test(subject) || /^matches !/.test(subject) ? 'predicate' : 'truthy',
      subject,
      strength: negated ? 4 : undefined,
    } as AssertionParts,
  ];
}

function topLevel(tokens: string[], wanted: string): number {
  let depth = 0;
  for (const [i, token] of tokens.entries()) {
    if (/^[([{]$/.test(token)) depth++;
    else if (/^[)\]}]$/.test(token)) depth--;
    else if (depth === 0 && token === wanted) return i;
  }
  return -1;
}

/** The arguments of a macro: its tokens between commas at the outer level. */
function split(tree: SyntaxNode): string[][] {
  const tokens = tokensOf(tree).slice(1, -1);
  const args: string[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (/^[([{]$/.test(token)) depth++;
    if (/^[)\]}]$/.test(token)) depth--;
    if (depth === 0 && token === ',') args.push([]);
    else args.at(-1)!.push(token);
  }
  return args;
}

function functionAt(node: SyntaxNode): FunctionAt | null {
  if (node.type !== 'function_item') return null;
  const marks = attributes(node).map(flat);
  if (marks.some((text) => testAttribute.test(text))) return null;
  const holder = ancestor(node, (up) => /^(impl_item|trait_item)$/.test(up.type));
  const owner = holder
    ? [flat(field(holder, 'trait')), flat(field(holder, 'type') ?? field(holder, 'name'))].filter(Boolean).join(' for ')
    : null;
  const cfg = marks.find((text) => /^# \[ cfg \(/.test(text)) ?? '';
  const visibility = node.children.find((one) => one.type === 'visibility_modifier');
  return {
    name: textOf(field(node, 'name')),
    owner: `${owner ?? ''}${cfg}` || null,
    body: field(node, 'body'),
    exported: visibility !== undefined || field(holder, 'trait') !== null,
    abstract: false,
    internal: visibility !== undefined && flat(visibility) !== 'pub',
  };
}

function handlerAt(node: SyntaxNode): Handler | null {
  const isLet = node.type === 'let_declaration';
  if (!isLet && node.type !== 'expression_statement') return null;
  if (!textOf(node).includes('catch_unwind')) return null;
  const text = flat(node);
  const swallows = (isLet && /^let _\w* = /.test(text)) || (!isLet && /^(std :: )?(panic :: )?catch_unwind/.test(text));
  return {
    body: tokensOf(node),
    swallows,
    broad: true,
    text: textOf(node).slice(0, 160),
    line: lineOf(node),
    caught: 'panic',
    fallback: false,
  };
}

function annotations(root: SyntaxNode): Directive[] {
  const found: Directive[] = [];
  walk(root, (node) => {
    if (node.type !== 'attribute_item' && node.type !== 'inner_attribute_item') return;
    const text = flat(node);
    const scope = node.type === 'inner_attribute_item' ? ('file' as const) : ('line' as const);
    const place = { scope, text: textOf(node).slice(0, 160), line: lineOf(node), target: targetOf(node) };
    const allow = /^# !? ?\[ (?:cfg_attr \( .* , )?(?:allow|expect) \( (.*?) \)/.exec(text);
    if (allow) found.push({ kind: 'suppression', name: '#[allow]', rules: allow[1]!, ...place });
    if (/tarpaulin|coverage ?(\( off|= "off)|no_coverage|cfg_attr \( coverage/.test(text))
      found.push({ kind: 'coverage', name: 'coverage ignore', rules: '', ...place });
  });
  return found;
}

function targetOf(node: SyntaxNode): string {
  const siblings = node.parent?.children ?? [];
  const next = siblings.slice(siblings.indexOf(node) + 1).find((one) => !isComment(one) && !/attribute/.test(one.type));
  return next ? textOf(next).split('\n')[0]!.replace(/\s+/g, '') : '';
}

function tampering(root: SyntaxNode, path: string): Tampering[] {
  const found: Tampering[] = [];
  walk(root, (node) => {
    const place = { text: textOf(node).slice(0, 160), line: lineOf(node) };
    if (
      node.type === 'call_expression' &&
      /^(std :: )?process :: exit \( 0 \)$/.test(flat(node)) &&
      rust.isTestPath(path)
    )
      found.push({ kind: 'exit', ...place });
    if (
      node.type === 'call_expression' &&
      /^(std :: )?panic :: set_hook \( Box :: new \( \| _ \| \{ \}/.test(flat(node))
    )
      found.push({ kind: 'global-suppression', ...place });
    if (
      node.type === 'function_item' &&
      textOf(field(node, 'name')) === 'eq' &&
      /^\{ true \}$/.test(flat(field(node, 'body')))
    )
      found.push({ kind: 'equality', ...place });
    if (node.type === 'macro_definition' && /^(assert|assert_eq|assert_ne)$/.test(textOf(field(node, 'name'))))
      found.push({ kind: 'patched-assertion', ...place });
  });
  return found;
}
