import type { Skip, TestCase } from '../model.ts';
import { field, flat, named, type SyntaxNode, textOf, walk } from '../tree.ts';
import { assertion, literalsIn, throwsKind } from './assertion.ts';
import { caseAt, conditionalOf } from './case.ts';
import { type Dialect, strongestSkip } from './dialect.ts';
import { assertionsAt } from './java-assertions.ts';
import { annotations, functionAt, handlerAt, isTestPath, markName, marks, tampering } from './java-functions.ts';
import { bodySkip, setupSkip, skipOf } from './java-skips.ts';
import { markReach } from './reach.ts';

export const java: Dialect = {
  language: 'java',
  isTestPath,
  tests,
  functionAt,
  conditional: conditionalOf('if_statement'),
  raises: (statement) => statement.type === 'throw_statement',
  returned: (statement) => (statement.type === 'return_statement' ? (named(statement)[0] ?? null) : null),
  handlerAt,
  dropAt: () => null,
  annotations,
  tampering,
};

function tests(root: SyntaxNode, path: string): TestCase[] {
  const found: TestCase[] = [];
  const visit = (node: SyntaxNode, suite: string[], skip: Skip | null, legacy: boolean): void => {
    if (/^(class_declaration|record_declaration|interface_declaration|enum_declaration)$/.test(node.type)) {
      const own = strongestSkip([skipOf(marks(node)), setupSkip(node)]);
      const isLegacy = /extends\s+\w*TestCase\b/.test(textOf(field(node, 'superclass'))) || legacy;
      for (const one of node.children)
        visit(one, [...suite, textOf(field(node, 'name'))], strongestSkip([own, skip]), isLegacy);
      return;
    }
    if (node.type === 'method_declaration') {
      const test = methodCase(node, suite, skip, legacy, path);
      if (test) found.push(test);
    }
    for (const one of node.children) visit(one, suite, skip, legacy);
  };
  visit(root, [], null, false);
  return found;
}

function methodCase(
  node: SyntaxNode,
  suite: string[],
  skip: Skip | null,
  legacy: boolean,
  path: string,
): TestCase | null {
  const body = field(node, 'body');
  const name = textOf(field(node, 'name'));
  if (!body) return null;
  const annotationNodes = marks(node);
  const mark = annotationNodes.find((one) =>
    /^(Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Theory|Property)$/.test(markName(one)),
  );
  const isTest = mark !== undefined || (legacy && /^test/.test(name) && /\bvoid\b/.test(textOf(field(node, 'type'))));
  if (!isTest && !isTestPath(path)) return null;
  const test: TestCase = {
    ...caseAt(name, suite, node, body),
    rows: rowsIn(annotationNodes),
    helper: !isTest,
    literals: literalsIn(node),
  };
  fill(test, body);
  if (!isTest) return test.assertions.length > 0 ? test : null;
  const own = strongestSkip([skipOf(annotationNodes), bodySkip(body)]);
  test.skip = strongestSkip([own, skip]);
  test.skipScope = own ? 'own' : 'suite';
  const expected = mark && /expected(?:Exceptions)? = ([\w. ]+?)(?: ,| \)|$)/.exec(flat(mark))?.[1];
  if (mark && expected)
    test.assertions.push(assertion(mark, { kind: throwsKind(expected, false), subject: '@Test(expected)', expected }));
  return test;
}

function rowsIn(annotationNodes: SyntaxNode[]): string[] {
  const rows: string[] = [];
  for (const mark of annotationNodes) {
    if (!/^(ValueSource|CsvSource|EnumSource|CsvFileSource|DataProvider|Parameters|MethodSource)$/.test(markName(mark)))
      continue;
    walk(mark, (node) => {
      if (node.type !== 'element_value_array_initializer') return true;
      rows.push(...named(node).map(flat));
      return false;
    });
  }
  return rows;
}

function fill(test: TestCase, body: SyntaxNode): void {
  walk(body, (node) => {
    if (node.type === 'method_invocation') {
      test.calls.add(textOf(field(node, 'name')));
      if (/^(mock|spy|when|doReturn|given)$/.test(textOf(field(node, 'name')))) test.mocks++;
    }
    for (const one of assertionsAt(node)) {
      markReach(one, node, body, handlerAt);
      test.assertions.push(one);
    }
  });
}
