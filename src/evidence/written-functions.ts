import { languageOf } from '../syntax/languages/index.ts';
import { isFunction } from '../syntax/languages/javascript-callee.ts';
import { parse } from '../syntax/parse.ts';
import { type SyntaxNode, textOf, walk } from '../syntax/tree.ts';
import { applyEdits } from './text-edit.ts';

/** A source file that the change touched; `before` is null if it is new. */
export interface ChangedSource {
  path: string;
  before: string | null;
  after: string;
}

/** Of each changed file the outermost functions whose own code was in none of the files before. */
export async function writtenFunctions(
  sources: readonly ChangedSource[],
): Promise<{ path: string; text: string; functions: SyntaxNode[] }[]> {
  const known = new Set<string>();
  for (const { path, before } of sources) {
    const root = before === null ? null : await rootOf(path, before);
    if (!root) continue;
    walk(root, (node) => {
      if (isAnyFunction(node)) known.add(ownText(node));
    });
  }
  const written: { path: string; text: string; functions: SyntaxNode[] }[] = [];
  for (const { path, after } of sources) {
    const root = await rootOf(path, after);
    if (root) written.push({ path, text: after, functions: writtenIn(root, known) });
  }
  return written;
}

async function rootOf(path: string, text: string): Promise<SyntaxNode | null> {
  const language = languageOf(path);
  return language && parse(language.grammar, text);
}

function writtenIn(node: SyntaxNode, known: ReadonlySet<string>): SyntaxNode[] {
  if (isAnyFunction(node) && !known.has(ownText(node))) return [node];
  return node.children.flatMap((one) => writtenIn(one, known));
}

const isAnyFunction = (node: SyntaxNode) =>
  isFunction(node) || /^(?:function_definition|method_declaration|func_literal)$/.test(node.type);

/** Its text without the functions inside of it, which are looked at by themselves. */
function ownText(node: SyntaxNode): string {
  const inner: SyntaxNode[] = [];
  const collect = (one: SyntaxNode) => {
    for (const part of one.children) {
      if (isAnyFunction(part)) inner.push(part);
      else collect(part);
    }
  };
  collect(node);
  const edits = inner.map(({ start, end }) => ({ start: start - node.start, end: end - node.start, text: '…' }));
  return applyEdits(textOf(node), edits).replace(/\s+/g, ' ');
}
