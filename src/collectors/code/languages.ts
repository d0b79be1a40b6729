import type { Grammar } from '../../syntax/grammar.ts';

/** The node types of functions, decisions and comments in a language's syntax tree. */
export interface LanguageRules {
  functions: readonly string[];
  /** Each adds one path through the function. */
  decisions: readonly string[];
  /** Binary operators that decide whether their right side runs. */
  operators: readonly string[];
  comments: readonly string[];
}

const SCRIPT: LanguageRules = {
  functions: [
    'function_declaration',
    'function_expression',
    'arrow_function',
    'method_definition',
    'generator_function',
    'generator_function_declaration',
  ],
  decisions: [
    'if_statement',
    'for_statement',
    'for_in_statement',
    'while_statement',
    'do_statement',
    'switch_case',
    'catch_clause',
    'ternary_expression',
    'optional_chain',
    'assignment_pattern',
    'object_assignment_pattern',
  ],
  operators: ['&&', '||', '??', '&&=', '||=', '??='],
  comments: ['comment'],
};

export const languageRules: Record<Grammar, LanguageRules> = {
  javascript: SCRIPT,
  typescript: SCRIPT,
  tsx: SCRIPT,
  python: {
    functions: ['function_definition', 'lambda'],
    decisions: [
      'if_statement',
      'elif_clause',
      'for_statement',
      'while_statement',
      'except_clause',
      'conditional_expression',
      'case_clause',
      'if_clause',
      'for_in_clause',
    ],
    operators: ['and', 'or'],
    comments: ['comment'],
  },
  go: {
    functions: ['function_declaration', 'method_declaration', 'func_literal'],
    decisions: ['if_statement', 'for_statement', 'expression_case', 'type_case', 'communication_case'],
    operators: ['&&', '||'],
    comments: ['comment'],
  },
  rust: {
    functions: ['function_item', 'closure_expression'],
    decisions: [
      'if_expression',
      'for_expression',
      'while_expression',
      'loop_expression',
      'match_arm',
      'try_expression',
    ],
    operators: ['&&', '||'],
    comments: ['line_comment', 'block_comment'],
  },
  java: {
    functions: [
      'method_declaration',
      'constructor_declaration',
      'compact_constructor_declaration',
      'lambda_expression',
    ],
    decisions: [
      'if_statement',
      'for_statement',
      'enhanced_for_statement',
      'while_statement',
      'do_statement',
      'switch_label',
      'ternary_expression',
      'catch_clause',
    ],
    operators: ['&&', '||'],
    comments: ['line_comment', 'block_comment'],
  },
};

const GRAMMARS: Record<string, Grammar> = {
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'tsx',
  py: 'python',
  pyi: 'python',
  go: 'go',
  rs: 'rust',
  java: 'java',
};

/** The start of a comment line, for languages whose lines are counted without a syntax tree. */
const COMMENTS: Record<string, RegExp> = {
  ...table('c h cc cpp cxx hpp hh cs kt kts swift scala dart php groovy gradle zig sol proto', /^\s*(?:\/\/|\/?\*)/),
  ...table('rb sh bash zsh fish pl pm r ex exs jl nim cr tcl', /^\s*#/),
  ...table('sql lua hs elm ada', /^\s*--/),
  ...table('clj cljs cljc lisp el scm rkt', /^\s*;/),
  ...table('css scss less', /^\s*(?:\/\/|\/?\*)/),
  ...table('html vue svelte astro erb hbs', /^\s*<!--/),
  ...table('erl hrl tex m', /^\s*%/),
};

export function grammarOf(path: string): Grammar | null {
  return own(GRAMMARS, extension(path));
}

/** Null for files that are not source: documents, data, pictures. */
export function commentOf(path: string): RegExp | null {
  return own(COMMENTS, extension(path));
}

function extension(path: string): string {
  return /\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

function own<T>(map: Record<string, T>, key: string): T | null {
  return Object.hasOwn(map, key) ? (map[key] ?? null) : null;
}

function table(extensions: string, comment: RegExp): Record<string, RegExp> {
  return Object.fromEntries(extensions.split(' ').map((name) => [name, comment]));
}
