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
import { assertion, claim, literalsIn } from './assertion.ts';
import { type Dialect, type FunctionAt, holdBack } from './dialect.ts';
import { markReach } from './reach.ts';

export const go: Dialect = {
  language: 'go',
  isTestPath: (path) => /_test\.go$/.test(path) || /(^|\/)(testing|testutil|testdata)\//.test(path),
  tests,
  functionAt,
  conditional(node) {
    if (node.type !== 'if_statement') return null;
    const condition = field(node, 'condition');
    const then = field(node, 'consequence');
    return condition && then ? { condition, then, otherwise: field(node, 'alternative') } : null;
  },
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

/** A bare `return` hands out the result called err. */
function returnsNamedError(node: SyntaxNode): boolean {
  let at: SyntaxNode | null = node;
  while (at && !/^(function_declaration|method_declaration|func_literal)$/.test(at.type)) at = at.parent;
  const result = at && field(at, 'result');
  return result != null && /\berr error\b/.test(flat(result));
}

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
    if (!isTest && !(go.isTestPath(path) && /testing\.(T|TB|B|F)\b/.test(params))) continue;
    const top = caseOf(name, [], node, body);
    fill(body, top, found);
    top.helper = !isTest;
    if (!top.helper || top.assertions.length > 0) found.push(top);
  }
  if (whole) for (const test of found) if (!test.helper) holdBack(test, whole);
  return found;
}

function caseOf(name: string, suite: string[], node: SyntaxNode, body: SyntaxNode): TestCase {
  return {
    name,
    suite,
    line: lineOf(node),
    start: node.start,
    end: node.end,
    skip: skipIn(body),
    skipScope: 'own',
    only: false,
    rows: rowsIn(body),
    assertions: [],
    tokens: tokensOf(body),
    excerpt: excerpt(node),
    helper: false,
    calls: new Set(),
    literals: literalsIn(body),
    mocks: 0,
  };
}

function fill(body: SyntaxNode, top: TestCase, found: TestCase[]): void {
  const visit = (node: SyntaxNode, test: TestCase, stop: SyntaxNode): void => {
    if (node.type === 'call_expression') {
      const callee = flat(field(node, 'function'));
      const args = named(field(node, 'arguments') ?? node);
      if (
        /^\w+ \. Run$/.test(callee) &&
        args.length === 2 &&
        args[0]?.type === 'interpreted_string_literal' &&
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

const testify: [RegExp, string][] = [
  [
    /^(Equal|Equalf|EqualValues|EqualValuesf|Exactly|JSONEq|YAMLEq|EqualError|EqualErrorf|Equals|DeepEqual|Same|ElementsMatch|EqualExportedValues|JSONEqf)$/,
    'equal',
  ],
  [/^(Nil|Nilf|Empty|Emptyf|Zero)$/, 'null'],
  [/^(Len|Lenf)$/, 'length'],
  [/^(Contains|Containsf|Subset|ErrorContains|ErrorContainsf)$/, 'contains'],
  [/^(NotContains|NotSubset|NotRegexp)$/, 'not-contains'],
  [/^(Regexp|Regexpf)$/, 'matches'],
  [/^(InDelta|InEpsilon|WithinDuration|InDeltaSlice|InDeltaf)$/, 'approx'],
  [/^(ErrorIs|ErrorIsf|ErrorAs|ErrorAsf|PanicsWithValue|PanicsWithError)$/, 'throws-type'],
  [/^(Error|Errorf|Panics|Panicsf|HasError)$/, 'throws'],
  [/^(NoError|NoErrorf|NilError|NotPanics)$/, 'no-error'],
  [/^(NotNil|NotNilf|NotEmpty|NotEmptyf|NotZero)$/, 'defined'],
  [/^(NotEqual|NotEqualf|NotSame|NotEqualValues)$/, 'not-equal'],
  [/^(Greater|GreaterOrEqual|Less|LessOrEqual|Positive|Negative)$/, 'compare'],
  [/^(IsType|Implements|Type)$/, 'type'],
  [/^(AssertCalled|AssertExpectations)$/, 'called'],
  [/^(AssertNumberOfCalls)$/, 'called-times'],
];

function assertionsAt(node: SyntaxNode): Assertion[] {
  if (node.type !== 'call_expression') return [];
  const callee = flat(field(node, 'function'));
  const match = /^(\w+) \. (\w+)$/.exec(callee);
  const args = named(field(node, 'arguments') ?? node);
  if (match) {
    const [, base = '', name = ''] = match;
    if (
      /^(t|tb|b|f|tt|st|T|c|s|test|testing|tc)$/.test(base) &&
      /^(Error|Errorf|Fatal|Fatalf|Fail|FailNow)$/.test(name)
    )
      return failing(node);
    const kind = testify.find(([form]) => form.test(name))?.[1];
    if (
      /^(assert|require|is|qt|check|must|td|a|r|req|suite|s|should|expect)$/.test(base) &&
      (kind || /^(True|False|Truef|Falsef|Condition|Eventually|Fail|FailNow|Assert|Check)$/.test(name))
    ) {
      const given =
        args[0] && /^(t|tb|b|f|tt|st|T|c|s \. T \( \)|suite \. T \( \))$/.test(flat(args[0])) ? args.slice(1) : args;
      if (/^(True|Truef|Assert|Check)$/.test(name))
        return claim(given[0] ?? null).map((parts) => assertion(node, parts));
      if (/^(False|Falsef)$/.test(name)) return claim(given[0] ?? null, true).map((parts) => assertion(node, parts));
      if (/^Fail/.test(name)) return failing(node);
      if (kind === 'equal') return [assertion(node, { kind, subject: given[1] ?? '', expected: given[0] ?? '' })];
      if (kind === 'not-equal') return [assertion(node, { kind, subject: given[1] ?? '', expected: given[0] ?? '' })];
      if (kind === 'approx')
        return [
          assertion(node, {
            kind,
            subject: given[1] ?? '',
            expected: given[0] ?? '',
            tolerance: Number(flat(given[2] ?? null)) || null,
          }),
        ];
      if (kind === 'null') return [assertion(node, { kind, subject: given[0] ?? '', expected: 'nil' })];
      return [
        assertion(node, {
          kind: kind ?? 'custom',
          subject: given[0] ?? '',
          expected: given.slice(1, 2).map(flat).join(' '),
        }),
      ];
    }
  }
  if (/(^| )Expect \(/.test(callee) && /\. (To|NotTo|ToNot|Should|ShouldNot)$/.test(callee)) {
    const subject = /Expect \( (.*) \) \. \w+$/.exec(callee)?.[1] ?? callee;
    const matcher = flat(args[0] ?? null);
    const weak = /^(gomega \. )?(BeNil|Not \( BeNil|BeTrue|HaveOccurred|BeEmpty)/.test(matcher);
    return [assertion(node, { kind: weak ? 'defined' : 'equal', subject, expected: matcher })];
  }
  if (/^(\w+ \. )?(assert|require|check|expect|verify)[A-Z]\w*$/.test(callee)) {
    return [assertion(node, { kind: 'custom', subject: args.slice(1).map(flat).join(' , ') })];
  }
  return [];
}

/** `if got != want { t.Errorf(…) }` claims that they are equal. */
function failing(node: SyntaxNode): Assertion[] {
  const around = ancestor(node, (up) =>
    /^(if_statement|func_literal|function_declaration|method_declaration|expression_case|default_case)$/.test(up.type),
  );
  if (around?.type !== 'if_statement') return [assertion(node, { kind: 'fail', subject: flat(node) })];
  const alternative = field(around, 'alternative');
  const inElse = alternative !== null && node.start >= alternative.start;
  const condition = field(around, 'condition');
  const text = flat(condition);
  if (!inElse && /^err != nil$/.test(text))
    return [assertion(around, { kind: 'no-error', subject: errSubject(around) })];
  return claim(condition, !inElse).map((parts) =>
    assertion(around, {
      ...parts,
      strength: parts.kind === 'truthy' || parts.kind === 'falsy' ? 4 : undefined,
    } as typeof parts),
  );
}

function errSubject(around: SyntaxNode): string {
  return flat(field(around, 'initializer')) || 'err';
}

function functionAt(node: SyntaxNode): FunctionAt | null {
  if (node.type !== 'function_declaration' && node.type !== 'method_declaration') return null;
  const name = textOf(field(node, 'name'));
  const receiver = /(\w+)(?:\[[^\]]*\])?\s*\)$/.exec(textOf(field(node, 'receiver')))?.[1] ?? null;
  return {
    name,
    owner: receiver,
    body: field(node, 'body'),
    exported: /^[A-Z]/.test(name),
    internal: receiver !== null && !/^[A-Z]/.test(receiver),
    abstract: field(node, 'body') === null,
  };
}

function handlerAt(node: SyntaxNode): Handler | null {
  if (node.type !== 'defer_statement') return null;
  const text = flat(node);
  if (!/recover \( \)/.test(text)) return null;
  const swallows =
    /^defer (func \( \) \{ (_ = recover \( \)|recover \( \)|if \w+ := recover \( \) \w* ?!= nil \{ \}|if recover \( \) != nil \{ \}) \} \( \)|recover \( \))$/.test(
      text.replace(/ ; /g, ' '),
    );
  return {
    body: [],
    swallows,
    broad: true,
    text: textOf(node).slice(0, 200),
    line: lineOf(node),
    caught: 'panic',
    fallback: false,
  };
}

function tampering(root: SyntaxNode, path: string): Tampering[] {
  const found: Tampering[] = [];
  walk(root, (node) => {
    if (node.type !== 'call_expression') return;
    const text = flat(node);
    const place = { text: textOf(node).slice(0, 160), line: lineOf(node) };
    if (/^os \. Exit \( 0 \)$/.test(text) && /_test\.go$/.test(path)) found.push({ kind: 'exit', ...place });
  });
  walk(root, (node) => {
    if (node.type !== 'method_declaration' && node.type !== 'function_declaration') return;
    if (
      /^(Equal|Equals|Eq)$/.test(textOf(field(node, 'name'))) &&
      /^\{ return true \}$/.test(flat(field(node, 'body')))
    )
      found.push({ kind: 'equality', text: textOf(node).slice(0, 160), line: lineOf(node) });
    if (textOf(field(node, 'name')) === 'TestMain' && !/\. Run \( \)/.test(flat(field(node, 'body'))))
      found.push({ kind: 'runner-hook', text: textOf(node).slice(0, 160), line: lineOf(node) });
  });
  return found;
}
