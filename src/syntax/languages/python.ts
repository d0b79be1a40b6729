import type { Skip, TestCase } from '../model.ts';
import { ancestor, field, flat, named, type SyntaxNode, textOf, walk } from '../tree.ts';
import { literalsIn } from './assertion.ts';
import { caseAt, conditionalOf } from './case.ts';
import { type Dialect, skipWithFile, strongestSkip } from './dialect.ts';
import { assertionsAt } from './python-assertions.ts';
import { decorators, functionAt, handlerAt, isTestPath, tampering } from './python-functions.ts';
import { disabledRowsIn, rowsIn, tableValues } from './python-rows.ts';
import { bodySkip, classSkip, fileSkip, rowMark, skipIn } from './python-skips.ts';
import { markReach } from './reach.ts';

export const python: Dialect = {
  language: 'python',
  isTestPath,
  tests,
  functionAt,
  conditional: conditionalOf('if_statement'),
  raises: (statement) =>
    statement.type === 'raise_statement' || /^(self \. fail|abort|sys \. exit|ctx \. fail) \(/.test(flat(statement)),
  returned: (statement) => (statement.type === 'return_statement' ? (named(statement)[0] ?? null) : null),
  handlerAt,
  dropAt: () => null,
  fileSkip,
  tampering,
};

function tests(root: SyntaxNode, path: string): TestCase[] {
  const found: TestCase[] = [];
  const inTestFile = isTestPath(path);
  const visit = (node: SyntaxNode, suite: string[], skip: Skip | null, unit: boolean): void => {
    if (node.type === 'class_definition') {
      const name = textOf(field(node, 'name'));
      const bases = textOf(field(node, 'superclasses'));
      const own = strongestSkip([skipIn(decorators(node)), classSkip(node)]);
      const isUnit = /Test|Spec|Mixin|Case/.test(bases) || /^Test|Tests?$|TestCase$|Test/.test(name);
      for (const one of node.children) visit(one, [...suite, name], strongestSkip([own, skip]), isUnit);
      return;
    }
    if (node.type === 'function_definition') {
      const name = textOf(field(node, 'name'));
      const isTest = /^test/.test(name) && (suite.length === 0 || unit);
      const body = field(node, 'body');
      if (!body) return;
      const top = node.parent?.type === 'decorated_definition' ? node.parent : node;
      const test = { ...caseAt(name, suite, top, body), literals: literalsIn(top) };
      fill(test, body);
      if (isTest) {
        test.rows = rowsIn(decorators(node));
        test.rowValues = tableValues(decorators(node));
        test.disabledRows = disabledRowsIn(decorators(node), rowMark);
        const own = strongestSkip([skipIn(decorators(node)), bodySkip(body), ...wholeTable(test)]);
        test.skip = strongestSkip([own, skip]);
        test.skipScope = own ? 'own' : 'suite';
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
  if (whole) for (const test of found) if (!test.helper) skipWithFile(test, whole);
  return found;
}

/** If every row of the table is marked, the whole test is. */
const wholeTable = ({ rows, disabledRows = [] }: TestCase): Skip[] =>
  rows.length > 0 && disabledRows.length === rows.length ? disabledRows.slice(0, 1).map((one) => one.skip) : [];

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
