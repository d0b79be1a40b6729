import { basename } from 'node:path/posix';
import { ancestor, child, field, named, type SyntaxNode, textOf, walk } from '../../syntax/tree.ts';
import type { ProbedFile } from './probed-file.ts';

/** A method of a class of the project that needs no object, or one that is made from nothing. */
export interface JavaMethod {
  /** With its package, as it is loaded by name. */
  className: string;
  takes: number;
  /** Why it cannot be called with other inputs; null if it can. */
  problem: string | null;
}

/** Methods by class and name: `Fare.of`. */
export function javaMethods({ near, path }: ProbedFile): Map<string, JavaMethod> {
  const found = new Map<string, JavaMethod>();
  for (const { root, path: own } of near) {
    if (own === path || /(?:^|\/)(?:test|tests)\//.test(own)) continue;
    walk(root, (node) => {
      if (node.type === 'method_declaration') add(node, root, found);
    });
  }
  return found;
}

function add(node: SyntaxNode, root: SyntaxNode, found: Map<string, JavaMethod>): void {
  const owner = ancestor(node, ({ type }) => /^(?:class|interface|enum|record)_declaration$/.test(type));
  const isNested = owner !== null && owner.parent?.type !== 'program';
  if (!owner || isNested) return;
  const type = textOf(field(owner, 'name'));
  const name = `${type}.${textOf(field(node, 'name'))}`;
  const inputs = named(field(node, 'parameters') as SyntaxNode);
  const className = [packageOf(root), type].filter(Boolean).join('.');
  const problem = found.has(name) ? 'more than one method has its name' : problemOf(node, owner, inputs);
  found.set(name, { className, takes: inputs.length, problem });
}

function problemOf(node: SyntaxNode, owner: SyntaxNode, inputs: readonly SyntaxNode[]): string | null {
  const isStatic = /\bstatic\b/.test(textOf(child(node, 'modifiers')));
  if (!isStatic && !isMadeFromNothing(owner)) return 'its object is made from something';
  if (field(node, 'type_parameters')) return 'generic methods are not tried';
  const isPlain = inputs.every((one) => one.type === 'formal_parameter' && PLAIN.test(textOf(field(one, 'type'))));
  return isPlain ? null : 'its inputs are more than numbers, texts, truth values and lists of them';
}

/** `new Fare()` works. */
function isMadeFromNothing(owner: SyntaxNode): boolean {
  if (owner.type !== 'class_declaration' || /\babstract\b/.test(textOf(child(owner, 'modifiers')))) return false;
  const made = (field(owner, 'body')?.children ?? []).filter(({ type }) => type === 'constructor_declaration');
  const takes = made.map((one) => named(field(one, 'parameters') as SyntaxNode).length);
  return takes.length === 0 || takes.includes(0);
}

const BASIC =
  '(?:byte|short|int|long|float|double|boolean|char|Byte|Short|Integer|Long|Float|Double|Boolean|Character|String|CharSequence|Object)';
const LISTED = `(?:(?:java\\.util\\.)?(?:List|Collection|Iterable|Set)<\\s*BASIC\\s*>|(?:java\\.util\\.)?Map<\\s*String\\s*,\\s*BASIC\\s*>)`;
/** Lists and maps of what is basic, and one more level of lists. */
const PLAIN = new RegExp(
  `^(?:${LISTED}|(?:java\\.util\\.)?List<\\s*${LISTED}\\s*>|BASIC)(?:\\[\\])*$`.replaceAll('BASIC', BASIC),
);

export const packageOf = (root: SyntaxNode): string =>
  textOf(child(root, 'package_declaration')).replace(/^package\s+|\s*;$/g, '');

/** The class that the file is named for. */
export const classOf = ({ path, root }: ProbedFile): SyntaxNode | null =>
  root.children.find(
    (node) => node.type === 'class_declaration' && textOf(field(node, 'name')) === basename(path, '.java'),
  ) ?? child(root, 'class_declaration');
