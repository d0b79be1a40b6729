import { child, field, named, type SyntaxNode, textOf, walk } from '../tree.ts';
import { isFunction } from './javascript-callee.ts';

/** Assertion libraries. */
const assertionModules =
  /^(node:)?assert(\/strict)?$|^(chai|expect|expect\.js|should|power-assert|unexpected|must|earl|uvu\/assert|better-assert|@hapi\/code|@jest\/expect|@vitest\/expect|@japa\/assert)$|@std\/assert|\/std(@[^/]*)?\/(testing|assert)/;
/** Test runners; most of them assert too. */
const runnerModules =
  /^(node:test|vitest|@jest\/globals|jest|jest-circus|mocha|ava|tape|tap|uvu|jasmine|jasmine-core|qunit|zora|bun:test|@playwright\/test|@japa\/runner|@hapi\/lab)(\/.*)?$/;
const globals =
  /^(expect|assert|chai|should|jasmine|it|test|describe|context|suite|specify|QUnit|beforeEach|afterEach|beforeAll|afterAll|before|after)$/;

export const isTestLibrary = (module: string): boolean => assertionModules.test(module) || runnerModules.test(module);
export const isRunner = (module: string): boolean => runnerModules.test(module);

/**
 * Resolves an expression that refers to a test library: the module, `<global>` for a runner's globals or `<test>` for what
 * a runner passes to a test, then the members. Null for anything defined in the file itself. `()` stands for a call that
 * asserts, `*` for a computed name.
 */
export function pathOf(node: SyntaxNode | null, depth = 0): string[] | null {
  if (!node || depth > 8) return null;
  switch (node.type) {
    case 'identifier':
      return boundTo(textOf(node), node, depth);
    case 'member_expression':
      return member(pathOf(field(node, 'object'), depth + 1), textOf(field(node, 'property')));
    case 'subscript_expression': {
      const key = field(node, 'index');
      return member(pathOf(field(node, 'object'), depth + 1), stringIn(key) ?? '*');
    }
    case 'await_expression':
    case 'parenthesized_expression':
    case 'as_expression':
    case 'satisfies_expression':
    case 'non_null_expression':
      return pathOf(named(node)[0] ?? null, depth + 1);
    case 'call_expression':
      return called(node, depth);
    default:
      return null;
  }
}

/** The text of a string without substitutions, otherwise null. */
export const stringIn = (node: SyntaxNode | null | undefined): string | null =>
  node && /^(string|template_string)$/.test(node.type) ? textOf(node).slice(1, -1) : null;

export const argumentsOf = (call: SyntaxNode): SyntaxNode[] => {
  const list = field(call, 'arguments');
  return list ? named(list) : [];
};

function member(path: string[] | null, name: string): string[] | null {
  if (!path) return null;
  if (path[0] === '<globals>') return globals.test(name) ? ['<global>', name] : null;
  return name === 'default' ? path : [...path, name];
}

function called(node: SyntaxNode, depth: number): string[] | null {
  const callee = field(node, 'function');
  const [first] = argumentsOf(node);
  const module = stringIn(first);
  if (/^(require|import)$/.test(textOf(callee)) && module !== null) return isTestLibrary(module) ? [module] : null;
  if (/^(Object|Reflect)\.getPrototypeOf$/.test(textOf(callee))) {
    const path = pathOf(first ?? null, depth + 1);
    return path && [...path, 'prototype'];
  }
  const path = pathOf(callee, depth + 1);
  return path && (path.at(-1) === 'expect' || /^(expect|expect\.js)$/.test(path.join('.'))) ? [...path, '()'] : null;
}

function boundTo(name: string, from: SyntaxNode, depth: number): string[] | null {
  for (let up = from.parent; up; up = up.parent) {
    if (isFunction(up)) {
      const parameters = field(up, 'parameters') ?? field(up, 'parameter');
      if (parameters && binds(parameters, name))
        return isHandedByRunner(up, parameters, name, depth) ? ['<test>'] : null;
    }
    if (up.type === 'catch_clause' && textOf(field(up, 'parameter')) === name) return null;
    if (up.type === 'for_in_statement' && binds(field(up, 'left'), name)) return null;
    if (!/^(program|statement_block)$/.test(up.type)) continue;
    for (const statement of up.children) {
      const found = declaredBy(statement, name, depth);
      if (found !== undefined) return found;
    }
  }
  if (/^(globalThis|global|window|self)$/.test(name)) return ['<globals>'];
  return globals.test(name) ? ['<global>', name] : null;
}

/** Returns undefined if this statement does not declare the name. */
function declaredBy(statement: SyntaxNode, name: string, depth: number): string[] | null | undefined {
  if (statement.type === 'import_statement') return importedBy(statement, name);
  if (statement.type === 'export_statement') {
    const inner = field(statement, 'declaration');
    return inner ? declaredBy(inner, name, depth) : undefined;
  }
  if (/^(function|class|generator_function)_declaration$/.test(statement.type))
    return textOf(field(statement, 'name')) === name ? null : undefined;
  if (!/^(lexical|variable)_declaration$/.test(statement.type)) return undefined;
  for (const one of statement.children) {
    const target = field(one, 'name');
    if (one.type !== 'variable_declarator' || !target || !binds(target, name)) continue;
    const value = field(one, 'value') ?? assignedTo(name, statement);
    const path = pathOf(value, depth + 1);
    if (!path || target.type === 'identifier') return path;
    return target.type === 'object_pattern' ? member(path, keyFor(target, name)) : null;
  }
  return undefined;
}

/** `let assert; before(() => { assert = require('assert') })`: the first value assigned to it. */
function assignedTo(name: string, statement: SyntaxNode): SyntaxNode | null {
  let value: SyntaxNode | null = null;
  if (!statement.parent) return null;
  walk(statement.parent, (node) => {
    if (value) return false;
    if (node.type === 'assignment_expression' && textOf(field(node, 'left')) === name) value = field(node, 'right');
    return true;
  });
  return value;
}

function importedBy(statement: SyntaxNode, name: string): string[] | undefined | null {
  const required = child(statement, 'import_require_clause');
  const module = stringIn(field(statement, 'source') ?? field(required, 'source'));
  if (module === null) return undefined;
  const here = (path: string[]): string[] | null => (isTestLibrary(module) ? path : null);
  if (required) return textOf(child(required, 'identifier')) === name ? here([module]) : undefined;
  const clause = child(statement, 'import_clause');
  for (const one of clause?.children ?? []) {
    if (one.type === 'identifier' && textOf(one) === name) return here([module]);
    if (one.type === 'namespace_import' && textOf(child(one, 'identifier')) === name) return here([module]);
    if (one.type !== 'named_imports') continue;
    for (const specifier of named(one)) {
      const original = textOf(field(specifier, 'name'));
      if (textOf(field(specifier, 'alias') ?? field(specifier, 'name')) === name)
        return here(original === 'default' ? [module] : [module, original]);
    }
  }
  return undefined;
}

const names = /^(identifier|shorthand_property_identifier_pattern)$/;

function binds(pattern: SyntaxNode | null, name: string): boolean {
  if (!pattern) return false;
  let found = false;
  walk(pattern, (node) => {
    if (names.test(node.type) && textOf(node) === name && node.field !== 'right' && node.field !== 'type') found = true;
    return node.type !== 'type_annotation' && !found;
  });
  return found;
}

/** The property that a destructuring pattern binds to this name. */
function keyFor(pattern: SyntaxNode, name: string): string {
  const pair = pattern.children.find((one) => one.type === 'pair_pattern' && binds(field(one, 'value'), name));
  return pair ? textOf(field(pair, 'key')) : name;
}

/** The first parameter of a callback that a runner calls: `test('…', (t) => …)`. */
function isHandedByRunner(fn: SyntaxNode, parameters: SyntaxNode, name: string, depth: number): boolean {
  const call = fn.parent?.parent;
  const first = parameters.type === 'identifier' ? parameters : named(parameters)[0];
  if (call?.type !== 'call_expression' || fn.parent?.field !== 'arguments' || !first || !binds(first, name))
    return false;
  const path = pathOf(field(call, 'function'), depth + 1);
  return path !== null && (isRunner(path[0]!) || /^(it|test|describe|QUnit|<test>)$/.test(path[1] ?? path[0]!));
}
