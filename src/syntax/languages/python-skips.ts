import type { Skip } from '../model.ts';
import { ancestor, child, field, flat, named, type SyntaxNode, textOf, walk } from '../tree.ts';
import { strongestSkip } from './dialect.ts';
import { isTestPath } from './python-functions.ts';

/** The mark of a row, in the current form or wrapped around its values. */
export function rowMark(mark: SyntaxNode): Skip | null {
  const values = child(mark, 'argument_list')?.children.find((one) => /^(tuple|list)$/.test(one.type));
  const found = skipMark([mark]);
  return found && values && found.kind === 'conditional' ? { ...found, kind: 'expected-failure' } : found;
}

export const skipIn = (list: SyntaxNode[]): Skip | null => strongestSkip(list.map((one) => skipMark([one])));

function skipMark(list: SyntaxNode[]): Skip | null {
  for (const decorator of list) {
    const text = flat(decorator).replace(/^@ /, '');
    // A mark in a table applies to its row only.
    if (/(^|\. )(parametrize|parameterized)\b/.test(text.split(' (')[0]!)) continue;
    const displayText = textOf(decorator).slice(0, 160);
    if (
      /(^|\. )(skip|skipTest|disabled?|ignore)\b(?!if)/i.test(text.split(' (')[0]!) &&
      !/skip( \. |_)?(if|unless)/i.test(text.split(' (')[0]!)
    )
      return { kind: 'skip', text: displayText };
    if (/(^|\. )skip_?(if|unless)\b/i.test(text))
      return {
        kind: /skipif \( (True|1) ?[,)]/i.test(text) || /skipUnless \( False/i.test(text) ? 'skip' : 'conditional',
        text: displayText,
      };
    if (/(^|\. )(xfail|expectedFailure)\b/.test(text))
      return { kind: isConditional(text) ? 'conditional' : 'expected-failure', text: displayText };
    if (/(^|\. )(requires?_|needs_|only_on|skip_|skip \. (if|unless))\w*/.test(text))
      return { kind: 'conditional', text: displayText };
  }
  return null;
}

/** `xfail(condition, reason=…)`: expected to fail only if the condition is true. */
const isConditional = (text: string): boolean =>
  /xfail \( (?!\)|True\b|1\b|"|(?:reason|strict|raises|run) =)/.test(text) ||
  /xfail \(.*\bcondition = (?!True)/.test(text);

export function classSkip(node: SyntaxNode): Skip | null {
  for (const one of named(field(node, 'body') ?? node)) {
    if (
      one.type === 'function_definition' &&
      /^(setUp|setUpClass|setup_method|setup_class|asyncSetUp)$/.test(textOf(field(one, 'name')))
    ) {
      const found = bodySkip(field(one, 'body') ?? one);
      if (found) return found;
    }
    const text = flat(one);
    if (/^__test__ = False/.test(text)) return { kind: 'skip', text: textOf(one) };
    const mark = markSkip(text, textOf(one));
    if (mark) return mark;
  }
  return null;
}

function markSkip(text: string, displayText: string): Skip | null {
  if (!/^pytestmark =/.test(text)) return null;
  if (/mark \. skip\b(?!if)/.test(text)) return { kind: 'skip', text: displayText.slice(0, 160) };
  if (/mark \. skipif/.test(text))
    return { kind: /skipif \( (True|1)\b/.test(text) ? 'skip' : 'conditional', text: displayText.slice(0, 160) };
  if (/mark \. xfail/.test(text)) return { kind: 'expected-failure', text: displayText.slice(0, 160) };
  return null;
}

const skipCall =
  /^(pytest \. (skip|xfail|importorskip)|self \. skipTest|unittest \. SkipTest|skip|importorskip|raise (unittest \. )?SkipTest|t \. skip)\b/;

export function bodySkip(body: SyntaxNode): Skip | null {
  const found: Skip[] = [];
  walk(body, (node) => {
    if (node.type === 'function_definition') return false;
    if (!/^(call|raise_statement)$/.test(node.type)) return true;
    const text = flat(node);
    if (!skipCall.test(text) || !/ \(|SkipTest/.test(text)) return true;
    const nested = ancestor(
      node,
      (up) =>
        up === body || /^(if_statement|except_clause|for_statement|with_statement|match_statement)$/.test(up.type),
    );
    const conditional = nested !== body || /importorskip/.test(text);
    found.push({
      kind: conditional ? 'conditional' : /xfail/.test(text) ? 'expected-failure' : 'skip',
      text: textOf(node).slice(0, 160),
    });
    return false;
  });
  return strongestSkip(found);
}

/** `except ImportError: pytestmark = …`: applies only if something is not installed. */
const isFallback = (node: SyntaxNode): boolean =>
  ancestor(
    node,
    (up) => up.type === 'except_clause' && /^except \(?.*\b(ImportError|ModuleNotFoundError)\b/.test(flat(up)),
  ) !== null;

/** Ignored only under a condition, by a statement or by a choice of two lists. */
const isConditionalIgnore = (node: SyntaxNode): boolean =>
  isFallback(node) ||
  ancestor(node, (up) => up.type === 'if_statement' && !/^if (True|1) :/.test(flat(up))) !== null ||
  (/^collect_ignore/.test(flat(node)) && / if (?!(True|1) else\b).* else /.test(flat(node)));

export function fileSkip(root: SyntaxNode, path: string): Skip | null {
  if (!isTestPath(path)) return null;
  const found: (Skip | null)[] = [];
  walk(root, (node) => {
    if (/^(function_definition|class_definition)$/.test(node.type)) return false;
    const text = flat(node);
    const displayText = textOf(node).slice(0, 160);
    if (node.type === 'expression_statement') {
      const mark = markSkip(text, textOf(node));
      found.push(mark && isFallback(node) ? { ...mark, kind: 'conditional' } : mark);
      if (/^collect_ignore(_glob)? (=(?! \[ \])|\+=|\. )|^__test__ = False/.test(text))
        found.push({
          kind: isConditionalIgnore(node) ? 'conditional' : 'skip',
          text: displayText,
        });
    }
    if (node.type === 'call' || node.type === 'raise_statement') {
      if (/^(pytest \. skip|raise (unittest \. )?SkipTest)\b/.test(text)) {
        const guarded = ancestor(node, (up) => /^(if_statement|except_clause)$/.test(up.type));
        found.push({ kind: guarded ? 'conditional' : 'skip', text: displayText });
      } else if (/^(pytest \. )?importorskip \(/.test(text)) found.push({ kind: 'conditional', text: displayText });
    }
    return true;
  });
  return strongestSkip(found);
}
