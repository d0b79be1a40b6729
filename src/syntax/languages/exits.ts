import type { Tampering } from '../model.ts';
import { ancestor, field, flat, lineOf, type SyntaxNode, textOf, walk } from '../tree.ts';

/** An exit with success that ends the tests. Empty if it ends a program that the tests start, or if nothing calls it. */
export function exitAt(node: SyntaxNode): Tampering[] {
  const conditions = conditionsAround(node);
  if (conditions.some((one) => childProcessCheck.test(one)) || isProgram(node) || isUncalled(node)) return [];
  const sometimes = conditions.some((one) => platformCheck.test(one));
  return [{ kind: 'exit', text: textOf(node).slice(0, 160), line: lineOf(node), ...(sometimes ? { sometimes } : {}) }];
}

/** The code checks if it is a child, a worker or the program itself. */
const childProcessCheck =
  /\bis(Primary|Master|Worker|MainThread|Child|Parent)\b|\bprocess \. (send|connected)\b|\brequire \. main\b|import \. meta\b|__main__|\bos \. fork\b|\bpid (==|===|=) 0\b|(getenv|Getenv|env :: var|environ|process \. env)\b.*(CHILD|HELPER|SUBPROCESS|WORKER|WANT|FORK|BE_|CRASH)/i;

/** The code checks the platform, a version or the arguments. */
const platformCheck =
  /platform|\bGOOS\b|\bos \. name\b|win32|windows|darwin|version|\bruntime \. GO|semver|\bargv\b|\bos \. Args\b/i;

/** The conditions around it, and the condition under which its function returns early. */
function conditionsAround(node: SyntaxNode): string[] {
  const found: string[] = [];
  for (let up = node.parent; up; up = up.parent) {
    if (/^if_(statement|expression)$/.test(up.type)) found.push(flat(field(up, 'condition')));
    if (!isFunction(up)) continue;
    const earlyReturn = /^\{? ?if \(? ?(.*?)(?:(?: \))? \{ | : )return\b/.exec(flat(field(up, 'body')))?.[1];
    if (earlyReturn !== undefined && earlyReturn.length < 200) found.push(earlyReturn);
  }
  return found;
}

const isFunction = (node: SyntaxNode): boolean =>
  /^(function_declaration|function_definition|function_item|method_declaration)$/.test(node.type);

/** `public static void main(String[] args)`. */
const isProgram = (node: SyntaxNode): boolean =>
  ancestor(
    node,
    (up) =>
      up.type === 'method_declaration' &&
      textOf(field(up, 'name')) === 'main' &&
      /^\( (final )?String/.test(flat(field(up, 'parameters'))),
  ) !== null;

/** It is in a function that neither the file nor, judging by its name, a runner calls. */
function isUncalled(node: SyntaxNode): boolean {
  const around = ancestor(node, (up) => /^function_(declaration|definition)$/.test(up.type));
  const name = textOf(field(around, 'name'));
  if (
    !around ||
    !/^\w{2,}$/.test(name) ||
    /^(pytest_|setup|set_up|teardown|tear_down|test|Test|main$|init$)/i.test(name)
  )
    return false;
  if (/^(export_statement|decorated_definition|class_body|block)$/.test(around.parent?.type ?? '')) return false;
  let root: SyntaxNode = around;
  while (root.parent) root = root.parent;
  let uses = 0;
  walk(root, (one) => {
    if (one.children.length === 0 && textOf(one) === name) uses++;
  });
  return uses < 2;
}
