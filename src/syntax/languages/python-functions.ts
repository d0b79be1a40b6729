import type { Handler, Tampering } from '../model.ts';
import { ancestor, child, field, flat, lineOf, named, type SyntaxNode, textOf, tokensOf, walk } from '../tree.ts';
import type { FunctionAt } from './dialect.ts';
import { exitAt } from './exits.ts';
import { patches } from './python-patches.ts';
import { type Clause, worstHandler } from './swallow.ts';

/** Exceptions that catch a failed `assert`; `Error` is a user-defined name in Python. */
const catchAll = /^(Exception|BaseException|AssertionError|StandardError)$/;

export const isTestPath = (path: string): boolean =>
  /(^|\/)(test_[^/]*|[^/]*_tests?|tests?|conftest)\.py$/.test(path) || /(^|\/)(tests?|testing)\//.test(path);

export const decorators = (node: SyntaxNode): SyntaxNode[] =>
  node.parent?.type === 'decorated_definition' ? node.parent.children.filter((one) => one.type === 'decorator') : [];

export function functionAt(node: SyntaxNode): FunctionAt | null {
  if (node.type !== 'function_definition') return null;
  const name = textOf(field(node, 'name'));
  const inFunction = ancestor(node, (up) => /^(function_definition|class_definition)$/.test(up.type));
  const holder = inFunction?.type === 'class_definition' ? inFunction : null;
  const owner = holder ? textOf(field(holder, 'name')) : null;
  const marks = decorators(node).map(flat).join(' ');
  const kind = /\. (setter|deleter|getter)\b/.exec(marks)?.[1];
  const dunder = /^__\w+__$/.test(name);
  const exported =
    (inFunction === null || holder !== null) && (!/^_/.test(name) || dunder) && !(owner ?? '').startsWith('_');
  return {
    name: kind ? `${name} ${kind}` : name,
    owner,
    body: field(node, 'body'),
    exported,
    abstract: /abstractmethod|overload/.test(marks) || /Protocol|ABC/.test(textOf(field(holder, 'superclasses'))),
  };
}

export function handlerAt(node: SyntaxNode): Handler | null {
  if (node.type === 'with_statement') {
    const clause = textOf(child(node, 'with_clause'));
    const match = /\bsuppress\(([^)]*)\)/.exec(clause);
    if (!match) return null;
    const broad = match[1]!.split(',').some((one) => catchAll.test(one.trim()));
    return {
      body: tokensOf(field(node, 'body')),
      swallows: true,
      broad,
      text: `with ${clause}`,
      line: lineOf(node),
      caught: match[1]!,
      fallback: false,
    };
  }
  if (node.type !== 'try_statement') return null;
  return worstHandler(node, node.children.filter((one) => /^except_(?:group_)?clause$/.test(one.type)).map(clauseOf));
}

function clauseOf(node: SyntaxNode): Clause {
  const block = child(node, 'block');
  const caught = named(node)
    .filter((one) => one !== block)
    .map(flat)
    .join(' ')
    .replace(/ as \w+$/, '');
  const types = caught.replace(/^\( (.*) \)$/, '$1').split(' , ');
  const broad = caught === '' || types.some((one) => catchAll.test(one));
  return { node, block, caught, broad, name: / as (\w+)/.exec(flat(node))?.[1] ?? '' };
}

export function tampering(root: SyntaxNode, path: string): Tampering[] {
  const found: Tampering[] = [];
  const isTest = isTestPath(path);
  walk(root, (node) => {
    if (node.type === 'call') {
      const text = flat(node);
      const place = { text: textOf(node).slice(0, 160), line: lineOf(node) };
      if (/^(sys \. exit|os \. _exit|exit|quit|pytest \. exit) \( ?(0|"[^"]*")? ?(, 0 )?\)$/.test(text) && isTest)
        found.push(...exitAt(node));
      if (/^(atexit \. register)/.test(text) && /_exit/.test(text)) found.push({ kind: 'exit', ...place });
      if (/^(warnings \. (simplefilter|filterwarnings) \( "ignore" ?\)|logging \. disable \()/.test(text))
        found.push({ kind: 'global-suppression', ...place });
    }
    if (node.type === 'function_definition') {
      const name = textOf(field(node, 'name'));
      const body = flat(field(node, 'body'));
      const place = { text: textOf(node).slice(0, 200), line: lineOf(node) };
      if (
        /^pytest_(runtest_makereport|runtest_logreport|sessionfinish|runtest_call|runtest_protocol|pyfunc_call|exception_interact)$/.test(
          name,
        ) &&
        /outcome =|passed|exitstatus =|excinfo = None|wasxfail|longrepr|return True/.test(body)
      )
        found.push({ kind: 'runner-hook', ...place });
      if (
        name === 'pytest_collection_modifyitems' &&
        /items \[ : \]|items \. (clear|remove)|add_marker|del items|deselected/.test(body)
      )
        found.push({ kind: 'runner-hook', ...place });
      if (name === 'pytest_ignore_collect' && /True/.test(body)) found.push({ kind: 'runner-hook', ...place });
      if (/^__(eq|ne)__$/.test(name) && /^(return True)$/.test(body)) found.push({ kind: 'equality', ...place });
    }
  });
  return [...found, ...patches(root)];
}
