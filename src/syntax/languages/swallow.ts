import type { Handler } from '../model.ts';
import { field, flat, isComment, lineOf, named, type SyntaxNode, some, textOf, tokensOf } from '../tree.ts';

const logs =
  /^(console \.|log(?:ger|ging)?\b|LOG(?:GER)?\b|self \. log|this \. log|System \. (?:out|err)|print\b|println\b|debug\b|warn(?:ings)? \.|eprintln|tracing|e \. printStackTrace|\w+ \. printStackTrace)/;
const nothing =
  /^(pass|\.\.\.|continue|return|return (null|undefined|None|nil|false|False|true|True|0|""|-1|\[ \]|\{ \}|\( \)|Optional \. empty \( \))|_ = \w+|void 0)$/;

/** A handler that neither rethrows nor uses what it caught: it does nothing, logs, or returns a default value. */
export function swallowing(statements: SyntaxNode[], caught: string): boolean {
  const real = statements.filter((one) => !isComment(one));
  if (real.some((one) => some(one, (node) => /^(throw_statement|raise_statement)$/.test(node.type)))) return false;
  return real.every((one) => {
    const text = flat(one);
    if (nothing.test(text)) return true;
    if (logs.test(text)) return true;
    if (/^assert|^expect|^fail \(|^t \.|^self \. assert|Assert/.test(text)) return false;
    return caught !== '' && /^(assert|expect)/.test(textOf(one)) === false && text === `_ = ${caught}`;
  });
}

/** `try { return a() } catch {}` with more code after it: the failure leads to another way, it is not hidden. */
export function hasFallback(handler: SyntaxNode, body: SyntaxNode | null): boolean {
  if (!body?.children.some((one) => one.type === 'return_statement')) return false;
  for (let at = handler; at.parent && !/function|method|arrow|lambda/.test(at.type); at = at.parent) {
    const siblings = at.parent.children;
    const rest = siblings.slice(siblings.indexOf(at) + 1).filter((one) => one.named && !isComment(one));
    if (rest.length > 0 && /block|body|module|suite/.test(at.parent.type)) return true;
  }
  return false;
}

/** One `catch` of a statement: what it catches, whether that is nearly everything, and what it calls it. */
export interface Clause {
  node: SyntaxNode;
  block: SyntaxNode | null;
  caught: string;
  broad: boolean;
  name: string;
}

/** Of a statement's clauses the one that hides most, the first of equals; null where there is none. */
export function worstHandler(statement: SyntaxNode, clauses: readonly Clause[]): Handler | null {
  let worst: Handler | null = null;
  for (const { node, block, caught, broad, name } of clauses) {
    const swallows = swallowing(block ? named(block) : [], name);
    const handler = {
      body: tokensOf(field(statement, 'body')),
      swallows,
      broad,
      text: textOf(node).slice(0, 200),
      line: lineOf(node),
      caught,
      fallback: hasFallback(statement, field(statement, 'body')),
    };
    if (!worst || Number(swallows) + Number(broad) > Number(worst.swallows) + Number(worst.broad)) worst = handler;
  }
  return worst;
}
