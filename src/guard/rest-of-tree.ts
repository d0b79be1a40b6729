import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { explainLosses } from './align/replacement.ts';
import type { Comparison } from './compare.ts';
import { git } from './git.ts';
import type { Trees } from './git-changes.ts';
import { isTestPath } from './languages/index.ts';
import type { FileModel } from './model.ts';
import { readModel } from './read-model.ts';
import type { RestOfTree } from './types.ts';
import { unreadable } from './unreadable.ts';

const mostFiles = 10;
const mostNames = 20;

/** What the change left alone, searched by git: nothing is read before something is missed. */
export const restOfTree = (root: string, { after }: Trees, changed: Set<string>): RestOfTree => ({
  async holding(texts) {
    const where = after === null ? ['--untracked'] : after === 'index' ? ['--cached'] : [];
    const tree = after === null || after === 'index' ? [] : [after];
    const asked = texts.flatMap((text) => ['-e', text]);
    const found = await git(root, ['grep', '-l', '-z', '-I', '-F', ...where, ...asked, ...tree, '--']);
    const paths = found.stdout
      .toString()
      .split('\0')
      .map((line) => (tree.length > 0 ? line.slice(line.indexOf(':') + 1) : line))
      .filter((path) => path && !changed.has(path) && isTestPath(path));
    const contents = await Promise.all(paths.slice(0, mostFiles).map((path) => contentOf(root, after, path)));
    return contents.filter((one) => one !== null);
  },
});

async function contentOf(root: string, after: Trees['after'], path: string) {
  if (after === null) {
    const content = await readFile(join(root, path), 'utf8').catch(() => null);
    return content === null ? null : { path, content };
  }
  const { code, stdout } = await git(root, ['cat-file', 'blob', `${after === 'index' ? '' : after}:${path}`]);
  return code === 0 ? { path, content: stdout.toString() } : null;
}

/** Looks for tests that seem lost in files that did not change: one that stands there too is no loss. */
export async function askRest({ files, tests, functions, context, input }: Comparison): Promise<void> {
  const missed = tests.lost.filter((one) => one.explained === null && /gone$/.test(one.fate));
  const names = missed.map((one) => one.test.name).filter((name) => name.length >= 8 && !name.includes('\n'));
  if (names.length === 0 || !input.rest) return;
  const found: FileModel[] = [];
  for (const { path, content } of await input.rest.holding(names.slice(0, mostNames))) {
    const model = unreadable(path, content) ? null : await readModel(path, content).catch(() => null);
    if (model) found.push(model);
  }
  if (found.length > 0) explainLosses(files, tests, functions, [...context, ...found]);
}
