import type { Directive, Handler, Tampering } from '../model.ts';
import { ancestor, child, field, flat, isComment, lineOf, type SyntaxNode, textOf, tokensOf, walk } from '../tree.ts';
import type { FunctionAt } from './dialect.ts';
import { exitAt } from './exits.ts';

export const isTestPath = (path: string): boolean =>
  /(^|\/)(tests?|benches)\//.test(path) || /(^|[_/])tests?\.rs$/.test(path);

/** Attributes directly above an item. */
export function attributes(node: SyntaxNode): SyntaxNode[] {
  const list: SyntaxNode[] = [];
  const siblings = node.parent?.children ?? [];
  for (let i = siblings.indexOf(node) - 1; i >= 0; i--) {
    const one = siblings[i]!;
    if (one.type === 'attribute_item') list.push(one);
    else if (!isComment(one)) break;
  }
  return list;
}

export const testAttribute =
  /^# \[ (\w+ :: )*(test|rstest|test_case|wasm_bindgen_test|quickcheck|proptest|case|parameterized|test_log :: test)\b/;

export function functionAt(node: SyntaxNode): FunctionAt | null {
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
    internal: (visibility !== undefined && flat(visibility) !== 'pub') || isHidden(holder),
  };
}

/** An implementation for a type that is private to its file. */
function isHidden(holder: SyntaxNode | null): boolean {
  const name = /\w+/.exec(textOf(field(holder, 'type')))?.[0];
  if (!name || holder?.type !== 'impl_item') return false;
  const item = holder.parent?.children.find(
    (one) => /^(struct|enum|union)_item$/.test(one.type) && textOf(field(one, 'name')) === name,
  );
  return item !== undefined && flat(child(item, 'visibility_modifier')) !== 'pub';
}

export function handlerAt(node: SyntaxNode): Handler | null {
  const isLet = node.type === 'let_declaration';
  if (!isLet && node.type !== 'expression_statement') return null;
  if (!textOf(node).includes('catch_unwind')) return null;
  const text = flat(node);
  const swallows = (isLet && /^let _\w* = /.test(text)) || (!isLet && /^(std :: )?(panic :: )?catch_unwind/.test(text));
  return {
    body: protectedBy(tokensOf(node)),
    swallows,
    broad: true,
    text: textOf(node).slice(0, 160),
    line: lineOf(node),
    caught: 'panic',
    fallback: false,
  };
}

/** What runs inside `catch_unwind(|| …)`. */
function protectedBy(tokens: string[]): string[] {
  const at = tokens.indexOf('catch_unwind');
  const inner = tokens.slice(at + 2).filter((token) => token !== '|' && token !== '||');
  return inner.slice(0, Math.max(0, inner.lastIndexOf(')')));
}

export function annotations(root: SyntaxNode): Directive[] {
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

export function tampering(root: SyntaxNode, path: string): Tampering[] {
  const found: Tampering[] = [];
  walk(root, (node) => {
    const place = { text: textOf(node).slice(0, 160), line: lineOf(node) };
    if (node.type === 'call_expression' && /^(std :: )?process :: exit \( 0 \)$/.test(flat(node)) && isTestPath(path))
      found.push(...exitAt(node));
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
