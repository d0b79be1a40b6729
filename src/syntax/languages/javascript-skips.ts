import type { Skip, TestCase } from '../model.ts';
import { ancestor, field, flat, named, type SyntaxNode, textOf } from '../tree.ts';
import type { Callee } from './javascript-callee.ts';

export interface Frame {
  suite: string[];
  skip: Skip | null;
  skipScope: TestCase['skipScope'];
  params: Set<string>;
  test: TestCase | null;
  testNode: SyntaxNode | null;
  rows: string[];
  only: boolean;
}

export function skipOf(
  node: SyntaxNode,
  role: string,
  mods: string[],
  callee: Callee,
  options: SyntaxNode | null,
  todo: boolean,
): Skip | null {
  const text = textOf(node).split('\n')[0]!.slice(0, 160);
  if (todo) return { kind: 'todo', text };
  if (mods.includes('skip') || mods.includes('fixme') || /^x/.test(role))
    return { kind: callee.conditional ? 'conditional' : 'skip', text };
  if (mods.includes('failing') || mods.includes('fails') || mods.includes('fail'))
    return { kind: 'expected-failure', text };
  if (mods.includes('skipIf') || mods.includes('runIf') || mods.includes('if')) {
    const condition = flat(callee.curried[0] ?? null);
    const always = mods.includes('skipIf') ? /^\( (true|1) \)$/ : /^\( (false|0) \)$/;
    return { kind: always.test(condition) ? 'skip' : 'conditional', text };
  }
  const optionText = flat(options);
  if (/\bskip : (?!false|undefined|null|0\b)/.test(optionText))
    return { kind: /\bskip : (true|"|1)/.test(optionText) ? 'skip' : 'conditional', text };
  if (callee.conditional) return { kind: 'conditional', text };
  return null;
}

/** `this.skip()`, `t.skip()`, `ctx.skip()`, `test.skip(condition)` inside a test or hook. */
export function runtimeSkip(node: SyntaxNode, frame: Frame): void {
  if (!frame.test) return;
  const callee = flat(field(node, 'function'));
  if (!/^(this|t|ctx|context|test|it|\w+) \. (skip|fixme|pending)$|^pending$/.test(callee)) return;
  const base = callee.split(' ')[0]!;
  if (base !== 'this' && base !== 'test' && base !== 'it' && base !== 'pending' && !frame.params.has(base)) return;
  const conditional =
    ancestor(node, (up) => up === frame.testNode || up.type === 'if_statement')?.type === 'if_statement' ||
    named(field(node, 'arguments')!).some((one) => one.type !== 'string');
  frame.test.skip ??= { kind: conditional ? 'conditional' : 'skip', text: textOf(node).slice(0, 160) };
}
