import { oneLine } from '../text/one-line.ts';
import type { IterationContext } from './notes.ts';
import { pathList } from './path-list.ts';

/** One or two sentences on an iteration from what was recorded of it. */
export function summaryByRules({
  agentProblem,
  filesChanged,
  rolledBack,
  checks,
}: Omit<IterationContext, 'summary'>): string {
  const change = filesChanged.count === 0 ? 'Nothing was changed' : `Changed ${oneLine(pathList(filesChanged), 120)}`;
  const agent = agentProblem === null ? '' : ` (the agent: ${oneLine(agentProblem, 80)})`;
  const failed = checks.filter(({ outcome }) => outcome !== 'pass');
  const first = failed[0];
  if (!first) return `${change}${agent}; every check passed.`;
  const failure = first.failures[0];
  const error = failure
    ? `, first: ${oneLine([failure.name, failure.message, failure.location].filter(Boolean).join(' — '), 140)}`
    : '';
  const others =
    failed.length > 1
      ? `; nor did ${failed
          .slice(1, 4)
          .map(({ text }) => oneLine(text, 60))
          .join(', ')}`
      : '';
  const more = failed.length > 4 ? ` and ${failed.length - 4} more` : '';
  const undone = rolledBack === null ? '' : ' It was rolled back.';
  return `${change}${agent}; ${oneLine(first.metric ? first.text : (first.command ?? first.text), 60)} did not pass (${oneLine(first.reason, 80)})${error}${others}${more}.${undone}`;
}
