import type { Node } from '@vscode/tree-sitter-wasm';
import { isGenerated } from '../../project/skipped-paths.ts';
import { type Grammar, syntaxTree } from '../../syntax/grammar.ts';
import { commentOf, grammarOf, type LanguageRules, languageRules } from './languages.ts';

export interface FunctionMeasure {
  /** Includes the enclosing functions and classes: `Parser.read`. Unique in its file: a second one is `read#2`. */
  name: string;
  line: number;
  complexity: number;
}

export interface SourceMeasure {
  /** Lines that contain more than comments. */
  code: number;
  functions: FunctionMeasure[];
}

/**
 * Lines of code and the cyclomatic complexity of each function: 1 plus its decisions, without those of inner functions.
 * Null for files that are not source or were generated. Code that does not parse is measured as far as the parser
 * recovers.
 */
export async function measureSource(path: string, text: string): Promise<SourceMeasure | null> {
  const grammar = grammarOf(path);
  const comment = commentOf(path);
  if ((!grammar && !comment) || isGenerated(text)) return null;
  if (!grammar) return { code: countLines(text, comment), functions: [] };
  const tree = await syntaxTree(grammar, text);
  if (!tree) return null;
  try {
    return walk(tree.rootNode, text, grammar);
  } finally {
    tree.delete();
  }
}

const CLASSES = ['class_declaration', 'class', 'class_definition', 'impl_item', 'interface_declaration', 'trait_item'];
const OPERATIONS = ['binary_expression', 'boolean_operator', 'augmented_assignment_expression'];
/** A TypeScript parameter counts as a decision if it has a default value. */
const PARAMETERS = ['required_parameter', 'optional_parameter'];

interface Scope {
  end: number;
  path: string;
  measure: FunctionMeasure | null;
}

function walk(root: Node, text: string, grammar: Grammar): SourceMeasure {
  const rules = languageRules[grammar];
  const kinds = [...rules.functions, ...rules.decisions, ...rules.comments, ...OPERATIONS, ...CLASSES, ...PARAMETERS];
  const nodes = root.descendantsOfType(kinds).filter((node) => node !== null);
  nodes.sort((left, right) => left.startIndex - right.startIndex || right.endIndex - left.endIndex);
  const functions: FunctionMeasure[] = [];
  const comments: Node[] = [];
  const scopes: Scope[] = [];
  const names = new Map<string, number>();
  for (const node of nodes) {
    if (rules.comments.includes(node.type)) {
      comments.push(node);
      continue;
    }
    while (scopes.length > 0 && node.startIndex >= (scopes.at(-1)?.end ?? 0)) scopes.pop();
    const isFunction = rules.functions.includes(node.type);
    if (isFunction || CLASSES.includes(node.type)) {
      const path = [scopes.at(-1)?.path, nameOf(node)].filter(Boolean).join('.');
      const measure = isFunction
        ? { name: unique(names, path), line: node.startPosition.row + 1, complexity: 1 }
        : (scopes.at(-1)?.measure ?? null);
      if (isFunction && measure) functions.push(measure);
      scopes.push({ end: node.endIndex, path, measure: measure });
      continue;
    }
    const enclosing = scopes.at(-1)?.measure;
    if (enclosing && isDecision(node, rules)) enclosing.complexity++;
  }
  return { code: codeLines(text, comments), functions };
}

function isDecision(node: Node, rules: LanguageRules): boolean {
  if (OPERATIONS.includes(node.type)) return rules.operators.includes(node.childForFieldName('operator')?.type ?? '');
  if (PARAMETERS.includes(node.type)) return node.childForFieldName('value') !== null;
  if (node.type === 'switch_label') return !node.text.startsWith('default');
  return rules.decisions.includes(node.type);
}

/** An anonymous function gets the name of the variable or property it is assigned to. */
function nameOf(node: Node): string {
  const nameNode = node.childForFieldName('name') ?? node.childForFieldName('type');
  const parent = node.parent;
  const assignedName =
    parent?.childForFieldName('name') ?? parent?.childForFieldName('key') ?? parent?.childForFieldName('left') ?? null;
  const assignment =
    parent && /^(?:variable_declarator|pair|assignment_expression|public_field_definition|field_definition)$/;
  if (nameNode && node.type !== 'lambda') return nameNode.text.slice(0, 100);
  return assignedName && assignment?.test(parent?.type ?? '') ? assignedName.text.slice(0, 100) : '(anonymous)';
}

function unique(names: Map<string, number>, name: string): string {
  const times = (names.get(name) ?? 0) + 1;
  names.set(name, times);
  return times === 1 ? name : `${name}#${times}`;
}

/** Lines that are not empty without their comments. */
function codeLines(text: string, comments: readonly Node[]): number {
  let code = '';
  let from = 0;
  for (const { startIndex, endIndex } of comments) {
    if (startIndex < from) continue;
    code += text.slice(from, startIndex) + text.slice(startIndex, endIndex).replace(/[^\n]+/g, '');
    from = endIndex;
  }
  return countLines(code + text.slice(from), null);
}

function countLines(text: string, comment: RegExp | null): number {
  let count = 0;
  for (const line of text.split('\n')) if (/\S/.test(line) && !comment?.test(line)) count++;
  return count;
}
