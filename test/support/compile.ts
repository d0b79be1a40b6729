import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '../..');
const source = join(root, 'src');

/**
 * Compiles files of src (`process/supervise.ts`) and all they import, without checking types, into a new temporary
 * folder laid out like dist (`<folder>/process/supervise.js`), for tests that need jumar's code in a process of its
 * own. The caller removes the folder.
 */
export async function compile(...entries: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'jumar-compiled-'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const files = new Set(entries.map((entry) => join(source, entry)));
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    for (const { fileName } of ts.preProcessFile(text).importedFiles) {
      if (fileName.startsWith('.')) files.add(resolve(dirname(file), fileName));
    }
    const target = join(folder, relative(source, file).replace(/\.ts$/, '.js'));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, ts.transpileModule(text, { compilerOptions: options }).outputText);
  }
  return folder;
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
};
