import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Verdict } from '../../core/criteria/verdict.ts';
import { passedVariables } from '../../core/verification/passed-variables.ts';
import type { Checker, CheckRequest } from '../../ports/index.ts';
import { readTail } from '../../process/tail.ts';
import { leftOutVariables } from '../../project/check-environment.ts';
import { statIfThere } from '../../system/stat-if-there.ts';
import { missingFiles } from './missing-files.ts';
import { refusedPaths, withoutRefusedWrite } from './refused-writes.ts';
import { staleOutput } from './stale-output.ts';

export interface AdviceSource {
  env: NodeJS.ProcessEnv;
  /** The workspace and the room's tree; null: checks run in the workspace. */
  trees: { workspace: string; room: string } | null;
  /** What came since the loop began where programs and settings are looked for, and is hidden from checks. */
  hidden(): readonly string[];
  /** Whether no agent has worked on what is checked: only then do its words name variables of the user's. */
  isBaseline(): boolean;
}

const TAIL_BYTES = 64 * 1024;
const EXAMPLES = ['.env.example', '.env.sample', '.env.template'];
const MAX_NAMES = 5;

/** Says of checks that do not hold what they may miss here: variables, ignored files, places to write to. */
export function advisedChecker(checker: Checker, source: AdviceSource): Checker {
  return {
    async verify(request, signal) {
      const result = await checker.verify(request, signal);
      const verdicts: Verdict[] = [];
      for (const verdict of result.verdicts) {
        const output = verdict.outcome === 'pass' ? '' : await outputOf(verdict, request);
        const advice = verdict.outcome === 'pass' ? [] : await adviceFor(verdict, output, request, source);
        const judged =
          source.trees && source.isBaseline()
            ? withoutRefusedWrite(verdict, output, source.trees, source.env)
            : verdict;
        verdicts.push(advice.length > 0 ? { ...judged, advice } : judged);
      }
      return { ...result, verdicts };
    },
  };
}

async function outputOf({ criterion, outputFile }: Verdict, request: CheckRequest): Promise<string> {
  if (outputFile === null) return '';
  return await readTail(request.outputPath(criterion).absolute, TAIL_BYTES).catch(() => '');
}

async function adviceFor(
  verdict: Verdict,
  output: string,
  request: CheckRequest,
  source: AdviceSource,
): Promise<string[]> {
  const criterion = request.criteria.find(({ id }) => id === verdict.criterion);
  // A file that a criterion asks for, or its command names, is missing without a word.
  if (criterion && 'path' in criterion)
    return source.trees ? fileAdvice(`not found: ${criterion.path}`, source.trees) : [];
  if (verdict.outputFile === null) return [];
  const command = criterion && 'command' in criterion ? criterion.command : '';
  return [
    ...(source.isBaseline() ? await variableAdvice(`${command}\n${output}`, request, source) : []),
    ...(source.trees ? fileAdvice(`${output}\nnot found: ${command.replaceAll('\n', ' ')}`, source.trees) : []),
    ...(source.trees && !source.isBaseline() ? staleAdvice(`${command}\n${output}`, source.trees) : []),
    ...hiddenAdvice(source.hidden()),
    ...writeAdvice(output),
  ];
}

function hiddenAdvice(paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  return [
    `${listed(paths)}: outside of the project, and there only since the loop began, so checks do not see ${paths.length === 1 ? 'it' : 'them'}; ` +
      'if checks need it, put it into the project, or start a new loop',
  ];
}

async function variableAdvice(text: string, { root, settings, criteria }: CheckRequest, { env }: AdviceSource) {
  const files = EXAMPLES.map((name) => readFile(join(root, name), 'utf8').catch(() => ''));
  const names = leftOutVariables(
    env,
    passedVariables(settings, criteria),
    [text, ...(await Promise.all(files))].join('\n'),
  );
  if (names.length === 0) return [];
  return [
    `${listed(names)}: set in your environment, but checks do not get ${names.length === 1 ? 'it' : 'them'}; ` +
      `to pass on: checks.env: [${names.slice(0, MAX_NAMES).join(', ')}]`,
  ];
}

function fileAdvice(output: string, { workspace, room }: { workspace: string; room: string }): string[] {
  const paths = missingFiles(output, workspace, room);
  const [first] = paths;
  if (first === undefined) return [];
  const isDependency = /(?:^|\/)(?:node_modules|site-packages|vendor)\//.test(first);
  return [
    isDependency
      ? `${listed(paths)}: installed in the workspace, but not where checks run; give a --setup that installs it`
      : `${listed(paths)}: in the workspace, but git ignores it, so checks do not see it; ${waysOut(first, workspace)}`,
  ];
}

function staleAdvice(text: string, { workspace, room }: { workspace: string; room: string }): string[] {
  const paths = staleOutput(text, workspace, room);
  const [first] = paths;
  if (first === undefined) return [];
  return [
    `${listed(paths)}: built in the workspace, but git ignores it, so checks use an older build; ${waysOut(first, workspace)}`,
  ];
}

function waysOut(path: string, workspace: string): string {
  const isFolder = statIfThere(join(workspace, path))?.isDirectory();
  return `put what makes it into the checks (--until), or set room.carry: ["${isFolder ? `${path}/**` : path}"]`;
}

/** A path in a message about a place that checks may not write to. */
function writeAdvice(output: string): string[] {
  const paths = refusedPaths(output);
  if (paths.length === 0) return [];
  return [`${listed(paths)}: checks may write there only with room.writable`];
}

function listed(names: readonly string[]): string {
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return `${names.slice(0, MAX_NAMES).join(', ')}${more}`;
}
