import type { EmptiedSources } from '../ports/test-editor.ts';
import { languageOf } from '../syntax/languages/index.ts';
import { isFunction } from '../syntax/languages/javascript-callee.ts';
import type { LanguageName } from '../syntax/model.ts';
import { parse } from '../syntax/parse.ts';
import { child, field, named, type SyntaxNode, textOf, walk } from '../syntax/tree.ts';
import { applyEdits, type TextEdit } from './text-edit.ts';

/** A source file that the change touched; `before` is null if it is new. */
export interface ChangedSource {
  path: string;
  before: string | null;
  after: string;
}

/**
 * The changed files with every function that the change wrote returning nothing, at once. What still passes then does not
 * depend on what the change does, only on its names.
 */
export async function emptyFunctions(sources: readonly ChangedSource[]): Promise<EmptiedSources> {
  const known = new Set<string>();
  for (const { path, before } of sources) {
    const root = before === null ? null : await rootOf(path, before);
    if (!root) continue;
    walk(root, (node) => {
      if (isAnyFunction(node)) known.add(ownText(node));
    });
  }
  const result: EmptiedSources = { files: [], functions: 0 };
  for (const { path, after } of sources) {
    const language = languageOf(path);
    const root = await rootOf(path, after);
    const empty = language && EMPTY[language.dialect.language];
    if (!language || !root || !empty) continue;
    const edits = writtenIn(root, known).flatMap((node) => empty(node, language.grammar !== 'javascript') ?? []);
    if (edits.length === 0) continue;
    result.files.push({ path, text: applyEdits(after, edits) });
    result.functions += edits.length;
  }
  return result;
}

async function rootOf(path: string, text: string): Promise<SyntaxNode | null> {
  const language = languageOf(path);
  return language && parse(language.grammar, text);
}

/** The outermost functions whose own code was not there before. */
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

/** Null if its return cannot be written without knowing more. */
type Empty = (node: SyntaxNode, isTyped: boolean) => TextEdit | null;

/** The code behind the return stays: compilers do not miss what it uses. */
const EMPTY: Partial<Record<LanguageName, Empty>> = {
  javascript(node, isTyped) {
    const body = field(node, 'body');
    const isSpecial = textOf(field(node, 'name')) === 'constructor' || child(node, 'set') !== null;
    if (!body || isSpecial) return null;
    const nothing = isTyped ? 'undefined as never' : 'undefined';
    if (body.type === 'statement_block') return insertAt(body.start + 1, ` return ${nothing};`);
    return { start: body.start, end: body.end, text: `(${nothing})` };
  },
  python(node) {
    const body = field(node, 'body');
    if (!body) return null;
    const { source } = body.file;
    const indent = source.slice(source.lastIndexOf('\n', body.start - 1) + 1, body.start);
    return insertAt(body.start, /^\s*$/.test(indent) ? `return None\n${indent}` : 'return None; ');
  },
  go(node) {
    const body = field(node, 'body');
    return body && insertAt(body.start + 1, ` if true { return ${zeros(field(node, 'result')).join(', ')} };`);
  },
};

const insertAt = (at: number, text: string): TextEdit => ({ start: at, end: at, text });

function zeros(result: SyntaxNode | null): string[] {
  if (!result) return [];
  if (result.type !== 'parameter_list') return [`*new(${textOf(result)})`];
  return named(result).flatMap((one) => {
    const names = one.children.filter((part) => part.field === 'name').length;
    return Array<string>(Math.max(1, names)).fill(`*new(${textOf(field(one, 'type'))})`);
  });
}
