import type { Assertion, TestCase } from '../model.ts';
import { ancestor, field, flat, named, type SyntaxNode, textOf, tokensOf, walk } from '../tree.ts';
import { caseAt, conditionalOf } from './case.ts';
import type { Dialect } from './dialect.ts';
import { assertionsAt } from './javascript-assertions.ts';
import { calleeOf, isFunction, modifiers, roots } from './javascript-callee.ts';
import { dropAt, functionAt, handlerAt, isTestPath, tampering } from './javascript-functions.ts';
import { loopRows, rowsOf } from './javascript-rows.ts';
import { type Frame, runtimeSkip, skipOf } from './javascript-skips.ts';
import { markReach } from './reach.ts';

export const javascript: Dialect = {
  language: 'javascript',
  isTestPath,
  tests,
  functionAt,
  conditional: conditionalOf('if_statement'),
  raises: (statement) =>
    statement.type === 'throw_statement' ||
    (statement.type === 'return_statement' &&
      /^return (Promise \. reject|(?:next|callback|cb|done|reject) \( (?:err|new|error|create))/.test(
        flat(statement),
      )) ||
    /^(reject|next|callback|cb|done) \( (new \w*Error|err|error)/.test(flat(statement)),
  returned: (statement) => (statement.type === 'return_statement' ? (named(statement)[0] ?? null) : null),
  handlerAt,
  dropAt,
  tampering,
};

function tests(root: SyntaxNode, path: string): TestCase[] {
  const found: TestCase[] = [];
  const aliases = aliasesIn(root);
  const inTestFile = isTestPath(path);
  const visit = (node: SyntaxNode, frame: Frame): void => {
    if (node.type === 'call_expression') {
      const inner = testCall(node, frame, aliases, found);
      if (inner) {
        for (const one of node.children) visit(one, inner);
        return;
      }
      runtimeSkip(node, frame);
    }
    if (frame.test && frame.testNode) {
      for (const one of assertionsAt(node, frame.params)) {
        markReach(one, node, frame.testNode, handlerAt);
        frame.test.assertions.push(one);
      }
      noteCall(node, frame.test);
    } else if (inTestFile && isFunction(node)) {
      const helper = helperCase(node, frame);
      if (helper) found.push(helper);
    }
    const rows = frame.test ? [] : loopRows(node);
    const inner = rows.length > 0 ? { ...frame, rows: [...frame.rows, ...rows] } : frame;
    for (const one of node.children) visit(one, inner);
  };
  visit(root, {
    suite: [],
    skip: null,
    skipScope: 'own',
    params: new Set(['t', 'assert', 'expect']),
    test: null,
    testNode: null,
    rows: [],
    only: false,
  });
  return found;
}

function testCall(node: SyntaxNode, frame: Frame, aliases: Map<string, string>, found: TestCase[]): Frame | null {
  const callee = calleeOf(field(node, 'function'));
  const argumentList = field(node, 'arguments');
  if (!callee || !argumentList || argumentList.type === 'template_string') return null;
  let [base = '', ...mods] = callee.parts;
  let role = aliases.get(base) ?? (roots.test(base) ? base : null);
  if ((base === 'Deno' || base === 'QUnit' || base === 'bun') && /^(test|module|skip|only|todo)$/.test(mods[0] ?? '')) {
    role = mods[0] === 'module' ? 'describe' : 'test';
    if (mods[0] === 'test' || mods[0] === 'module') mods = mods.slice(1);
  } else if (!role && frame.params.has(base) && /^(test|describe|it|todo)$/.test(mods[0] ?? '')) {
    role = mods[0]!;
    mods = mods.slice(1);
  }
  if (!role || !mods.every((mod) => modifiers.has(mod))) return null;
  const args = named(argumentList);
  const callback = args.findLast(isFunction);
  const title = args.find((one) => one !== callback);
  const options = args.find((one) => one.type === 'object');
  if (!title && !callback) return null;
  if (
    title &&
    !/string|identifier|member_expression|binary_expression|call_expression|subscript|object/.test(title.type)
  )
    return null;
  if (!callback && !/string/.test(title!.type)) return null;
  if (title && title.type === 'call_expression' && !callback) return null;
  const todo = mods.includes('todo') || /\btodo : (?!false)/.test(flat(options ?? null));
  const isSuite = mods.includes('describe') || /^[xf]?(describe|context|suite)$/.test(role);
  // ava passes values to a shared check: `test('…', check, 1, true)`.
  const handler =
    callback ??
    args.slice(1).find((one) => /identifier|call_expression|member_expression/.test(one.type)) ??
    args.at(-1);
  if (
    !callback &&
    !todo &&
    !mods.includes('skip') &&
    !/^x/.test(role) &&
    (args.length < 2 || !/identifier|call_expression|member_expression/.test(handler!.type))
  ) {
    if (
      !(
        args.length === 1 &&
        /^(it|test|specify)$/.test(role) &&
        title &&
        /string/.test(title.type) &&
        mods.length === 0
      )
    )
      return null;
  }
  const name = title && title !== options ? titleText(title) : '<anonymous>';
  const own = skipOf(node, role, mods, callee, options ?? null, todo || (!callback && args.length === 1 && !isSuite));
  const skip = own ?? frame.skip;
  const rows = [...frame.rows, ...rowsOf(mods, callee.curried)];
  const params = new Set(frame.params);
  if (callback) for (const one of paramNames(callback)) params.add(one);
  const only =
    frame.only ||
    mods.includes('only') ||
    /^f(it|describe|test)$/.test(role) ||
    /\bonly : true/.test(flat(options ?? null));
  if (isSuite) {
    const suite = [...frame.suite, name];
    return { ...frame, suite, skip, skipScope: own ? 'suite' : frame.skipScope, params, rows, only };
  }
  const body = callback ?? node;
  const test: TestCase = {
    ...caseAt(name, frame.suite, node, body),
    skip,
    skipScope: own ? 'own' : frame.skipScope,
    only,
    rows,
  };
  // `test('…', checks, value)`: the function that asserts is passed by name.
  for (const one of args) if (one.type === 'identifier') test.calls.add(textOf(one));
  found.push(test);
  return { ...frame, suite: [...frame.suite, name], params, test, testNode: body, rows: [] };
}

const titleText = (node: SyntaxNode): string =>
  /string/.test(node.type)
    ? textOf(node)
        .slice(1, -1)
        .replace(/\\(['"`])/g, '$1')
    : `<${flat(node).slice(0, 100)}>`;

function paramNames(callback: SyntaxNode): string[] {
  const list = field(callback, 'parameters') ?? field(callback, 'parameter');
  if (!list) return [];
  if (list.type === 'identifier') return [textOf(list)];
  const first = named(list)[0];
  if (!first) return [];
  return tokensOf(first)
    .filter((token) => /^[a-z]\w*$/i.test(token))
    .slice(0, 4);
}

function aliasesIn(root: SyntaxNode): Map<string, string> {
  const aliases = new Map<string, string>();
  const frameworks =
    /["'](vitest|@jest\/globals|node:test|test|ava|@ava\/test|tape|tap|tape-catch|@playwright\/test|mocha|uvu|bun:test|@japa\/runner|qunit|lab)["']/;
  for (const node of root.children) {
    const text = textOf(node);
    const derived = /^(?:export\s+)?(?:const|let|var)\s+(\w+)\s*=\s*(\w+)\.extend\b/.exec(text);
    if (derived && (aliases.has(derived[2]!) || roots.test(derived[2]!))) aliases.set(derived[1]!, 'test');
    if (!/^(import|const|let|var|export)\b/.test(text) || (!frameworks.test(text) && !/TEST_AVA/.test(text))) continue;
    const plain = /(?:import\s+|(?:const|let|var)\s+)(\w+)\s*(?:,|from|=)/.exec(text);
    if (plain) aliases.set(plain[1]!, 'test');
    for (const [, list] of text.matchAll(/\{([^}]*)\}/g)) {
      for (const part of list!.split(',')) {
        const [from, to] = part.trim().split(/\s+as\s+|\s*:\s*/);
        if (from && roots.test(from)) aliases.set(to ?? from, from);
      }
    }
  }
  return aliases;
}

function helperCase(node: SyntaxNode, frame: Frame): TestCase | null {
  if (node.parent && ancestor(node, isFunction) && frame.suite.length === 0) return null;
  const assertions: Assertion[] = [];
  walk(node, (one) => {
    if (one.type === 'call_expression' && roots.test(calleeOf(field(one, 'function'))?.parts[0] ?? '')) return false;
    // A function that is merely defined here asserts nothing; it is a case of its own.
    if (one !== node && frame.suite.length > 0 && isFunction(one) && one.parent?.type !== 'arguments') return false;
    for (const found of assertionsAt(one, frame.params)) {
      markReach(found, one, node, handlerAt);
      assertions.push(found);
    }
    return true;
  });
  if (assertions.length === 0) return null;
  const name = textOf(field(node, 'name')) || textOf(field(node.parent, 'name')) || hookName(node);
  return { ...caseAt(name, frame.suite, node, node), assertions, helper: true };
}

const hookName = (node: SyntaxNode): string => {
  const call = node.parent?.parent;
  return call?.type === 'call_expression' ? `<${flat(field(call, 'function')).slice(0, 60)}>` : '<anonymous>';
};

function noteCall(node: SyntaxNode, test: TestCase): void {
  if (node.type !== 'call_expression') return;
  const callee = flat(field(node, 'function'));
  const name = callee.split(' ').at(-1);
  if (name) test.calls.add(name);
  if (/^(vi|jest|sinon|td|mock) \. (fn|mock|spyOn|stub|replace|doMock|unstable_mockModule)$/.test(callee)) test.mocks++;
}
