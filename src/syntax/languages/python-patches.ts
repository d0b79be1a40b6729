import type { Tampering } from '../model.ts';
import { ancestor, child, field, flat, lineOf, named, type SyntaxNode, textOf, walk } from '../tree.ts';

const cases =
  '(?:unittest(?:\\.case)?|django\\.test(?:\\.testcases)?|testtools(?:\\.testcase)?|twisted\\.trial\\.unittest|aiounittest)\\.\\w*TestCase';
/** An assertion method of a TestCase class, or the method that runs it, by full name. */
const ofCases = new RegExp(
  `^${cases}\\.(assert\\w+|fail(?:[A-Z]\\w*)?|run|debug|__call__|_callTestMethod|failureException|subTest|\\*)$|^${cases}$`,
);
const ofLibraries =
  /^unittest\.(?:\w+\.)*\w*(?:Result|Runner|Program|main)(?:\.\w+|\.\*)?$|^pytest\.(?:raises|fail|approx|warns|exit|main|mark|fixture|skip|xfail|importorskip|deprecated_call|Item|Function|Session|Module|Class|TestReport|\*)(?:\.\w+)*$|^_pytest\.(?:assertion|runner|python_api|outcomes|reports|main|python|raises)\b|^(?:numpy|pandas|torch|polars|jax)\.(?:_?testing)\.\w+$|^nose\.tools\.\w+$|^(?:hamcrest|assertpy)\.assert_that$|^doctest\.\w+/;
const ofLanguage =
  /^builtins\.(?:AssertionError|isinstance|issubclass|len|all|any|bool|abs|round|sorted|type|hasattr)$|^sys\.exit$/;
const inherited = new RegExp(`^${cases}$|TestCase$`);

/** Assertions and runners that the file replaces. Goes by what a name is bound to, not by the name. */
export function patches(root: SyntaxNode): Tampering[] {
  const bound = bindings(root);
  const found: Tampering[] = [];
  walk(root, (node) => {
    if (isPatch(node, bound))
      found.push({ kind: 'patched-assertion', text: textOf(node).slice(0, 160), line: lineOf(node) });
  });
  return found;
}

type Bound = Map<string, string>;

function isPatch(node: SyntaxNode, bound: Bound): boolean {
  if (node.type === 'assignment') {
    const left = field(node, 'left');
    const targets = left && /pattern_list|tuple_pattern/.test(left.type) ? named(left) : [left];
    const source = pathOf(field(node, 'right'), bound);
    return targets.some((one) => {
      const path = one?.type === 'attribute' ? pathOf(one, bound) : null;
      return path !== null && path !== source && (isReliedOn(path) || ofLanguage.test(path));
    });
  }
  if (node.type === 'call') return patchesByCall(node, bound);
  return node.type === 'function_definition' && hollowsOut(node, bound);
}

const isReliedOn = (path: string): boolean => ofCases.test(path) || ofLibraries.test(path);

/** `setattr(TestCase, 'assertEqual', …)`, and the same with monkeypatch, mock.patch and mocker. */
function patchesByCall(node: SyntaxNode, bound: Bound): boolean {
  const verb = textOf(field(node, 'function'));
  if (!/(^|\.)(setattr|__setattr__|patch|patch\.object)$/.test(verb)) return false;
  const args = named(field(node, 'arguments') ?? node).filter((one) => one.type !== 'keyword_argument');
  const [target, name] = args;
  const dottedName = stringIn(target);
  if (dottedName !== null) return isReliedOn(dottedName);
  const path = pathOf(target ?? null, bound);
  return path !== null && isReliedOn(`${path}.${stringIn(name) ?? '*'}`);
}

/** An assertion method that a TestCase class overrides with an empty one. */
function hollowsOut(node: SyntaxNode, bound: Bound): boolean {
  const holder = ancestor(node, (up) => /^(function_definition|class_definition)$/.test(up.type));
  if (!/^(assert[A-Z]\w*|fail[A-Z]\w*)$/.test(textOf(field(node, 'name'))) || !isCase(holder, bound)) return false;
  const body = field(node, 'body');
  const work = body
    ? named(body).filter((one) => !/^("|r")[^ ]*$/.test(flat(one)) || one.type !== 'expression_statement')
    : [];
  return work.every((one) => /^(pass|return( None| True)?|\.\.\.)$/.test(flat(one)));
}

function isCase(holder: SyntaxNode | null, bound: Bound): boolean {
  const bases = holder?.type === 'class_definition' ? field(holder, 'superclasses') : null;
  return bases !== null && named(bases).some((one) => inherited.test(pathOf(one, bound) ?? ''));
}

/** The full name of what an expression refers to, through imports and aliases; null if the file defines it. */
function pathOf(node: SyntaxNode | null, bound: Bound): string | null {
  if (node?.type === 'identifier') {
    if (/^(self|cls)$/.test(textOf(node))) return isCase(classAround(node), bound) ? 'unittest.TestCase' : null;
    return (bound.get(textOf(node)) ?? (/^(unittest|pytest)$/.test(textOf(node)) ? textOf(node) : '')) || null;
  }
  if (node?.type === 'attribute') {
    const path = pathOf(field(node, 'object'), bound);
    const name = textOf(field(node, 'attribute'));
    return path && (name === '__class__' ? path : `${path}.${name}`);
  }
  if (node?.type !== 'call') return null;
  const [first] = named(field(node, 'arguments') ?? node);
  if (textOf(field(node, 'function')) === 'type') return pathOf(first ?? null, bound);
  return /^(importlib\.import_module|__import__)$/.test(textOf(field(node, 'function'))) ? stringIn(first) : null;
}

const classAround = (node: SyntaxNode): SyntaxNode | null => ancestor(node, (up) => up.type === 'class_definition');

function stringIn(node: SyntaxNode | null | undefined): string | null {
  return node?.type === 'string' ? textOf(node).replace(/^\w*(["']{1,3})([\s\S]*)\1$/, '$2') : null;
}

/** Names bound by imports and plain aliases. A definition in the file itself overrides an import. */
function bindings(root: SyntaxNode): Bound {
  const bound: Bound = new Map();
  walk(root, (node) => {
    if (node.type === 'import_statement')
      for (const one of named(node)) {
        const full = textOf(field(one, 'name') ?? one);
        if (one.type === 'aliased_import') bound.set(textOf(field(one, 'alias')), full);
        else bound.set(full.split('.')[0]!, full.split('.')[0]!);
      }
    if (node.type === 'import_from_statement') {
      const module = textOf(field(node, 'module_name'));
      for (const one of node.children.filter((each) => each.field === 'name')) {
        const name = textOf(one.type === 'aliased_import' ? field(one, 'name') : one);
        bound.set(one.type === 'aliased_import' ? textOf(field(one, 'alias')) : name, `${module}.${name}`);
      }
    }
  });
  for (const node of root.children) {
    const inner = child(node, 'assignment');
    const own = /^(class|function)_definition$/.test(node.type) ? textOf(field(node, 'name')) : '';
    if (own) bound.set(own, '');
    const left = field(inner, 'left');
    if (left?.type !== 'identifier') continue;
    const path = pathOf(field(inner, 'right'), bound);
    bound.set(textOf(left), path ?? '');
  }
  return bound;
}
