import type { NarrowedTests } from '../../ports/index.ts';
import { invocationsIn } from '../../project/invocations.ts';
import { narrowCommand } from '../../project/narrow-command.ts';
import { isCode } from '../safeguards/module-imports.ts';
import { packageScripts } from '../safeguards/package-scripts.ts';
import type { ProjectFiles } from '../safeguards/project-files.ts';
import { isTestFile, testsReaching } from './reaching-tests.ts';

/** A tree whose tests are to run in part. */
export interface TreeOfTests {
  /** All paths, and the texts of these. */
  paths(): Promise<readonly string[]>;
  texts(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
  files: ProjectFiles;
}

const MAX_MODULES = 4000;
/** More than a command line should hold. */
const MAX_NAMED = 200;

/** Commands that run only some test files; see the port for when they are null. */
export function testNarrowing(tree: TreeOfTests, commands: readonly string[], folder: string) {
  let reaching: Promise<{ of: (path: string) => string[]; all: string[] } | null> | null = null;
  const read = async () => {
    const code = (await tree.paths()).filter(isCode);
    if (code.length > MAX_MODULES) return null;
    return { of: testsReaching(await tree.texts(code)), all: code.filter(isTestFile) };
  };
  const within = (path: string) =>
    folder === '' ? path : path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null;
  const narrowed = async (near: readonly string[], files: readonly string[], all: readonly string[]) => {
    const found = new Map<string, string>();
    for (const command of commands) {
      const script = await scriptOf(command, tree.files, folder);
      const other = script === undefined ? null : narrowCommand(command, script, near, all);
      if (other !== null) found.set(command, other);
    }
    return found.size > 0 ? { commands: found, files } : null;
  };
  const known = () => {
    reaching ??= read();
    return reaching;
  };
  const allOf = (found: { all: string[] } | null) => (found?.all ?? []).flatMap((one) => within(one) ?? []);
  const only = async (files: readonly string[]): Promise<NarrowedTests | null> => {
    const found = await known();
    const near = files.flatMap((one) => within(one) ?? []);
    const isPart = near.length === files.length && files.length < (found?.all.length ?? 0) && files.length <= MAX_NAMED;
    return isPart && near.length > 0 ? narrowed(near, files, allOf(found)) : null;
  };
  return {
    /** The tests that reach a source file, or all of them up to the first that fails. */
    async reaching(path: string): Promise<NarrowedTests | null> {
      const found = await known();
      return (await only(found?.of(path) ?? [])) ?? narrowed([], [], allOf(found));
    },
    /** These test files. */
    only,
  };
}

/** The one line of the package script behind a command; null if it runs none, undefined if there are several. */
async function scriptOf(command: string, files: ProjectFiles, folder: string): Promise<string | null | undefined> {
  const found = await Promise.all(invocationsIn(command).map((one) => packageScripts(one, files, folder || '.')));
  const lines = found.flat().flatMap((script) => script.lines);
  return lines.length > 1 ? undefined : (lines[0] ?? null);
}
