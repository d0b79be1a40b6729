import type { Skip } from '../model.ts';
import { ancestor, field, flat, named, type SyntaxNode, textOf, walk } from '../tree.ts';
import { strongestSkip } from './dialect.ts';
import { markName, marks } from './java-functions.ts';

export const skipOf = (annotations: SyntaxNode[]): Skip | null =>
  strongestSkip(annotations.map((one) => skipMark([one])));

function skipMark(annotations: SyntaxNode[]): Skip | null {
  for (const mark of annotations) {
    const name = markName(mark);
    const text = textOf(mark).slice(0, 160);
    if (/^(Disabled|Ignore)$/.test(name)) return { kind: 'skip', text };
    if (
      /^(Disabled|Enabled)(If|On|For|In)\w*$/.test(name) ||
      /^(IfProfileValue|EnabledIf\w*|DisabledIf\w*)$/.test(name)
    )
      return { kind: 'conditional', text };
    if (/^Testcontainers$/.test(name) && /disabledWithoutDocker = true/.test(flat(mark)))
      return { kind: 'conditional', text };
    if (name === 'Test' && /enabled = false/.test(flat(mark))) return { kind: 'skip', text };
  }
  return null;
}

const assume = /^(Assume \. |Assumptions \. )?assum(e\w*|ing\w*)$/;

export function bodySkip(body: SyntaxNode): Skip | null {
  const found: Skip[] = [];
  walk(body, (node) => {
    const text = textOf(node).slice(0, 160);
    if (node.type === 'method_invocation' && assume.test(calleeOf(node))) {
      const args = flat(field(node, 'arguments'));
      const always = /False$/.test(calleeOf(node)) ? /[(,] true ?[,)]/.test(args) : /[(,] false ?[,)]/.test(args);
      found.push({ kind: always ? 'skip' : 'conditional', text });
    }
    if (node.type === 'throw_statement' && /SkipException|TestAbortedException|AssumptionViolated/.test(textOf(node)))
      found.push({ kind: isUnder(node, body) ? 'conditional' : 'skip', text });
    return true;
  });
  return strongestSkip(found);
}

/** It is inside a condition of the body. */
const isUnder = (node: SyntaxNode, body: SyntaxNode): boolean => {
  const condition = ancestor(node, (up) => /^(if_statement|catch_clause)$/.test(up.type));
  return condition !== null && condition.start >= body.start;
};

/** An assumption in a class-wide set-up method skips all of its tests. */
export function setupSkip(node: SyntaxNode): Skip | null {
  for (const method of named(field(node, 'body') ?? node)) {
    if (method.type !== 'method_declaration' || !marks(method).some((mark) => /^Before/.test(markName(mark)))) continue;
    const body = field(method, 'body');
    const found = body && bodySkip(body);
    if (found) return found;
  }
  return null;
}

const calleeOf = (node: SyntaxNode): string => {
  const object = field(node, 'object');
  const name = textOf(field(node, 'name'));
  return object ? `${flat(object)} . ${name}` : name;
};
