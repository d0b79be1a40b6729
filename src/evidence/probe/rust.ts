import { ancestor, named, type SyntaxNode, textOf, walk } from '../../syntax/tree.ts';
import { insertAt } from '../returning.ts';
import type { ProbedFile, ProbedLanguage, ProbedUse } from './probed-file.ts';
import { replayLines } from './replay-lines.ts';
import { isTestModule, rustFunctions } from './rust-functions.ts';
import { rustRecorder } from './rust-recorder.ts';
import { rustReplayer } from './rust-replayer.ts';

/** Calls of free functions of the project, from a file of tests or from the tests at the end of a source file. */
export const rust: ProbedLanguage = {
  uses: (file) => callsIn(file).flatMap(({ name, node, takes }) => (typeof takes === 'number' ? [{ name, node }] : [])),
  untried: (file) =>
    callsIn(file).flatMap(({ name, takes }) => (typeof takes === 'string' ? [{ name, reason: takes }] : [])),
  record(file, uses, marker) {
    const { inputs, prefix } = { inputs: rustFunctions(file), prefix: isSource(file) ? 'super' : 'crate' };
    const edits = uses.flatMap(({ name, node }) => {
      const wrapper = `${prefix}::${marker}::w${inputs.get(lastOf(name))}`;
      return [insertAt(node.start, `${wrapper}(${JSON.stringify(name)}, `), insertAt(node.end, ')')];
    });
    return { edits: [...edits, insertAt(file.text.length, rustRecorder(marker))] };
  },
  replay(file, names, calls, marker) {
    const inputs = rustFunctions(file);
    const works = names.map((name) => ({ name, takes: Number(inputs.get(lastOf(name))) }));
    const kept = isSource(file) ? file.source : file.root.children.filter(isKept).map(textOf).join('\n');
    return kept === null
      ? file.text
      : `${kept}\n${rustReplayer(marker, works, replayLines(calls), isSource(file) ? 'use super::*;' : 'use crate::*;')}`;
  },
};

interface Call extends ProbedUse {
  takes: number | string;
}

function callsIn(file: ProbedFile): Call[] {
  const functions = rustFunctions(file);
  const imported = namesImported(file.root);
  const own = isSource(file) ? new Set<string>() : ownFunctions(file.root);
  const calls: Call[] = [];
  walk(file.root, (node) => {
    const name = calledName(node);
    if (name === null || (isSource(file) && !isInTests(node))) return;
    const [first = '', last = ''] = [name.split('::')[0], lastOf(name)];
    const takes = functions.get(last);
    if (takes === undefined || takes === 0 || own.has(name) || NOT_PROJECT.test(first)) return;
    const isKnown = name !== last || isSource(file) || imported.has(last) || imported.has('*');
    if (isKnown && !/^[A-Z]/.test(name.split('::').at(-2) ?? '')) calls.push({ name, node: nodeOf(node, name), takes });
  });
  return calls;
}

const NOT_PROJECT = /^(?:std|core|alloc|str|char|bool|[iuf]\d+|[iu]size)$/;
/** The record numbers its names: `0:fee`. */
const lastOf = (name: string) => name.split('::').at(-1)?.replace(/^\d+:/, '') ?? '';

/** Tests in a source file stand beside what they test; the tree below `tests` is for tests alone. */
const isSource = ({ path }: ProbedFile) => !/(?:^|\/)tests\//.test(path);

const isInTests = (node: SyntaxNode) =>
  ancestor(node, (up) => isTestModule(up) && up.parent?.type === 'source_file') !== null &&
  ancestor(node, (up) => up.type === 'mod_item' && up.parent?.type !== 'source_file') === null;

/** What is called here: in a call, or in the tokens of a macro, as a name with inputs in parentheses behind it. */
function calledName(node: SyntaxNode): string | null {
  const { parent } = node;
  if (node.field === 'function' && parent?.type === 'call_expression')
    return /^(?:scoped_)?identifier$/.test(node.type) ? textOf(node).replace(/\s/g, '') : null;
  if (node.type !== 'identifier' || parent?.type !== 'token_tree') return null;
  const at = parent.children.indexOf(node);
  const next = parent.children[at + 1];
  const isCalled = next?.type === 'token_tree' && textOf(next).startsWith('(');
  const before = parent.children[at - 1];
  return isCalled && !/^(?:\.|fn)$/.test(before ? textOf(before) : '') ? pathBefore(parent.children, at) : null;
}

function pathBefore(tokens: readonly SyntaxNode[], at: number): string {
  const node = tokens[at] as SyntaxNode;
  const [colons, above] = [tokens[at - 1], tokens[at - 2]];
  const isPath = colons?.type === '::' && above && /^(?:identifier|crate|super|self|primitive_type)$/.test(above.type);
  return isPath ? `${pathBefore(tokens, at - 2)}::${textOf(node)}` : textOf(node);
}

/** In a macro the path is a row of tokens: from its first one to its last. */
function nodeOf(node: SyntaxNode, name: string): SyntaxNode {
  if (node.parent?.type !== 'token_tree') return node;
  const { children } = node.parent;
  const first = children[children.indexOf(node) - 2 * (name.split('::').length - 1)] ?? node;
  return { ...node, start: first.start };
}

function namesImported(root: SyntaxNode): Set<string> {
  const names = new Set<string>();
  walk(root, (node) => {
    if (node.type !== 'use_declaration') return true;
    walk(node, (part) => {
      if (part.type === 'use_as_clause') return false;
      if (part.type === 'identifier' || part.type === '*') names.add(textOf(part));
      return true;
    });
    return false;
  });
  return names;
}

const ownFunctions = (root: SyntaxNode) =>
  new Set(
    named(root).flatMap((node) =>
      node.type === 'function_item' ? [textOf(node.children.find(({ field }) => field === 'name'))] : [],
    ),
  );

const isKept = (node: SyntaxNode) =>
  /^(?:use_declaration|extern_crate_declaration|inner_attribute_item)$/.test(node.type) ||
  (node.type === 'mod_item' && textOf(node).endsWith(';'));
