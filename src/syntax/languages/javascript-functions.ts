import type { Handler, Tampering } from '../model.ts';
import {
  ancestor,
  child,
  field,
  flat,
  lineOf,
  named,
  quoted,
  type SyntaxNode,
  textOf,
  tokensOf,
  walk,
} from '../tree.ts';
import type { FunctionAt } from './dialect.ts';
import { exitAt } from './exits.ts';
import { isFunction } from './javascript-callee.ts';
import { patches } from './javascript-patches.ts';
import { hasFallback, swallowing } from './swallow.ts';

export const isTestPath = (path: string): boolean =>
  /(^|\/)(__tests__|tests?|specs?|e2e|cypress)\//i.test(path) ||
  /[._-](test|spec|e2e|cy|test-d)\.[cm]?[jt]sx?$/i.test(path) ||
  /(^|\/)tests?[-_.]?[\w]*\.[cm]?[jt]sx?$/.test(path);

/** A promise whose failure is dropped: `.catch(() => {})`. */
export function dropAt(node: SyntaxNode): string | null {
  if (node.type !== 'call_expression') return null;
  const callee = field(node, 'function');
  if (callee?.type !== 'member_expression' || textOf(field(callee, 'property')) !== 'catch') return null;
  const handler = named(field(node, 'arguments') ?? node)[0];
  if (!handler) return null;
  const body = field(handler, 'body');
  const text = flat(body ?? handler);
  const logged =
    /^(console \. \w+|\w+ => console \. \w+ \( .* \)|\( \w* \) => console \. \w+ \( .* \)|\{ console \. \w+ \( .* \) \}|console \. \w+ \( .* \))$/.test(
      text,
    );
  const empty =
    /^(\{ \}|null|undefined|\( \{ \} \)|\[ \]|false|\{ return (null|undefined|false|\[ \]|\{ \}) \}|\{ return \}|noop|_ \. noop|\(\) => \{\})$/.test(
      text,
    );
  return empty || logged ? flat(callee) : null;
}

export function functionAt(node: SyntaxNode): FunctionAt | null {
  if (/^(function_declaration|generator_function_declaration)$/.test(node.type)) {
    return {
      name: textOf(field(node, 'name')),
      owner: null,
      body: field(node, 'body'),
      exported: isExported(node, textOf(field(node, 'name'))),
      abstract: false,
    };
  }
  if (node.type === 'method_definition') {
    const holder = ancestor(node, (up) => /^class/.test(up.type) && up.type !== 'class_body');
    const name = textOf(field(node, 'name'));
    // What a parser makes of a statement that stands where a member belongs, as after a brace too many.
    if (/^(if|while|switch)$/.test(name)) return null;
    const owner = textOf(field(holder, 'name')) || textOf(field(holder?.parent, 'name')) || null;
    const kind = /^(static\s+)?(get|set)\s/.exec(textOf(node))?.[2];
    const hidden = /^[#_]|^constructor$/.test(name) || /^(private|protected)\b/.test(textOf(node));
    return {
      name: kind ? `${kind} ${name}` : name,
      owner,
      body: field(node, 'body'),
      exported: !hidden,
      abstract: false,
      internal: holder?.type === 'class_declaration' && !isExported(holder, textOf(field(holder, 'name'))),
    };
  }
  if (node.type === 'variable_declarator' || node.type === 'public_field_definition') {
    const value = wrappedFunction(field(node, 'value'));
    if (!value) return null;
    const name = textOf(field(node, 'name'));
    if (ancestor(node, isFunction)) return null;
    return {
      name,
      owner: null,
      body: field(value, 'body'),
      exported: node.type !== 'variable_declarator' ? !/^[#_]/.test(name) : isExported(node, name),
      abstract: false,
    };
  }
  if (node.type === 'assignment_expression') {
    const value = field(node, 'right');
    const left = flat(field(node, 'left'));
    if (!value || !isFunction(value) || !/^[\w$]+( \. [\w$]+)+$/.test(left) || ancestor(node, isFunction)) return null;
    const parts = left.split(' . ');
    return {
      name: parts.at(-1)!,
      owner: parts
        .slice(0, -1)
        .filter((part) => part !== 'prototype')
        .join('.'),
      body: field(value, 'body'),
      exported: !/^_/.test(parts.at(-1)!),
      abstract: false,
    };
  }
  if (node.type === 'pair') {
    const value = field(node, 'value');
    if (!value || !isFunction(value) || ancestor(node, isFunction)) return null;
    return {
      name: textOf(field(node, 'key')),
      owner: null,
      body: field(value, 'body'),
      exported: false,
      abstract: false,
    };
  }
  return null;
}

function wrappedFunction(value: SyntaxNode | null): SyntaxNode | null {
  if (!value) return null;
  if (isFunction(value)) return value;
  if (value.type === 'call_expression') return named(field(value, 'arguments') ?? value).find(isFunction) ?? null;
  if (/^(as_expression|satisfies_expression|parenthesized_expression)$/.test(value.type))
    return wrappedFunction(named(value)[0] ?? null);
  return null;
}

function isExported(node: SyntaxNode, name: string): boolean {
  if (ancestor(node, isFunction)) return false;
  if (ancestor(node, (up) => up.type === 'export_statement')) return true;
  let root = node;
  while (root.parent) root = root.parent;
  return root.children.some((one) => {
    if (one.type === 'export_statement')
      return new RegExp(`\\b${quoted(name)}\\b`).test(
        textOf(child(one, 'export_clause') ?? field(one, 'value') ?? null),
      );
    return (
      one.type === 'expression_statement' &&
      /^(module\.)?exports\b/.test(textOf(one)) &&
      new RegExp(`[=\\s,{(]${quoted(name)}\\b`).test(textOf(one).slice(0, 4000))
    );
  });
}

export function handlerAt(node: SyntaxNode): Handler | null {
  if (node.type === 'call_expression') {
    const drop = dropAt(node);
    if (!drop) return null;
    const callee = field(node, 'function');
    return {
      body: tokensOf(field(callee, 'object')),
      swallows: true,
      broad: true,
      text: textOf(node).slice(-120),
      line: lineOf(node),
      caught: '',
      fallback: false,
    };
  }
  if (node.type !== 'try_statement') return null;
  const clause = child(node, 'catch_clause');
  if (!clause) return null;
  const body = field(clause, 'body');
  const caught = textOf(field(clause, 'parameter'));
  return {
    body: tokensOf(field(node, 'body')),
    swallows: swallowing(body ? named(body) : [], caught),
    broad: true,
    text: textOf(clause).slice(0, 200),
    line: lineOf(clause),
    caught,
    fallback: hasFallback(node, field(node, 'body')),
  };
}

export function tampering(root: SyntaxNode, path: string): Tampering[] {
  const found: Tampering[] = [];
  const isTest = isTestPath(path) || /setup|jest\.config|vitest\.config|\.mocharc/.test(path);
  walk(root, (node) => {
    if (node.type === 'call_expression') {
      const text = flat(node);
      if (/^process \. (exit|abort|reallyExit) \( ?(0)? ?\)$/.test(text) && isTest) found.push(...exitAt(node));
      if (
        /^process \. on \( "(uncaughtException|unhandledRejection|exit)"/.test(text) &&
        /=> \{ \}|process \. exit \( 0|exitCode = 0|function \( \w* \) \{ \}/.test(text)
      )
        found.push({ kind: 'global-suppression', text: textOf(node).slice(0, 160), line: lineOf(node) });
    }
    if (node.type === 'assignment_expression') {
      const left = flat(field(node, 'left'));
      if (/^(Function|Object|Array|String|Error) \. prototype \. (toString|valueOf|equals)$/.test(left)) {
        const right = field(node, 'right');
        if (right && isFunction(right))
          found.push({ kind: 'patched-assertion', text: textOf(node).slice(0, 160), line: lineOf(node) });
      }
      if (/^process \. exitCode$/.test(left) && /^0$/.test(flat(field(node, 'right'))) && isTest)
        found.push(...exitAt(node));
      if (/^process \. exit$/.test(left))
        found.push({ kind: 'exit', text: textOf(node).slice(0, 160), line: lineOf(node) });
    }
  });
  return [...found, ...patches(root)];
}
