import { join } from 'node:path';
import type { LoopEvent } from '../../../core/state/events.ts';
import type { LoopState } from '../../../core/state/state.ts';
import { ensureFolder } from '../../../system/files.ts';
import { appendInside, writeInside } from '../../../system/write-inside.ts';
import { iterationFilesOf, type ProjectedFile, recoveryFilesOf, restFiles, resultFile } from './projected-files.ts';
import { reflectionFiles } from './reflection-files.ts';

/** Where the files of a loop go, and what they hold that is not in its log. */
export interface ProjectionSources {
  /** The loop's folder in the state folder; the files are in `files` below it. */
  folder(state: LoopState): Promise<string>;
  /** The files that an iteration changed, with their content hashes; null if unknown. */
  artifacts?(state: LoopState, n: number): Promise<{ path: string; hash: string | null }[] | null>;
  /** All files in which the best iteration differs from the baseline; null if unknown. */
  applied?(state: LoopState): Promise<{ path: string }[] | null>;
  /** The report as one HTML file. */
  html?(state: LoopState): Promise<string>;
}

/** What people are shown when the loop ends or pauses: paths of files that were written. */
export interface ShownFiles {
  report: string;
  page: string | null;
  /** All that the check or the setup command printed that could not be measured; null if the loop did not end for it. */
  log: string | null;
  /** Where the loop's log and all its files are. */
  state: string;
}

/**
 * Writes the readable files of a loop to its folder in the state folder, where no tool of the project finds them; in the
 * project only a small text says where they are. They are a cache of the log: deleting them loses nothing, and a write
 * failure goes to `onProblem` but never fails the loop. Each iteration writes only its own files, so that the cost does
 * not grow; files across iterations are written when the loop ends or pauses, and the paths for people returned.
 */
export async function project(
  state: LoopState,
  event: LoopEvent,
  onProblem: (problem: string) => void,
  sources: ProjectionSources,
): Promise<ShownFiles | null> {
  try {
    const files = await filesFor(state, event, sources, onProblem);
    if (files.length === 0) return null;
    const folder = await sources.folder(state);
    const written = await writeAll(folder, files, onProblem);
    await writePointer(state, folder, written, onProblem);
    const report = files.find((file) => file.report)?.path;
    const page = written.has(PAGE) ? join(folder, FILES, PAGE) : null;
    return report && written.has(report)
      ? { report: join(folder, FILES, report), page, log: logIn(state, folder), state: folder }
      : null;
  } catch (error) {
    onProblem(`the readable files of ${state.id} could not be written: ${String(error)}`);
    return null;
  }
}

function logIn({ ended, iterations }: LoopState, folder: string): string | null {
  if (ended?.ending !== 'could-not-measure') return null;
  const verdicts = iterations.findLast((one) => one.verdicts)?.verdicts ?? [];
  const output = verdicts.find(
    ({ outcome, outputFile }) => outcome === 'unmeasured' && outputFile !== null,
  )?.outputFile;
  return output ? join(folder, output) : null;
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
  return [...pages, ...(html === undefined ? [] : [{ path: PAGE, text: html }])];
}

const FILES = 'files';
const PAGE = join('reports', 'report.html');
const LOOPS = join('.jumar', 'loops');

async function writeAll(folder: string, files: readonly ProjectedFile[], onProblem: (problem: string) => void) {
  await ensureFolder(folder);
  const written = new Set<string>();
  for (const { path, text, append } of files) {
    const problem = await (append ? appendInside : writeInside)(folder, join(FILES, path), text);
    if (problem === null) written.add(path);
    else onProblem(problem);
  }
  return written;
}

/**
 * Says in the project where the files are. A text is what linters, formatters, compilers and test runners leave alone; a link
 * they would follow. The folder has a .gitignore so that it never appears in `git status`, except loop types, which belong to the user.
 */
async function writePointer(
  { id, workspace }: LoopState,
  folder: string,
  written: ReadonlySet<string>,
  onProblem: (problem: string) => void,
) {
  const page = written.has(PAGE) ? [`page    ${join(folder, FILES, PAGE)}`] : [];
  const text = [`The files of ${id} are outside the project:`, '', ...page, `files   ${join(folder, FILES)}`, ''];
  const problem =
    (await writeInside(workspace.root, join(LOOPS, '.gitignore'), '*\n!*.yaml\n', true)) ??
    (await writeInside(workspace.root, join(LOOPS, `${id}.txt`), text.join('\n')));
  if (problem !== null) onProblem(problem);
}
