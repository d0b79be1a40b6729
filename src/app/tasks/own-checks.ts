import { loadSettings } from '../../config/load.ts';
import type { Criterion } from '../../core/criteria/criterion.ts';
import { parseCriteria } from '../../core/criteria/parse.ts';
import { detectProject } from '../../project/detect.ts';
import { UsageError } from '../../system/usage-error.ts';
import type { AppContext } from '../context.ts';

/** The project's own checks: those of its configuration, else its test command; none if it has neither. */
export async function ownChecks(context: AppContext, here: { root: string; cwd: string }): Promise<Criterion[]> {
  const { settings } = await loadSettings(context.env, here, { source: 'the command line', values: {} });
  const project = await detectProject(here.root, here.cwd);
  const named = settings.verify.criteria;
  const texts = named.length > 0 ? named : project.test ? [`\`${project.test.command}\``] : [];
  const { criteria, refusals } = parseCriteria(texts, project);
  const [refusal] = refusals;
  if (refusal) throw new UsageError(`verify.criteria: '${refusal.text}' cannot be a criterion: ${refusal.reason}`);
  return criteria.map((criterion) =>
    'command' in criterion ? { ...criterion, text: criterion.text.replaceAll('`', '') } : criterion,
  );
}
