import { parse as parseJsonc } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { languageOf } from '../../syntax/languages/index.ts';
import { parse } from '../../syntax/parse.ts';
import { field, flat, named, type SyntaxNode, textOf } from '../../syntax/tree.ts';

/** One value of a configuration file with its dotted path. List elements share the path of their list plus `[]`. */
export interface Leaf {
  path: string;
  value: string | number | boolean | null;
}

/** Reads any configuration format into leaves; null if the text is invalid. */
export async function leavesOf(path: string, content: string): Promise<Leaf[] | null> {
  try {
    if (/\.(json|jsonc|json5)$/.test(path) || /(^|\/)\.(nycrc|c8rc|eslintrc|babelrc|mocharc|swcrc)$/.test(path)) {
      const text = content.trimStart();
      return text.startsWith('{') || text.startsWith('[') || text.startsWith('/')
        ? flatten(parseJsonc(content))
        : flatten(parseYaml(content, { logLevel: 'error' }));
    }
    if (/\.ya?ml$/.test(path)) return flatten(parseYaml(content, { logLevel: 'error' }));
    if (/\.toml$/.test(path)) return flatten(parseToml(content));
    if (/\.xml$/.test(path)) return xmlLeaves(content);
    if (/\.(cfg|ini|conf)$|(^|\/)(\.coveragerc|\.flake8|\.pylintrc|pylintrc|\.pydocstyle)$|\.properties$/.test(path))
      return iniLeaves(content);
    if (languageOf(path)?.dialect.language === 'javascript') return await scriptLeaves(path, content);
  } catch {
    return null;
  }
  return null;
}

function flatten(value: unknown, path = ''): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((one) => flatten(one, `${path}[]`));
  if (value instanceof Date) return [{ path, value: value.toISOString() }];
  if (value !== null && typeof value === 'object') {
    return Object.entries(value).flatMap(([key, one]) => flatten(one, path ? `${path}.${key}` : key));
  }
  if (value === undefined || typeof value === 'bigint') return [{ path, value: String(value) }];
  return [{ path, value: value as Leaf['value'] }];
}

function iniLeaves(content: string): Leaf[] {
  const leaves: Leaf[] = [];
  let section = '';
  let key = '';
  for (const line of content.split('\n')) {
    if (/^\s*[#;]/.test(line) || !line.trim()) continue;
    const head = /^\s*\[([^\]]+)\]/.exec(line);
    const pair = /^([\w.:-]+)\s*[=:]\s*(.*)$/.exec(line);
    if (head) {
      section = head[1]!.trim();
      key = '';
    } else if (/^\s/.test(line) && key) leaves.push({ path: `${key}[]`, value: scalar(line.trim()) });
    else if (pair) {
      key = section ? `${section}.${pair[1]}` : pair[1]!;
      const value = pair[2]!.replace(/\s[#;].*$/, '').trim();
      if (value) leaves.push({ path: key, value: scalar(value) });
    }
  }
  return leaves;
}

function scalar(text: string): Leaf['value'] {
  if (/^(true|yes|on)$/i.test(text)) return true;
  if (/^(false|no|off)$/i.test(text)) return false;
  return /^-?\d+(\.\d+)?%?$/.test(text) ? Number(text.replace('%', '')) : text.replace(/^["']|["']$/g, '');
}

function xmlLeaves(content: string): Leaf[] {
  const leaves: Leaf[] = [];
  const stack: string[] = [];
  const plain = content.replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>]*>/g, '');
  for (const [, close, name, rest, text] of plain.matchAll(/<(\/?)([\w.:-]+)([^>]*)>([^<]*)/g)) {
    if (close) {
      stack.pop();
      continue;
    }
    stack.push(name!);
    if (name === 'artifactId' && stack.length > 1) stack[stack.length - 2] = `${stack.at(-2)}(${text!.trim()})`;
    if (text!.trim()) leaves.push({ path: stack.join('.'), value: scalar(text!.trim()) });
    if (rest!.trim().endsWith('/')) stack.pop();
  }
  return leaves;
}

async function scriptLeaves(path: string, content: string): Promise<Leaf[]> {
  const root = await parse(languageOf(path)!.grammar, content);
  const leaves: Leaf[] = [];
  const visit = (node: SyntaxNode, at: string): void => {
    if (node.type === 'pair') {
      const key = textOf(field(node, 'key')).replace(/^["'`]|["'`]$/g, '');
      const value = field(node, 'value');
      if (value) visit(value, at ? `${at}.${key}` : key);
      return;
    }
    if (node.type === 'array' && at) {
      // Elements spread into a list are defined elsewhere.
      for (const one of named(node)) if (one.type !== 'spread_element') visit(one, `${at}[]`);
      return;
    }
    if (
      at &&
      /^(string|template_string|number|true|false|null|identifier|unary_expression|regex|binary_expression|member_expression|call_expression)$/.test(
        node.type,
      )
    ) {
      leaves.push({ path: at, value: scalar(flat(node).replace(/^"|"$/g, '')) });
      if (node.type !== 'call_expression') return;
    }
    for (const one of node.children) visit(one, at);
  };
  visit(root, '');
  return leaves;
}
