import type { Analyst } from '../analyst/client.ts';
import { createMutator } from '../analyst/mutator.ts';
import { testNarrowing } from '../checks/narrowing/narrow-tests.ts';
import { filesAt } from '../checks/safeguards/project-files.ts';
import type { Mutator, TestedTree } from '../ports/index.ts';
import type { GitWorkspace } from '../workspace/index.ts';

const MAX_BYTES = 200_000;

/** Mutants of snapshots, and the tests that reach them. */
export function openMutator(
  analyst: Analyst,
  workspace: Pick<GitWorkspace, 'blobs' | 'texts' | 'fileAt' | 'paths'>,
): Mutator {
  let latest: { key: string; narrow: ReturnType<typeof testNarrowing> } | null = null;
  return {
    ...createMutator(analyst, workspace),
    narrow: async ({ path, ...tree }) => narrowing(tree).reaching(path),
    only: async ({ files, ...tree }) => narrowing(tree).only(files),
  };

  function narrowing({ commit, commands, folder }: TestedTree) {
    const key = [commit, folder, ...commands].join('\0');
    if (latest?.key !== key) {
      const tree = {
        paths: async () => Object.keys(await workspace.blobs(commit)),
        texts: (paths: readonly string[]) => textsAt(workspace, commit, paths),
        files: filesAt(workspace, commit),
      };
      latest = { key, narrow: testNarrowing(tree, commands, folder) };
    }
    return latest.narrow;
  }
}

async function textsAt(
  workspace: Pick<GitWorkspace, 'blobs' | 'texts'>,
  commit: string,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const blobs = await workspace.blobs(commit);
  const texts = await workspace.texts([...new Set(paths.map((path) => blobs[path] as string))], MAX_BYTES);
  return new Map(paths.map((path) => [path, texts.get(blobs[path] as string) ?? '']));
}
