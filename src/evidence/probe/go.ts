import { dirname, join } from 'node:path/posix';
import { child, field, type SyntaxNode, textOf, walk } from '../../syntax/tree.ts';
import { insertAt } from '../returning.ts';
import { goRecorder } from './go-recorder.ts';
import { goReplayer } from './go-replayer.ts';
import type { ProbedFile, ProbedLanguage, ProbedUse } from './probed-file.ts';

/** Calls of the functions of a package, from its own tests or from tests of its outside. */
export const go: ProbedLanguage = {
  uses(file) {
    const known = functionsNear(file);
    const uses: ProbedUse[] = [];
    walk(file.root, (node) => {
      const isCalled = node.field === 'function' && node.parent?.type === 'call_expression';
      if (isCalled && known.has(textOf(node))) uses.push({ name: textOf(node), node });
    });
    return uses;
  },
  record({ path, root }, uses, marker) {
    return {
      edits: uses.flatMap(({ name, node }) => [
        insertAt(node.start, `${marker}(${JSON.stringify(name)}, `),
        insertAt(node.end, ')'),
      ]),
      beside: { path: join(dirname(path), `${marker}_test.go`), text: goRecorder(marker, packageOf(root)) },
    };
  },
  replay(file, names, calls, marker) {
    const aliases = new Set(names.flatMap((name) => (name.includes('.') ? [name.split('.')[0]] : [])));
    const imports = importsOf(file.root).filter(({ alias }) => aliases.has(alias));
    const works = names.map((name) => `\t\t${JSON.stringify(name)}: ${name},`);
    const own = imports.map(({ text }) => `\t${text}`).join('\n');
    return goReplayer(marker, packageOf(file.root), own, works.join('\n'), JSON.stringify(JSON.stringify(calls)));
  },
  command: (path, marker, isReplay) =>
    `cd ${quotedWord(dirname(path))} && go test -count=1 ${isReplay ? `-run '^TestJumar${marker}$' ` : ''}.`,
};

/** Names of functions without type parameters, as the test file calls them. */
function functionsNear({ path, root, near }: ProbedFile): Set<string> {
  const own = packageOf(root);
  const folder = dirname(path);
  const imports = importsOf(root);
  const names = new Set<string>();
  for (const other of near) {
    if (other.path.endsWith('_test.go')) continue;
    const prefix = dirname(other.path) === folder && packageOf(other.root) === own ? '' : prefixOf(other.path, imports);
    if (prefix === null) continue;
    for (const node of other.root.children) {
      const name = textOf(field(node, 'name'));
      if (node.type !== 'function_declaration' || field(node, 'type_parameters')) continue;
      if (prefix === '' || /^\p{Lu}/u.test(name)) names.add(prefix + name);
    }
  }
  for (const node of root.children) names.delete(textOf(field(node, 'name')));
  return names;
}

/** The import path of a package ends with its folder. */
function prefixOf(path: string, imports: readonly { alias: string; of: string }[]): string | null {
  const folder = dirname(path);
  const found = imports.find(({ of }) =>
    folder === '.' ? of.includes('.') && !of.includes('..') : `/${of}`.endsWith(`/${folder}`),
  );
  return found ? `${found.alias}.` : null;
}

function importsOf(root: SyntaxNode): { alias: string; of: string; text: string }[] {
  const found: { alias: string; of: string; text: string }[] = [];
  walk(root, (node) => {
    if (node.type !== 'import_spec') return;
    const of = textOf(field(node, 'path')).slice(1, -1);
    const alias = textOf(field(node, 'name')) || (of.split('/').at(-1) ?? '');
    found.push({ alias, of, text: textOf(node) });
  });
  return found;
}

const packageOf = (root: SyntaxNode) => textOf(child(child(root, 'package_clause'), 'package_identifier'));
const quotedWord = (path: string) => `'${path.replaceAll("'", `'\\''`)}'`;
