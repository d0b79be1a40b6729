import type { Directive, Handler, Tampering } from '../model.ts';
import { ancestor, child, field, flat, lineOf, named, type SyntaxNode, textOf, walk } from '../tree.ts';
import { broadErrors } from './assertion.ts';
import type { FunctionAt } from './dialect.ts';
import { exitAt } from './exits.ts';
import { type Clause, worstHandler } from './swallow.ts';

export const isTestPath = (path: string): boolean =>
  /(^|\/)(test|tests|integrationTest|it)\//.test(path) ||
  /(Tests?|TestCase|IT|Spec)\.java$/.test(path) ||
  /(^|\/)Test[A-Z]\w*\.java$/.test(path);

export const marks = (node: SyntaxNode | null): SyntaxNode[] =>
  (child(node, 'modifiers')?.children ?? []).filter((one) => /annotation$/.test(one.type));

export const markName = (node: SyntaxNode): string => textOf(field(node, 'name')).split('.').at(-1)!;

export function functionAt(node: SyntaxNode): FunctionAt | null {
  if (node.type !== 'method_declaration' && node.type !== 'constructor_declaration') return null;
  const holder = ancestor(node, (up) => /^(class|interface|enum|record)_declaration$/.test(up.type));
  const modifiers = flat(child(node, 'modifiers'));
  const params = named(field(node, 'parameters') ?? node)
    .map((one) => flat(field(one, 'type')))
    .join(',');
  const isInterface = holder?.type === 'interface_declaration';
  const inherited = /@ Override\b/.test(modifiers) && field(holder, 'superclass') !== null;
  const exported = (/\b(public|protected)\b/.test(modifiers) || isInterface) && node.type === 'method_declaration';
  return {
    name: textOf(field(node, 'name')),
    owner: `${textOf(field(holder, 'name'))}(${params})`,
    body: field(node, 'body'),
    exported,
    abstract: field(node, 'body') === null,
    inherited,
    internal: isHidden(holder),
  };
}

/** A class around it cannot be named from outside its package. */
function isHidden(holder: SyntaxNode | null): boolean {
  if (!holder) return false;
  const outer = ancestor(holder, (up) => /^(class|interface|enum|record)_declaration$/.test(up.type));
  const open =
    /\b(public|protected)\b/.test(flat(child(holder, 'modifiers'))) || outer?.type === 'interface_declaration';
  return !open || isHidden(outer);
}

export function handlerAt(node: SyntaxNode): Handler | null {
  if (node.type !== 'try_statement' && node.type !== 'try_with_resources_statement') return null;
  return worstHandler(node, node.children.filter((one) => one.type === 'catch_clause').map(clauseOf));
}

function clauseOf(node: SyntaxNode): Clause {
  const parameter = child(node, 'catch_formal_parameter');
  const caught = flat(child(parameter, 'catch_type'));
  const broad = caught.split(' | ').some((one) => broadErrors.test(one.replace(/ /g, '')));
  return { node, block: field(node, 'body'), caught, broad, name: textOf(field(parameter, 'name')) };
}

export function annotations(root: SyntaxNode): Directive[] {
  const found: Directive[] = [];
  walk(root, (node) => {
    if (!/annotation$/.test(node.type)) return;
    const name = markName(node);
    const holder = node.parent?.parent;
    const whole =
      holder && /^(class|interface|enum|record)_declaration$/.test(holder.type) ? ('file' as const) : ('line' as const);
    const target = holder
      ? (textOf(holder)
          .slice(node.parent!.end - holder.start)
          .split('\n')
          .find((line) => line.trim())
          ?.replace(/\s+/g, '') ?? '')
      : '';
    const place = { scope: whole, text: textOf(node).slice(0, 160), line: lineOf(node), target };
    if (/^(SuppressWarnings|SuppressFBWarnings|SuppressLint|SneakyThrows)$/.test(name))
      found.push({
        kind: 'suppression',
        name: `@${name}`,
        rules: flat(field(node, 'arguments'))
          .replace(/[(){}]/g, '')
          .trim(),
        ...place,
      });
    if (
      /^(Generated|ExcludeFromJacocoGeneratedReport|ExcludeFromCodeCoverage|ExcludeGenerated|CoverageIgnore)$|ExcludeFromJacoco|JacocoGenerated/.test(
        name,
      )
    )
      found.push({ kind: 'coverage', name: 'coverage ignore', rules: '', ...place });
  });
  return found;
}

export function tampering(root: SyntaxNode, path: string): Tampering[] {
  const found: Tampering[] = [];
  walk(root, (node) => {
    const place = { text: textOf(node).slice(0, 160), line: lineOf(node) };
    if (
      node.type === 'method_invocation' &&
      /^(System \. exit|Runtime \. getRuntime \( \) \. (halt|exit)) \( 0 \)$/.test(flat(node)) &&
      isTestPath(path)
    )
      found.push(...exitAt(node));
    if (
      node.type === 'method_declaration' &&
      textOf(field(node, 'name')) === 'equals' &&
      /^\{ return true \}$/.test(flat(field(node, 'body')))
    )
      found.push({ kind: 'equality', ...place });
  });
  return found;
}
