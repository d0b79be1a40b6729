import type { LoopState } from '../core/state/state.ts';
import { foldLog } from '../loop/open-loop.ts';
import { findLoop } from '../store/find-loop.ts';
import { stateHome } from '../store/home.ts';
import type { Project } from '../store/layout.ts';
import { StoreError } from '../system/errors.ts';
import { openWorkspace } from '../workspace/index.ts';
import type { AppContext } from './context.ts';
import { openLoopLog } from './loop-log.ts';
import { projectHere } from './project-here.ts';

/**
 * A log that somebody edited says nothing about the tree in the workspace, which may be a cheat's. Adds to such an error
 * which iteration the tree is, by what was recorded before the edit, and how to get at a tree that was checked.
 */
export async function explainTampering(error: unknown, project: Project, state: LoopState | null): Promise<unknown> {
  if (!(error instanceof StoreError) || !TAMPERED.has(error.code) || state === null) return error;
  const words = await treeWords(project, state).catch(() => null);
  if (words === null) return error;
  return new StoreError(error.code, error.message, [error.hint, ...words].filter(Boolean).join('\n  '), {
    cause: error,
  });
}

/** The same for a command that could not read the loop. */
export async function explainUnreadable(
  context: AppContext,
  loop: string | undefined,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof StoreError) || !TAMPERED.has(error.code)) return error;
  const home = await stateHome(context.env);
  const entry = await findLoop(home, await projectHere(context, home), loop ?? null);
  const { state } = await foldLog(openLoopLog(entry));
  return explainTampering(error, entry.project, state);
}

const TAMPERED = new Set<string>(['tampered', 'damaged']);

async function treeWords({ shadow, root }: Project, state: LoopState): Promise<string[]> {
  const name = `found-${state.lastSeq}`;
  const workspace = await openWorkspace({ shadow, root, loop: state.id });
  const { tree } = await workspace.snapshot(`${state.id}/${name}`, null);
  const same = state.iterations.find(({ snapshot }) => snapshot?.tree === tree);
  const checked = state.iterations[state.best ?? 0] ?? state.iterations[0];
  const commit = checked?.snapshot?.commit;
  return [
    same
      ? `the working tree is that of iteration ${same.n}${same.n === 0 ? ', the baseline' : ''}`
      : 'the working tree is that of no iteration that was recorded before: look at it before you use it',
    ...(commit
      ? [
          `iteration ${checked?.n} is the best that is recorded; to get its files: ` +
            `git --git-dir '${shadow}' archive ${commit} | tar -x -C <an empty folder>`,
        ]
      : []),
  ];
}
