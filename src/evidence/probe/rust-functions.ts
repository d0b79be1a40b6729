import { child, field, named, type SyntaxNode, textOf, walk } from '../../syntax/tree.ts';
import type { ProbedFile } from './probed-file.ts';

/** How many inputs each free function of the project takes, by name; or why it cannot be called with others. */
export function rustFunctions({ near }: ProbedFile): Map<string, number | string> {
  const found = new Map<string, number | string>();
  for (const { root } of near) {
    walk(root, (node) => {
      if (/^(?:impl_item|trait_item|block)$/.test(node.type) || isTestModule(node)) return false;
      if (node.type !== 'function_item') return true;
      const name = textOf(field(node, 'name'));
      const takes = inputsOf(node);
      found.set(name, found.has(name) && found.get(name) !== takes ? 'more than one function has its name' : takes);
      return false;
    });
  }
  return found;
}

/** `#[cfg(test)] mod tests`. */
export function isTestModule(node: SyntaxNode): boolean {
  if (node.type !== 'mod_item' || !node.parent) return false;
  const { children } = node.parent;
  const before = children[children.indexOf(node) - 1];
  return before?.type === 'attribute_item' && /\bcfg\s*\(.*\btest\b/.test(textOf(before));
}

const MOST = 6;

function inputsOf(node: SyntaxNode): number | string {
  const generics = field(node, 'type_parameters');
  if (generics && named(generics).some(({ type }) => type !== 'lifetime_parameter'))
    return 'generic functions are not tried';
  if (/\b(?:async|unsafe|extern)\b/.test(textOf(child(node, 'function_modifiers'))))
    return 'asynchronous and unsafe functions are not tried';
  const inputs = named(field(node, 'parameters') as SyntaxNode).filter(({ type }) => type !== 'attribute_item');
  const isPlain = inputs.every((one) => one.type === 'parameter' && isPlainType(field(one, 'type')));
  if (!isPlain || inputs.length > MOST)
    return 'its inputs are more than numbers, texts, truth values and lists of them';
  return inputs.length;
}

/** What can be written down and read again: numbers, texts, truth values, and options, lists and tuples of them. */
function isPlainType(node: SyntaxNode | null): boolean {
  if (!node) return false;
  const parts = named(node).filter(({ type }) => type !== 'lifetime');
  switch (node.type) {
    case 'primitive_type':
      return true;
    case 'type_identifier':
      return textOf(node) === 'String';
    case 'reference_type':
      return child(node, 'mutable_specifier') === null && isPlainType(parts.at(-1) ?? null);
    case 'array_type':
      return isPlainType(field(node, 'element'));
    case 'tuple_type':
      return parts.length > 0 && parts.length < 5 && parts.every(isPlainType);
    case 'generic_type': {
      const of = field(node, 'type_arguments');
      return /^(?:Option|Vec)$/.test(textOf(field(node, 'type'))) && of !== null && named(of).every(isPlainType);
    }
    default:
      return false;
  }
}
