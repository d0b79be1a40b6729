import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';

/** What is looked at: what patterns, alignment, settings and reviews ask. Comparing texts is not a question. */
const ASKED = /^(align|config|patterns|review|decision)\//;
const NOT_ASKED = /^align\/(similarity|strings|literals)\.js$|^decision\/(decide|excuse)\.js$/;

/**
 * A copy of the built guard in which every function that answers yes or no, and every comparison with a number, goes through
 * `globalThis.probe(id, answer)`. Returns the folder of the copy; the caller removes it.
 */
export function probedGuard() {
  const folder = mkdtempSync(join(tmpdir(), 'jumar-probes-'));
  cpSync('dist', join(folder, 'dist'), { recursive: true });
  cpSync('package.json', join(folder, 'package.json'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const root = join(folder, 'dist/guard');
  for (const path of readdirSync(root, { recursive: true })) {
    const name = relative('.', path).replaceAll('\\', '/');
    if (name.endsWith('.js') && ASKED.test(name) && !NOT_ASKED.test(name))
      writeFileSync(join(root, path), probed(name, readFileSync(join(root, path), 'utf8')));
  }
  return { guard: root, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function probed(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const { transformed } = ts.transform(file, [(context) => (root) => inside(root, '', context)]);
  return ts.createPrinter().printFile(transformed[0]);

  function inside(node, owner, context) {
    const name = nameOf(node);
    const visit = (one) => inside(one, name ?? owner, context);
    const own = ts.visitEachChild(node, visit, context);
    if (name) return withProbe(own, `${path} ${name}`);
    if (!isThreshold(node)) return own;
    return probe(`${path} ${owner}: ${node.getText(file).replace(/\s+/g, ' ')}`, own);
  }
}

const isAsync = (node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true;

/** The name of a function that may answer yes or no. */
function nameOf(node) {
  if (ts.isFunctionDeclaration(node) && node.body && !isAsync(node)) return node.name?.text;
  const isNamed = ts.isVariableDeclaration(node) && ts.isIdentifier(node.name);
  return isNamed && node.initializer && ts.isArrowFunction(node.initializer) && !isAsync(node.initializer)
    ? node.name.text
    : undefined;
}

/** A comparison with a number that someone chose: none, one and two are no choice. */
function isThreshold(node) {
  if (!ts.isBinaryExpression(node) || !/^[<>]=?$/.test(node.operatorToken.getText())) return false;
  const numbers = (one) =>
    ts.isNumericLiteral(one)
      ? [one.text]
      : ts.isBinaryExpression(one)
        ? [...numbers(one.left), ...numbers(one.right)]
        : [];
  return [node.left, node.right].flatMap(numbers).some((number) => !/^[012]$/.test(number));
}

const { factory } = ts;

const probe = (id, body) =>
  factory.createCallExpression(factory.createIdentifier('globalThis.probe'), undefined, [
    factory.createStringLiteral(id),
    factory.createArrowFunction(undefined, undefined, [], undefined, undefined, body),
  ]);

function withProbe(node, id) {
  if (ts.isFunctionDeclaration(node)) {
    const body = factory.createBlock([factory.createReturnStatement(probe(id, node.body))]);
    return factory.updateFunctionDeclaration(
      node,
      node.modifiers,
      undefined,
      node.name,
      undefined,
      node.parameters,
      undefined,
      body,
    );
  }
  const { initializer: one } = node;
  const arrow = factory.updateArrowFunction(
    one,
    one.modifiers,
    undefined,
    one.parameters,
    undefined,
    one.equalsGreaterThanToken,
    probe(id, one.body),
  );
  return factory.updateVariableDeclaration(node, node.name, undefined, undefined, arrow);
}
