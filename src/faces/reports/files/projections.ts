import { join } from 'node:path';
import type { LoopEvent } from '../../../core/state/events.ts';
import type { LoopState } from '../../../core/state/state.ts';
import { appendInside, writeInside } from '../../../system/write-inside.ts';
import { iterationFilesOf, type ProjectedFile, recoveryFilesOf, restFiles, resultFile } from './projected-files.ts';
import { reflectionFiles } from './reflection-files.ts';

/** Data for the files of a loop that is not in its log. */
export interface ProjectionSources {
  /** The files that an iteration changed, with their content hashes; null if unknown. */
  artifacts?(state: LoopState, n: number): Promise<{ path: string; hash: string | null }[] | null>;
  /** All files in which the best iteration differs from the baseline; null if unknown. */
  applied?(state: LoopState): Promise<{ path: string }[] | null>;
  /** The report as one HTML file. */
  html?(state: LoopState): Promise<string>;
}

/**
 * Writes the readable files of a loop to `.jumar/loops/<id>/` in the project. They are a cache of the log: deleting them
 * loses nothing, and a write failure goes to `onProblem` but never fails the loop. Each iteration writes only its own
 * files, so that the cost does not grow; files across iterations are written when the loop ends or pauses. Returns the
 * path of the report then.
 */
export async function project(
  state: LoopState,
  event: LoopEvent,
  onProblem: (problem: string) => void = () => {},
  sources: ProjectionSources = {},
): Promise<string | null> {
  try {
    const files = await filesFor(state, event, sources, onProblem);
    if (files.length === 0) return null;
    const written = await writeAll(state, files, onProblem);
    const report = files.find((file) => file.report);
    return report && written.has(report.path) ? join(state.workspace.root, LOOPS, state.id, report.path) : null;
  } catch (error) {
    onProblem(`the files in ${join(LOOPS, state.id)} could not be written: ${String(error)}`);
    return null;
  }
}

async function filesFor(
  state: LoopState,
  event: LoopEvent,
  sources: ProjectionSources,
  onProblem: (problem: string) => void,
): Promise<ProjectedFile[]> {
  if (event.type === 'iteration-judged') {
    const artifacts = (await sources.artifacts?.(state, event.iteration)) ?? null;
    return [...iterationFilesOf(state, event.iteration, artifacts), ...(await reflectionFiles(state, event.iteration))];
  }
  if (event.type === 'recovery-adapted') return recoveryFilesOf(state, event.iteration);
  if (event.type === 'finding-marked') return [resultFile(state)];
  if (event.type !== 'loop-ended' && event.type !== 'loop-paused') return [];
  const html = await (event.type === 'loop-ended' ? sources.html?.(state) : undefined)?.catch((error: unknown) => {
    onProblem(`the HTML report could not be written: ${String(error)}`);
    return undefined;
  });
  const applied = (await sources.applied?.(state))?.map(({ path }) => path) ?? null;
  const pages = [...restFiles(state, applied), ...(await reflectionFiles(state, null))];
  return [...pages, ...(html === undefined ? [] : [{ path: join('reports', 'report.html'), text: html }])];
}

const LOOPS = join('.jumar', 'loops');

/** The folder has a .gitignore so that it never appears in `git status`, except loop types, which belong to the user. */
async function writeAll(state: LoopState, files: readonly ProjectedFile[], onProblem: (problem: string) => void) {
  const { root } = state.workspace;
  const written = new Set<string>();
  const refused = await writeInside(root, join(LOOPS, '.gitignore'), '*\n!*.yaml\n', true);
  if (refused !== null) {
    onProblem(refused);
    return written;
  }
  for (const { path, text, append } of files) {
    const fullPath = join(LOOPS, state.id, path);
    const problem = await (append ? appendInside : writeInside)(root, fullPath, text);
    if (problem === null) written.add(path);
    else onProblem(problem);
  }
  return written;
}
