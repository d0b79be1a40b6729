import type { FileModel, FunctionModel, GuardClause } from '../model.ts';
import { ancestor, excerpt, flat, isComment, lineOf, named, type SyntaxNode, textOf, tokensOf, walk } from '../tree.ts';
import { isLiteral } from './assertion.ts';
import { branchAt } from './branches.ts';
import type { Dialect, FunctionAt } from './dialect.ts';
import { commentsIn, directivesIn } from './directives.ts';
import { unreachableAfter } from './reach.ts';
import { specialCasesAt } from './special-cases.ts';

/** Extracts everything the patterns need from one version of a file. */
export function extract(root: SyntaxNode, path: string, dialect: Dialect): FileModel {
  const comments = commentsIn(root);
  const tests = dialect.tests(root, path);
  const inline = dialect.language === 'rust';
  const holdsTests = !inline && tests.some((test) => !test.helper && test.assertions.length > 0);
  const role = dialect.isTestPath(path) || holdsTests ? 'test' : 'source';
  return {
    path,
    language: dialect.language,
    role,
    tests,
    functions: functionsIn(root, dialect),
    directives: [...directivesIn(root, dialect.language, comments), ...(dialect.annotations?.(root) ?? [])],
    comments: comments.map((comment) => ({ text: textOf(comment), line: lineOf(comment) })),
    tampering: dialect.tampering?.(root, path) ?? [],
    get identifiers() {
      return identifiersIn(this.tokens);
    },
    tokens: tokensOf(root),
    fileSkip: dialect.fileSkip?.(root, path) ?? null,
    broken: hasErrors(root),
    source: root.file.source,
  };
}

const identifierCounts = new WeakMap<readonly string[], Map<string, number>>();

/** Counted on first use: if nothing is missing, the counts are not needed. */
function identifiersIn(tokens: readonly string[]): Map<string, number> {
  let found = identifierCounts.get(tokens);
  if (!found) {
    found = new Map();
    for (const token of tokens) if (/^[A-Za-z_$][\w$]*$/.test(token)) found.set(token, (found.get(token) ?? 0) + 1);
    identifierCounts.set(tokens, found);
  }
  return found;
}

function hasErrors(root: SyntaxNode): boolean {
  let errorLength = 0;
  walk(root, (node) => {
    if (node.type === 'ERROR') errorLength += node.end - node.start;
  });
  return errorLength > (root.end - root.start) * 0.2;
}

function functionsIn(root: SyntaxNode, dialect: Dialect): FunctionModel[] {
  const found: FunctionModel[] = [];
  const visit = (node: SyntaxNode, owner: FunctionModel | null): void => {
    const at = dialect.functionAt(node);
    let current = owner;
    if (at) {
      const model = functionModel(node, at, dialect);
      found.push(model);
      current = model;
    }
    if (current) recordNode(node, current, dialect);
    for (const one of node.children) visit(one, current);
  };
  const top: FunctionModel = { ...blank(), name: '<file>', qualified: '<file>', start: root.start, end: root.end };
  visit(root, top);
  found.push(top);
  return found;
}

/** Records the guards, handlers and special cases at one node inside a function. */
function recordNode(node: SyntaxNode, owner: FunctionModel, dialect: Dialect): void {
  const handler = dialect.handlerAt(node);
  if (handler) owner.handlers.push(handler);
  const drop = dialect.dropAt(node);
  if (drop) owner.drops.push({ text: drop, line: lineOf(node) });
  const conditional = dialect.conditional(node);
  if (conditional) {
    const then = statementsOf(conditional.then, dialect);
    const last = then.at(-1);
    if (last && then.length <= 3 && dialect.raises(last) && !inCatch(node))
      owner.guards.push(guardClause(node, conditional.condition, last));
    if (then.length <= 2 && then.every((one) => quietExit.test(flat(one))))
      owner.softExits.push({
        condition: flat(conditional.condition).replace(/^\( (.*) \)$/, '$1'),
        text: textOf(node).slice(0, 200),
        line: lineOf(node),
      });
  }
  const branch = branchAt(node);
  if (branch) owner.branches.push(branch);
  owner.specialCases.push(...specialCasesAt(node, dialect, (body) => statementsOf(body, dialect)));
  const check = checkCall(node);
  if (check) owner.guards.push(check);
}

/** A branch that returns an empty value, or only logs. */
const quietExit =
  /^(pass|continue|return|return (null|nil|None|undefined|false|False|-?[01]|0\.0|""|\[ \]|\{ \}|Ok \( (\( \)|0|None|false|""|\w+ :: (new|default) \( \)) \)|Default :: default \( \)|(Vec|String) :: new \( \)|(\w+ \. )?(emptyList|emptyMap|emptySet|empty|of) \( \)|new \w+ (< > )?\( \)|(nil|0|""|false) , nil)|console \. .*|log\w* \. .*|print\w* \(.*|fmt \. Print.*|System \. (out|err) .*|warnings? \. .*)$/;

const inCatch = (node: SyntaxNode): boolean =>
  ancestor(node, (up) => /^(catch_clause|except_clause)$/.test(up.type)) !== null;

function guardClause(node: SyntaxNode, condition: SyntaxNode, action: SyntaxNode): GuardClause {
  return {
    condition: flat(condition).replace(/^\( (.*) \)$/, '$1'),
    action: flat(action),
    literals: tokensOf(action).filter((token) => /^[a-zA-Z]?"/.test(token) && token.length > 4),
    line: lineOf(node),
    excerpt: excerpt(node),
  };
}

const checkNames =
  /^(?:\w+ \. )*(?:require\w+|check\w*|validate\w*|ensure\w*|invariant|notNull|notEmpty|isTrue|verify\w+|sanitize\w*|authorize\w*|assert\w*)$/;

/** A statement that only calls a validating function. */
function checkCall(node: SyntaxNode): GuardClause | null {
  if (node.type !== 'expression_statement' && node.type !== 'assert_statement') return null;
  const inner = node.type === 'assert_statement' ? node : named(node)[0];
  if (!inner) return null;
  if (inner.type === 'assert_statement') return guardClause(node, named(inner)[0] ?? inner, inner);
  if (!/^(call_expression|call|method_invocation|await_expression|macro_invocation)$/.test(inner.type)) return null;
  const text = flat(inner);
  const callee = text.replace(/^await /, '').split(' (')[0] ?? '';
  if (!checkNames.test(callee.replace(/ !$/, '')) || callee.startsWith('require (')) return null;
  if (/^require$/.test(callee)) return null;
  return guardClause(node, inner, inner);
}

function functionModel(node: SyntaxNode, at: FunctionAt, dialect: Dialect): FunctionModel {
  const statements = at.body ? statementsOf(at.body, dialect) : [];
  return {
    ...blank(),
    name: at.name,
    qualified: at.owner ? `${at.owner}.${at.name}` : at.name,
    exported: at.exported,
    line: lineOf(node),
    start: node.start,
    end: node.end,
    tokens: tokensOf(at.body),
    excerpt: excerpt(node),
    stub: at.body ? stubOf(statements, dialect) : null,
    statements: statements.length,
    deadAfter: unreachableAfter(statements),
    abstract: at.abstract,
    inherited: at.inherited ?? false,
    internal: at.internal ?? false,
  };
}

function blank(): FunctionModel {
  return {
    name: '',
    qualified: '',
    exported: false,
    line: 1,
    start: 0,
    end: 0,
    tokens: [],
    excerpt: '',
    stub: null,
    statements: 0,
    deadAfter: null,
    guards: [],
    handlers: [],
    specialCases: [],
    branches: [],
    drops: [],
    softExits: [],
    abstract: false,
    inherited: false,
    internal: false,
  };
}

function statementsOf(body: SyntaxNode, dialect: Dialect): SyntaxNode[] {
  if (dialect.statements) return dialect.statements(body);
  if (!/block|body|suite/.test(body.type)) return isComment(body) ? [] : [body];
  return named(body).flatMap((one) => (one.type === 'statement_list' ? named(one) : [one]));
}

const placeholder =
  /not[\s_-]*(?:yet )?(?:implemented|supported)|un(?:implemented|supported)|NotImplemented|UnsupportedOperation|\btodo\b|\bstub\b|placeholder|fixme/i;

/**
 * A returned value is usually computed, and its names and texts may be about anything. Only a plain text or name, an error
 * and an explicit "not implemented" count.
 */
const stubText = (text: string): string => {
  if (!/^return\b/.test(text)) return text;
  const value = text.replace(/^return ?(?:await )?/, '');
  if (/^"[^"]*" ?;?$/.test(value)) return value;
  const named = /^[\w$.:, ]+/.exec(value)?.[0] ?? '';
  if (/\b(?:Err|\w*Error|errors|Errorf|reject|status)\b/.test(named)) return value;
  return [named.replace(/placeholder/gi, ''), ...(value.match(/"[^"]*not (?:yet )?implemented[^"]*"/gi) ?? [])].join(
    ' ',
  );
};

/** Why a body does no work: empty, a placeholder, a constant; null if it does. */
function stubOf(statements: SyntaxNode[], dialect: Dialect): string | null {
  const real = statements.filter((one) => !isDocstring(one));
  if (real.length === 0) return 'empty';
  if (real.length > 1) return null;
  const only = real[0]!;
  const text = flat(only);
  if (/^(pass|\.\.\.|return|return \( \))$/.test(text)) return 'empty';
  if (/^(todo|unimplemented) !/.test(text)) return 'placeholder';
  if (/^(throw|raise|panic|return|unreachable)\b/.test(text) && placeholder.test(stubText(text)) && text.length < 200)
    return 'placeholder';
  const value = dialect.returned(only) ?? (/expression|literal|identifier/.test(only.type) ? only : null);
  if (!value) return null;
  const tokens = tokensOf(value);
  if (tokens.length <= 12 && isLiteral(tokens)) return 'constant';
  if (
    /^(Default :: default \( \)|Default :: default|String :: new \( \)|Vec :: new \( \)|Promise \. resolve \( \)|Optional \. empty \( \)|void 0|Ok \( \( \) \)|Ok \( Default :: default \( \) \))$/.test(
      tokens.join(' '),
    )
  )
    return 'constant';
  return null;
}

const isDocstring = (node: SyntaxNode): boolean =>
  node.type === 'expression_statement' && node.children.length === 1 && node.children[0]!.type === 'string';
