import type { Comparison } from '../compare.ts';
import { lineHolding } from '../config/delta.ts';
import type { Fact } from '../config/facts.ts';
import type { Hit } from '../types.ts';
import { changedCommands, commandHit, isRun } from './check-commands.ts';
import { commandsIn } from './check-removal.ts';

/** Workflows that hold their checks as before, but that no change starts any more. */
export const sleepingChecks = ({ config }: Comparison): Hit[] =>
  config.flatMap(({ path, before, after, change }) => {
    const starts = (facts: Fact[], when: RegExp): string[] =>
      facts.flatMap((fact) => (fact.kind === 'check' && when.test(fact.name) ? [fact.name] : []));
    const [had, has] = [starts(before, byChange), starts(after, byChange)];
    const kept = commandsIn(after).find((text) => isRun(text) && commandsIn(before).includes(text));
    if (had.length === 0 || !kept || starts(after, /^starts on workflow_call$/).length > 0) return [];
    const proposals = had.filter((name) => /pull_request/.test(name) && !has.includes(name));
    if (has.length > 0 && (proposals.length === 0 || has.some((name) => /pull_request|merge_group/.test(name))))
      return [];
    return [
      {
        before: { path: change.oldPath ?? path, line: lineHolding(change.before, had[0]!.split(' ').at(-1)!) },
        after: { path, line: lineHolding(change.after, 'on:') },
        excerptBefore: had.join('\n'),
        excerptAfter: starts(after, /^starts on /).join('\n'),
        why: `No ${has.length > 0 ? 'pull request' : 'change'} starts "${kept.slice(0, 80)}" any more.`,
        names: [kept, path],
        asleep: true,
        ...(has.length > 0
          ? { severity: 'medium' as const, confidence: 0.5 }
          : starts(after, /schedule$/).length > 0
            ? { severity: 'medium' as const, confidence: 0.6 }
            : {}),
      },
    ];
  });

const byChange = /^starts on (push|pull_request(_target)?|merge_group)$/;

const measures =
  /\s--(coverage|cov|collectCoverage|experimental-test-coverage)\b(?!=false)|\s-cover(profile|mode|pkg)?\b|\b(nyc|c8|cargo (tarpaulin|llvm-cov))\b|\bcoverage run\b|\bjacoco:/;

/** Runs of tests that stay, but no longer measure what they cover, so that no threshold holds. */
export const unmeasuredRuns = ({ config }: Comparison): Hit[] => {
  const times = (side: 'before' | 'after'): number =>
    config.reduce((sum, one) => sum + commandsIn(one[side]).filter((text) => measures.test(` ${text}`)).length, 0);
  if (times('after') >= times('before')) return [];
  return config.flatMap((delta) =>
    changedCommands(delta).flatMap(({ name, from, to }) =>
      measures.test(` ${from}`) && isRun(to) && !measures.test(` ${to}`)
        ? [
            {
              ...commandHit(delta, from, to, `"${name}" no longer measures coverage.`),
              severity: 'medium' as const,
              confidence: 0.6,
            },
          ]
        : [],
    ),
  );
};
