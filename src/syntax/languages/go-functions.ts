import type { Handler, Tampering } from '../model.ts';
import { field, flat, lineOf, type SyntaxNode, textOf, walk } from '../tree.ts';
import type { FunctionAt } from './dialect.ts';
import { exitAt } from './exits.ts';

export const isTestPath = (path: string): boolean =>
  /_test\.go$/.test(path) || /(^|\/)(testing|testutil|testdata)\//.test(path);

/** A bare `return` returns the named result err. */
export function returnsNamedError(node: SyntaxNode): boolean {
  let at: SyntaxNode | null = node;
  while (at && !/^(function_declaration|method_declaration|func_literal)$/.test(at.type)) at = at.parent;
  const result = at && field(at, 'result');
  return result != null && /\berr error\b/.test(flat(result));
}

export function functionAt(node: SyntaxNode): FunctionAt | null {
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

export function handlerAt(node: SyntaxNode): Handler | null {
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

export function tampering(root: SyntaxNode, path: string): Tampering[] {
  const found: Tampering[] = [];
  walk(root, (node) => {
    if (node.type !== 'call_expression') return;
    const text = flat(node);
    if (/^os \. Exit \( 0 \)$/.test(text) && /_test\.go$/.test(path)) found.push(...exitAt(node));
  });
  walk(root, (node) => {
    if (node.type !== 'method_declaration' && node.type !== 'function_declaration') return;
    if (
      /^(Equal|Equals|Eq)$/.test(textOf(field(node, 'name'))) &&
      /^\{ return true \}$/.test(flat(field(node, 'body')))
    )
      found.push({ kind: 'equality', text: textOf(node).slice(0, 160), line: lineOf(node) });
    if (textOf(field(node, 'name')) === 'TestMain' && !runsTests(node))
      found.push({ kind: 'runner-hook', text: textOf(node).slice(0, 160), line: lineOf(node) });
  });
  return found;
}

/** `m.Run()`, or `m` passed to a call that runs it: `goleak.VerifyTestMain(m)`. */
function runsTests(main: SyntaxNode): boolean {
  const parameter = /^\( (\w+) /.exec(flat(field(main, 'parameters')))?.[1] ?? 'm';
  const body = flat(field(main, 'body'));
  return new RegExp(`\\b${parameter} \\. Run \\( \\)|\\. Run \\( \\)|[(,] ${parameter} [,)]`).test(body);
}
