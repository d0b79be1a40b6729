import type { Criterion } from '../core/criteria/criterion.ts';
import { inferCriteria, whyNotInferred } from '../core/criteria/infer.ts';
import { parseCriteria } from '../core/criteria/parse.ts';
import type { CriterionRefusal, ProjectCommands } from '../core/criteria/project.ts';
import { suggestions } from '../core/criteria/suggest.ts';
import type { Settings } from '../core/state/settings.ts';
import type { LoopState } from '../core/state/state.ts';
import { detectProject } from '../project/detect.ts';
import { UsageError } from '../system/usage-error.ts';
import { withThresholds } from './custom-criteria.ts';

export interface ChosenCriteria {
  criteria: Criterion[];
  /** For this task, in flags, its loop type or its words; in the settings, which are not about it; or found in the project, for want of one. */
  from: LoopState['criteriaFrom'];
}

/** From the flags, else the configuration, else the task or the project's test command. Throws if one cannot be checked. */
export async function chooseCriteria(
  workspace: { root: string; cwd: string },
  task: string,
  flags: readonly string[],
  settings: Settings,
): Promise<ChosenCriteria> {
  const project = await detectProject(workspace.root, workspace.cwd);
  const requested = withThresholds(flags.length > 0 ? flags : settings.verify.criteria, settings);
  if (requested.length > 0) {
    const { criteria, refusals } = parseCriteria(requested, project);
    if (refusals.length > 0) throw refused(refusals);
    return { criteria, from: flags.length > 0 || asksForThem(task, criteria, project) ? 'named' : 'settings' };
  }
  const inferred = inferCriteria(task, project);
  if (inferred) return { criteria: inferred.criteria, from: inferred.named ? 'named' : 'found' };
  const why = whyNotInferred(task, project);
  const problem =
    why === null ? 'none found in the task or the project' : `the one that the task names cannot run: ${why}`;
  throw new UsageError(`no criterion given, and ${problem}`, hint(task, project));
}

/** "make npm test pass" asks for nothing but the check that the settings name, too. */
function asksForThem(task: string, criteria: readonly Criterion[], project: ProjectCommands): boolean {
  const inferred = inferCriteria(task, project);
  const texts = criteria.map(({ text }) => text);
  return inferred?.named === true && inferred.criteria.every(({ text }) => texts.includes(text));
}

function refused(refusals: readonly CriterionRefusal[]): UsageError {
  const message = refusals.map(({ text, reason }) => `'${text}' cannot be a criterion: ${reason}`).join('\n       ');
  const ideas = [...new Set(refusals.flatMap((refusal) => refusal.suggestions))];
  return new UsageError(message, ideas.length > 0 ? `try one of:\n    ${ideas.map(asFlag).join('\n    ')}` : null);
}

function hint(task: string, project: ProjectCommands): string {
  const ideas = suggestions(task, project);
  return `say how to check it, for example:\n    ${ideas.map(asFlag).join('\n    ')}`;
}

function asFlag(criterion: string): string {
  return `--until "${criterion.replaceAll('"', '\\"')}"`;
}
