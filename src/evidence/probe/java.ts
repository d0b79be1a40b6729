import { child, field, named, type SyntaxNode, textOf, walk } from '../../syntax/tree.ts';
import { insertAt } from '../returning.ts';
import { classOf, type JavaMethod, javaMethods } from './java-methods.ts';
import { javaRecorder } from './java-recorder.ts';
import { javaReplayer } from './java-replayer.ts';
import type { ProbedFile, ProbedLanguage, ProbedUse } from './probed-file.ts';
import { replayLines } from './replay-lines.ts';

/** Calls of methods of the project: static ones by their class or imported with it, others on an object that is made from nothing. */
export const java: ProbedLanguage = {
  uses: (file) => callsIn(file).flatMap(({ problem, ...use }) => (problem === null ? [use] : [])),
  untried: (file) =>
    callsIn(file).flatMap(({ problem, name }) => (problem === null ? [] : [{ name, reason: problem }])),
  record(file, uses, marker) {
    const end = field(classOf(file) ?? file.root, 'body')?.end ?? file.text.length;
    const edits = uses.flatMap(({ name, node }, site) => {
      const inputs = inputsOf(node);
      return inputs.flatMap((input, at) => {
        const about = [site, JSON.stringify(name), at, inputs.length].join(', ');
        return [insertAt(input.start, `${marker}.in(${about}, `), insertAt(input.end, ')')];
      });
    });
    return { edits: [...edits, insertAt(end - 1, javaRecorder(marker))] };
  },
  replay(file, names, calls, marker) {
    const methods = javaMethods(file);
    const works = names.map((name) => ({ name, className: methods.get(name)?.className ?? '' }));
    const kept = file.root.children.filter(({ type }) => type === 'package_declaration').map(textOf);
    const imports = textOf(file.root);
    const test = RUNNERS.find(([pattern]) => pattern.test(imports))?.[1] ?? 'org.junit.jupiter.api.Test';
    const name = textOf(field(classOf(file), 'name'));
    return `${kept.join('\n')}\n${javaReplayer({ marker, name, test, works, lines: replayLines(calls) })}`;
  },
};

const RUNNERS: [RegExp, string][] = [
  [/\bimport (?:static )?org\.junit\.jupiter\b/, 'org.junit.jupiter.api.Test'],
  [/\bimport (?:static )?org\.junit\b/, 'org.junit.Test'],
  [/\bimport (?:static )?org\.testng\b/, 'org.testng.annotations.Test'],
];

interface Call extends ProbedUse {
  problem: string | null;
}

function callsIn(file: ProbedFile): Call[] {
  const methods = javaMethods(file);
  const imported = importedMethods(file.root, methods);
  const variables = variableTypes(file.root);
  const calls: Call[] = [];
  walk(file.root, (node) => {
    if (node.type !== 'method_invocation') return;
    const [object, own] = [field(node, 'object'), textOf(field(node, 'name'))];
    const type = object && (classMade(object) ?? variables.get(textOf(object)) ?? textOf(object));
    const name = object ? `${type}.${own}` : (imported.get(own) ?? '');
    const method = methods.get(name);
    if (!method || method.takes === 0) return;
    const isSame = inputsOf(node).length === method.takes;
    calls.push({ name, node, problem: isSame ? method.problem : 'more than one method has its name' });
  });
  return calls;
}

/** The class in `new Fare()`. */
const classMade = (node: SyntaxNode | null) =>
  node?.type === 'object_creation_expression' ? textOf(field(node, 'type')) : null;

/** The class that fields and variables are declared with; a name for two of them is none. */
function variableTypes(root: SyntaxNode): Map<string, string> {
  const found = new Map<string, string>();
  walk(root, (node) => {
    if (!/^(?:field|local_variable)_declaration$/.test(node.type)) return;
    const type = textOf(field(node, 'type'));
    for (const one of node.children.filter((part) => part.type === 'variable_declarator')) {
      const name = textOf(field(one, 'name'));
      const of = type === 'var' ? (classMade(field(one, 'value')) ?? '') : type;
      found.set(name, found.has(name) && found.get(name) !== of ? '' : of);
    }
  });
  return found;
}

/** `import static shop.Fare.of`, or all of `shop.Fare`: what a bare name means. */
function importedMethods(root: SyntaxNode, methods: ReadonlyMap<string, JavaMethod>): Map<string, string> {
  const found = new Map<string, string>();
  for (const node of root.children) {
    if (node.type !== 'import_declaration' || !child(node, 'static')) continue;
    const of = textOf(node).replace(/^import\s+static\s+|[\s;]/g, '');
    for (const [name, { className }] of methods) {
      const method = name.split('.')[1] ?? '';
      if (of === `${className}.*` || of === `${className}.${method}`) found.set(method, name);
    }
  }
  return found;
}

const inputsOf = (node: SyntaxNode): SyntaxNode[] => named(field(node, 'arguments') as SyntaxNode);
