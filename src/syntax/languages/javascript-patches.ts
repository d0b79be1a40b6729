import type { Tampering } from '../model.ts';
import { child, field, lineOf, named, quoted, type SyntaxNode, textOf, walk } from '../tree.ts';
import { argumentsOf, isRunner, isTestLibrary, pathOf, stringIn } from './javascript-bindings.ts';
import { isFunction } from './javascript-callee.ts';

/** Methods of assertion libraries. Adding any other name extends a library and replaces nothing. */
const claims =
  /^(ok|equals?|eql|eq|notEqual|deepEqual|notDeepEqual|strictEqual|notStrictEqual|deepStrictEqual|notDeepStrictEqual|partialDeepStrictEqual|throws?|throwsAsync|doesNotThrow|notThrows(Async)?|rejects|doesNotReject|fail|ifError|match|doesNotMatch|is|not|isnt|true|false|truthy|falsy|same|notSame|like|pass|plan|end|assert|expect|strict|snapshot|regex|AssertionError|Assertion|include\w*|contains?|property|lengthOf|exists?|instanceOf|typeOf|closeTo|above|below|least|most|be|an?|is(Ok|NotOk|True|False|Null|NotNull|Defined|Undefined|Above|Below|AtLeast|AtMost|Array|Object|String|Number|Function|Empty|NaN|Exact)|to(Be|Equal|StrictEqual|Match|MatchObject|MatchSnapshot|MatchInlineSnapshot|Contain|ContainEqual|Throw|ThrowError|HaveLength|HaveProperty|Have(Been|Last|Nth)?(Been)?(Called|Returned)\w*|Be(Truthy|Falsy|Null|Defined|Undefined|NaN|CloseTo|InstanceOf|(Greater|Less)Than(OrEqual)?)))$/;
const runs = /^(it|test|describe|suite|context|specify|run|each|only|skip|todo|expect|assert|add|fail|emit)$/;

/** Assertions and runners that the file replaces. Goes by what a name is bound to, not by the name. */
export function patches(root: SyntaxNode): Tampering[] {
  const found: Tampering[] = [];
  walk(root, (node) => {
    if (isPatch(node)) found.push({ kind: 'patched-assertion', text: textOf(node).slice(0, 160), line: lineOf(node) });
  });
  return found;
}

function isPatch(node: SyntaxNode): boolean {
  if (node.type === 'assignment_expression') return assigns(node);
  if (node.type !== 'call_expression') return false;
  const callee = field(node, 'function');
  const args = argumentsOf(node);
  const verb = textOf(callee);
  const last = verb.split('.').at(-1)!;
  if (/^(mock|doMock|unstable_mockModule|module)$/.test(last) && /^(jest|vi|vitest|mock|t\.mock)\./.test(verb))
    return isTestLibrary(stringIn(args[0]) ?? '');
  if (/^(Object\.assign|Object\.defineProperties)$/.test(verb))
    return args.slice(1).some((one) => assignsMembers(args[0]!, one));
  if (/^((Object|Reflect)\.defineProperty|Reflect\.set)$/.test(verb))
    return replaces(args[0], stringIn(args[1]) ?? '*');
  if (/^(stub|replace|method)$/.test(last) && args.length > (last === 'method' ? 2 : 1))
    return replaces(args[0], stringIn(args[1]) ?? '');
  if (/^mock(Implementation|ReturnValue|ResolvedValue)/.test(textOf(field(callee, 'property')))) {
    const spyCall = field(callee, 'object');
    const [target, name] = spyCall?.type === 'call_expression' ? argumentsOf(spyCall) : [];
    return /\bspyOn$/.test(textOf(field(spyCall, 'function'))) && replaces(target, stringIn(name) ?? '');
  }
  if (last === 'extend')
    return pathOf(callee)?.includes('expect') === true && args.some((one) => keysOf(one).some(isClaim));
  return /^overwrite(Method|Property|ChainableMethod)$/.test(last) && overwrites(callee, args);
}

function assigns(node: SyntaxNode): boolean {
  const left = field(node, 'left');
  const right = field(node, 'right');
  const path = left && /^(member|subscript)_expression$/.test(left.type) ? pathOf(left) : null;
  if (!path || !right) return false;
  const source = pathOf(right);
  if (path[0] === '<global>' && path.length === 2)
    return isFunction(right) || /^(skip|todo)$/.test(source?.at(-1) ?? '') || isLocalFunction(right);
  if (source?.join('.') === path.join('.') || isPlain(right)) return false;
  return isReliedOn(path);
}

/** The path refers to a part of the library that tests rely on. */
function isReliedOn(path: string[]): boolean {
  const [root = '', ...members] = path;
  const last = members.at(-1);
  if (last === undefined || members.includes('config')) return false;
  if (last === '*' || isClaim(last)) return true;
  const ofRunner = isRunner(root) || (root === '<global>' && runs.test(members[0]!) && members.length > 1);
  return ofRunner && (runs.test(last) || members.includes('prototype'));
}

const isClaim = (name: string): boolean => claims.test(name);

function replaces(target: SyntaxNode | undefined, name: string): boolean {
  const path = pathOf(target ?? null);
  if (path === null || name === '') return false;
  // A computed name on the global object could be any name; it is hardly that of a test library.
  return !(path[0] === '<globals>' && name === '*') && isReliedOn([...path, name]);
}

/** `Object.assign(assert, { equal() {} })`, with the object given there or declared above. */
function assignsMembers(target: SyntaxNode, members: SyntaxNode): boolean {
  const path = pathOf(target);
  return path !== null && keysOf(members).some((key) => isReliedOn([...path, key]));
}

function keysOf(node: SyntaxNode): string[] {
  const object = node.type === 'identifier' ? declaredValue(node) : node;
  if (object?.type !== 'object') return [];
  return named(object).map((one) =>
    textOf(field(one, 'key') ?? field(one, 'name') ?? one).replace(/^["'`]|["'`]$/g, ''),
  );
}

/** What a name is declared with, anywhere in the file. */
function declaredValue(name: SyntaxNode): SyntaxNode | null {
  let root = name;
  while (root.parent) root = root.parent;
  let value: SyntaxNode | null = null;
  walk(root, (node) => {
    if (node.type === 'variable_declarator' && textOf(field(node, 'name')) === textOf(name))
      value = field(node, 'value');
    if (node.type === 'function_declaration' && textOf(field(node, 'name')) === textOf(name)) value = node;
  });
  return value;
}

const isLocalFunction = (node: SyntaxNode): boolean => {
  const value = node.type === 'identifier' ? declaredValue(node) : null;
  return value !== null && isFunction(value);
};

const isPlain = (node: SyntaxNode): boolean =>
  /^(string|template_string|number|true|false|null|undefined|object|array)$/.test(node.type);

/** chai's own way to override. An override that calls the original may only add to it. */
function overwrites(callee: SyntaxNode | null, args: SyntaxNode[]): boolean {
  const path = pathOf(field(callee, 'object'));
  const by = args.find(isFunction);
  if (!path || !args.some((one) => isClaim(stringIn(one) ?? '')) || !by) return false;
  const original = textOf(child(field(by, 'parameters'), 'identifier', 'required_parameter') ?? field(by, 'parameter'));
  return original === '' || textOf(field(by, 'body')).split(new RegExp(`\\b${quoted(original)}\\b`)).length < 2;
}
