import { ancestor, field, flat, named, type SyntaxNode, some, textOf } from '../../syntax/tree.ts';

/** What a mutation of shows nothing about tests: types, imports, what is only said to people, and programs of their own. */
export function isLeftOut(node: SyntaxNode): boolean {
  return LEFT_OUT.test(node.type) || isTalk(node) || isScript(node) || isRaised(node);
}

const LEFT_OUT =
  /^(import_statement|import_from_statement|future_import_statement|type_annotation|type_arguments|type_parameters|type|interface_declaration|type_alias_declaration|type_alias_statement|ambient_declaration|function_signature|enum_declaration|as_const|literal_type|comment|decorator|assert_statement|ERROR)$/;
const TALK = /^(?:console|log|logger|logging|_log|_logger|LOG|LOGGER|warnings) \. |^(?:print|debug)$/;
const TELLING = /^(?:require|import|super|(?:\w+ \. )*\w*(?:Error|Exception|Warning))$/;

/** A call that only says something to people. */
export function isTalk(node: SyntaxNode): boolean {
  return /^call(?:_expression)?$/.test(node.type) && TALK.test(flat(field(node, 'function')));
}

/** `if __name__ == "__main__":` runs in no test that imports the file. */
const isScript = (node: SyntaxNode) =>
  node.type === 'if_statement' && /^__name__ ==/.test(flat(field(node, 'condition')));

/** What is thrown: its text is for people. Whether it is thrown is asked of the condition around it. */
const isRaised = (node: SyntaxNode) =>
  /^(?:throw|raise)_statement$/.test(node.type) ||
  (/^(?:call(?:_expression)?|new_expression)$/.test(node.type) &&
    TELLING.test(flat(field(node, 'function') ?? field(node, 'constructor'))));

/** A text that stands alone: a docstring or a directive. */
export const standsAlone = (node: SyntaxNode) => node.parent?.type === 'expression_statement';

/** It names something: a key, a property, the member of a type. */
export const isName = (node: SyntaxNode) =>
  (node.parent?.type === 'pair' && node.field === 'key') ||
  /^(?:jsx_attribute|export_specifier)$/.test(node.parent?.type ?? '');

/** What steps a counted loop on: another step never ends. */
export const isLoopStep = (node: SyntaxNode) =>
  node.field === 'increment' || ancestor(node, ({ field: name }) => name === 'increment') !== null;

const EXITS = /^(?:return|throw|raise|break|continue)_statement$/;

/** An `if` without an alternative that ends in leaving. */
export function isGuard(node: SyntaxNode): boolean {
  if (node.type !== 'if_statement' || field(node, 'alternative')) return false;
  if (node.children.some(({ type }) => /^(?:else|elif)_clause$/.test(type))) return false;
  const body = field(node, 'consequence');
  if (!body) return false;
  return EXITS.test((/block$/.test(body.type) ? named(body).at(-1) : body)?.type ?? '');
}

const TEXT = /^(?:string|template_string|concatenated_string)$/;

/** One side is a text, so that the operator joins or formats texts. */
export const isAboutText = (node: SyntaxNode) =>
  [field(node, 'left'), field(node, 'right')].some((side) => side && some(side, ({ type }) => TEXT.test(type)));

export const isLiteral = (node: SyntaxNode) =>
  /^(?:string|number|integer|float|true|false|null|none|undefined)$/.test(node.type) ||
  /^(?:undefined|None)$/.test(textOf(node));
