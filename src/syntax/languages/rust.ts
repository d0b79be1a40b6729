import type { Skip, TestCase } from '../model.ts';
import { ancestor, field, flat, named, type SyntaxNode, textOf, walk } from '../tree.ts';
import { assertion } from './assertion.ts';
import { caseAt, conditionalOf } from './case.ts';
import { type Dialect, skipWithFile, strongestSkip } from './dialect.ts';
import { markReach } from './reach.ts';
import { macroAssertions, nestedAssertions } from './rust-assertions.ts';
import {
  annotations,
  attributes,
  functionAt,
  handlerAt,
  isTestPath,
  tampering,
  testAttribute,
} from './rust-functions.ts';

export const rust: Dialect = {
  language: 'rust',
  isTestPath,
  tests,
  functionAt,
  conditional: conditionalOf('if_expression'),
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
  if (whole) for (const test of found) if (!test.helper) skipWithFile(test, whole);
  return found;
}

function functionCase(node: SyntaxNode, suite: string[], skip: Skip | null, path: string): TestCase | null {
  const marks = attributes(node);
  const texts = marks.map(flat);
  const body = field(node, 'body');
  if (!body) return null;
  const isTest = texts.some((text) => testAttribute.test(text));
  const helper = !isTest && (isTestPath(path) || suite.some((one) => /^tests?$/.test(one)));
  if (!isTest && !helper) return null;
  const test = caseAt(textOf(field(node, 'name')), suite, node, body);
  fill(test, body);
  if (helper) return test.assertions.length > 0 ? { ...test, helper: true } : null;
  const own = skipOf(texts);
  test.skip = strongestSkip([own, skip]);
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

const skipOf = (texts: string[]): Skip | null => strongestSkip(texts.map((one) => skipMark([one])));

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

/** `rgtest!(name, |…| { … })`: a project-specific macro that defines a test. */
function macroCase(node: SyntaxNode, suite: string[]): TestCase | null {
  const macro = textOf(field(node, 'macro'));
  if (!/test/i.test(macro) || /assert/.test(macro) || ancestor(node, (up) => up.type === 'function_item')) return null;
  const name = /^\w+!\s*[({]\s*(?:#\[[^\]]*\]\s*)*(?:fn\s+)?(\w+)\s*[,(|]/.exec(textOf(node))?.[1];
  if (!name) return null;
  const test = caseAt(name, suite, node, node);
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
