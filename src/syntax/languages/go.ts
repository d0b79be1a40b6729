import type { Skip, TestCase } from '../model.ts';
import { ancestor, child, field, flat, named, type SyntaxNode, textOf, walk } from '../tree.ts';
import { caseAt, conditionalOf } from './case.ts';
import { type Dialect, skipWithFile } from './dialect.ts';
import { assertionsAt } from './go-assertions.ts';
import { functionAt, handlerAt, isTestPath, returnsNamedError, tampering } from './go-functions.ts';
import { markReach } from './reach.ts';

export const go: Dialect = {
  language: 'go',
  isTestPath,
  tests,
  functionAt,
  conditional: conditionalOf('if_statement'),
  raises(statement) {
    const text = flat(statement);
    if (/^(panic|log \. Fatal\w*|os \. Exit) \(/.test(text)) return true;
    if (statement.type !== 'return_statement') return false;
    return /(^return|,) (errors \.|fmt \. Errorf|err\b|\w*Err\w*|\w+ \. Err\w+|status \. Error|&? ?\w*Error\b|\w+ \. Wrap|new\w*Error)/.test(
      text,
    );
  },
  returned(statement) {
    if (statement.type !== 'return_statement') return null;
    const list = child(statement, 'expression_list');
    return list ?? named(statement)[0] ?? null;
  },
  handlerAt,
  dropAt(node) {
    if (!/^(assignment_statement|short_var_declaration|if_statement)$/.test(node.type)) return null;
    const text = flat(node);
    if (node.type !== 'if_statement') {
      if (/^_ = (err|\w*[eE]rr)$/.test(text)) return text;
      if (/^(_ , )*_ = .*\)$/.test(text) && text.length < 200) return `_ = ${text.split(' = ').slice(1).join(' = ')}`;
      if (/, _ (:=|=) .*\)$/.test(text) && !/ \. \( [^()]+ \)$/.test(text) && text.length < 200) return text;
    }
    if (
      node.type === 'if_statement' &&
      /^if (.* )?err != nil \{ (return nil|return|continue|log \. Print\w* \( err \)|_ = err)? ?\}$/.test(text) &&
      !/return err/.test(text) &&
      !(/ return \}$/.test(text) && returnsNamedError(node))
    )
      return text;
    return null;
  },
  statements(body) {
    return named(body).flatMap((one) => (one.type === 'statement_list' ? named(one) : [one]));
  },
  fileSkip,
  tampering,
};

function fileSkip(root: SyntaxNode): Skip | null {
  for (const node of root.children) {
    if (node.type === 'package_clause') break;
    const text = textOf(node);
    const tag = /^\/\/\s*(?:go:build|\+build)\s+(.+)/.exec(text);
    if (tag)
      return {
        kind: /^(ignore|never|false|disabled?|skip|none|exclude\w*)\b/.test(tag[1]!.trim()) ? 'skip' : 'conditional',
        text,
      };
  }
  return null;
}

function tests(root: SyntaxNode, path: string): TestCase[] {
  const found: TestCase[] = [];
  const whole = fileSkip(root);
  for (const node of root.children) {
    if (node.type !== 'function_declaration' && node.type !== 'method_declaration') continue;
    const body = field(node, 'body');
    if (!body) continue;
    const name = textOf(field(node, 'name'));
    const params = textOf(field(node, 'parameters'));
    const receiver = textOf(field(node, 'receiver'));
    const isTest =
      /_test\.go$/.test(path) &&
      ((/^(Test|Fuzz)([^a-z]|$)/.test(name) &&
        name !== 'TestMain' &&
        (/testing\.(T|F|TB)\b/.test(params) || receiver !== '')) ||
        /^Example([^a-z]|$)/.test(name));
    if (!isTest && !(isTestPath(path) && /testing\.(T|TB|B|F)\b/.test(params))) continue;
    const top = caseOf(name, [], node, body);
    fill(body, top, found);
    top.helper = !isTest;
    if (!top.helper || top.assertions.length > 0) found.push(top);
  }
  if (whole) for (const test of found) if (!test.helper) skipWithFile(test, whole);
  return found;
}

const caseOf = (name: string, suite: string[], node: SyntaxNode, body: SyntaxNode): TestCase => ({
  ...caseAt(name, suite, node, body),
  skip: skipIn(body),
  rows: rowsIn(body),
});

function fill(body: SyntaxNode, top: TestCase, found: TestCase[]): void {
  const visit = (node: SyntaxNode, test: TestCase, stop: SyntaxNode): void => {
    if (node.type === 'call_expression') {
      const callee = flat(field(node, 'function'));
      const args = named(field(node, 'arguments') ?? node);
      if (
        /^\w+ \. Run$/.test(callee) &&
        args.length === 2 &&
        args[0]?.type === 'interpreted_string_literal' &&
        textOf(args[0]) !== '""' &&
        args[1]?.type === 'func_literal'
      ) {
        const inner = field(args[1], 'body');
        if (inner) {
          const sub = caseOf(textOf(args[0]).slice(1, -1), [...test.suite, test.name], node, inner);
          found.push(sub);
          for (const one of inner.children) visit(one, sub, inner);
          return;
        }
      }
      test.calls.add(callee.split(' ').at(-1)!);
    }
    for (const one of assertionsAt(node)) {
      markReach(one, node, stop, handlerAt);
      test.assertions.push(one);
    }
    for (const one of node.children) visit(one, test, stop);
  };
  visit(body, top, body);
}

function skipIn(body: SyntaxNode): Skip | null {
  let found: Skip | null = null;
  walk(body, (node) => {
    if (found) return false;
    if (node.type === 'func_literal') return false;
    if (node.type !== 'call_expression' || !/^\w+ \. (Skip|Skipf|SkipNow)$/.test(flat(field(node, 'function'))))
      return true;
    const guard = ancestor(
      node,
      (up) => up === body || /^(if_statement|for_statement|expression_case|type_case)$/.test(up.type),
    );
    const always = guard?.type === 'if_statement' && /^(true|1 == 1)$/.test(flat(field(guard, 'condition')));
    found = { kind: guard === body || always ? 'skip' : 'conditional', text: textOf(node).slice(0, 160) };
    return false;
  });
  return found;
}

/** Rows of a table: the elements of the first slice of composite literals that the body ranges over. */
function rowsIn(body: SyntaxNode): string[] {
  const rows: string[] = [];
  for (const statement of go.statements!(body)) {
    walk(statement, (node) => {
      if (node.type === 'func_literal') return false;
      if (node.type !== 'composite_literal') return true;
      if (!/^(slice_type|map_type|implicit_length_array_type|array_type)$/.test(field(node, 'type')?.type ?? ''))
        return true;
      const elements = named(field(node, 'body') ?? node);
      if (elements.length >= 2 && elements.every((one) => /\{/.test(textOf(one)))) rows.push(...elements.map(flat));
      return false;
    });
  }
  return rows;
}
