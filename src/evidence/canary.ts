import { isFunction } from '../syntax/languages/javascript-callee.ts';
import type { LanguageName } from '../syntax/model.ts';
import { child, field, named, type SyntaxNode, textOf, walk } from '../syntax/tree.ts';
import type { TextEdit } from './text-edit.ts';

/** A statement at the start of the test's body that must make it fail. Null if its body is written elsewhere. */
export function canaryIn(test: SyntaxNode, language: LanguageName, marker: string): TextEdit | null {
  return INSERT[language](test, `unexpected ${marker}`);
}

type Insert = (test: SyntaxNode, message: string) => TextEdit | null;

/** Each is a statement after which code may follow without an error or a warning of a compiler. */
const INSERT: Record<LanguageName, Insert> = {
  javascript(test, message) {
    const callback = named(field(test, 'arguments') ?? test).findLast(isFunction);
    const body = field(callback, 'body');
    if (!body) return null;
    const statement = `throw new Error("${message}");`;
    if (body.type === 'statement_block') return insertAt(body.start + 1, ` ${statement}`);
    return { start: body.start, end: body.end, text: `{ ${statement} }` };
  },
  python(test, message) {
    const definition = test.type === 'decorated_definition' ? field(test, 'definition') : test;
    const body = field(definition, 'body');
    if (!body) return null;
    const { source } = body.file;
    const indent = source.slice(source.lastIndexOf('\n', body.start - 1) + 1, body.start);
    const statement = `raise AssertionError("${message}")`;
    return insertAt(body.start, /^\s*$/.test(indent) ? `${statement}\n${indent}` : `${statement}; `);
  },
  go(test, message) {
    const body = goBody(test);
    const name = body && receiverOf(body);
    if (!body || /^Example/.test(textOf(field(test, 'name')))) return null;
    return insertAt(body.start + 1, name ? ` ${name}.Fatal("${message}");` : ` panic("${message}");`);
  },
  rust(test, message) {
    const body = field(test, 'body');
    return body && insertAt(body.start + 1, ` if true { panic!("${message}"); }`);
  },
  java(test, message) {
    const body = field(test, 'body');
    return body && insertAt(body.start + 1, ` if (true) throw new AssertionError("${message}");`);
  },
};

const insertAt = (at: number, text: string): TextEdit => ({ start: at, end: at, text });

/** Of a test function, or of the function that a subtest is given. */
function goBody(test: SyntaxNode): SyntaxNode | null {
  if (test.type !== 'call_expression') return field(test, 'body');
  return field(named(field(test, 'arguments') ?? test).at(-1), 'body');
}

/** The name of its `*testing.T`, if it has one. */
function receiverOf(body: SyntaxNode): string | null {
  const parameters = body.parent && field(body.parent, 'parameters');
  if (!parameters) return null;
  let name: string | null = null;
  walk(parameters, (node) => {
    if (node.type !== 'parameter_declaration' || !/\btesting\.(?:T|F|TB)\b/.test(textOf(node))) return;
    name ??= textOf(child(node, 'identifier')) || null;
  });
  return name === '_' ? null : name;
}
