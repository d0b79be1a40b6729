import type { EmptiedSources } from '../ports/test-editor.ts';
import { languageOf } from '../syntax/languages/index.ts';
import type { LanguageName } from '../syntax/model.ts';
import { field, named, type SyntaxNode, textOf } from '../syntax/tree.ts';
import { insertAt, returningInJavaScript, returningInPython } from './returning.ts';
import { applyEdits, type TextEdit } from './text-edit.ts';
import { type ChangedSource, writtenFunctions } from './written-functions.ts';

/**
 * The changed files with every function that the change wrote returning nothing, at once. What still passes then does not
 * depend on what the change does, only on its names.
 */
export async function emptyFunctions(sources: readonly ChangedSource[]): Promise<EmptiedSources> {
  const result: EmptiedSources = { files: [], functions: 0 };
  for (const { path, text, functions } of await writtenFunctions(sources)) {
    const edits = functions.flatMap((node) => emptied(path, node) ?? []);
    if (edits.length === 0) continue;
    result.files.push({ path, text: applyEdits(text, edits) });
    result.functions += edits.length;
  }
  return result;
}

/** The edit that makes a function return nothing; null if its return cannot be written without knowing more. */
export function emptied(path: string, node: SyntaxNode): TextEdit | null {
  const language = languageOf(path);
  return language ? (EMPTY[language.dialect.language]?.(node, language.grammar !== 'javascript') ?? null) : null;
}

type Empty = (node: SyntaxNode, isTyped: boolean) => TextEdit | null;

const EMPTY: Partial<Record<LanguageName, Empty>> = {
  javascript: (node, isTyped) => returningInJavaScript(node, 'undefined', isTyped),
  python: (node) => returningInPython(node, 'None'),
  go(node) {
    const body = field(node, 'body');
    return body && insertAt(body.start + 1, ` if true { return ${zeros(field(node, 'result')).join(', ')} };`);
  },
};

function zeros(result: SyntaxNode | null): string[] {
  if (!result) return [];
  if (result.type !== 'parameter_list') return [`*new(${textOf(result)})`];
  return named(result).flatMap((one) => {
    const names = one.children.filter((part) => part.field === 'name').length;
    return Array<string>(Math.max(1, names)).fill(`*new(${textOf(field(one, 'type'))})`);
  });
}
