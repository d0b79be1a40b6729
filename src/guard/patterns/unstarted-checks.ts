import type { TreeComparison } from '../align/compare.ts';
import { settingBefore, settingNow } from '../config/delta.ts';
import { type ConfigFact, ofKind } from '../config/fact.ts';
import { because } from '../finding/circumstances.ts';
import { lossOf } from '../finding/loss.ts';
import type { Loss } from '../finding/types.ts';
import { changedCommands, commandLoss, isRun } from './check-commands.ts';
import { commandsIn } from './check-removal.ts';

/** Workflows that still have their checks, but that no change starts any more. */
export const unstartedChecks = ({ config }: TreeComparison): Loss[] =>
  config.flatMap((delta) => {
    const { path, before, after } = delta;
    const starts = (facts: ConfigFact[], when: RegExp): string[] =>
      ofKind(facts, 'check').flatMap(({ name }) => (when.test(name) ? [name] : []));
    const [triggersBefore, triggersNow] = [starts(before, byChange), starts(after, byChange)];
    const remainingCheck = commandsIn(after).find((text) => isRun(text) && commandsIn(before).includes(text));
    if (triggersBefore.length === 0 || !remainingCheck || starts(after, /^starts on workflow_call$/).length > 0)
      return [];
    const proposals = triggersBefore.filter((name) => /pull_request/.test(name) && !triggersNow.includes(name));
    if (
      triggersNow.length > 0 &&
      (proposals.length === 0 || triggersNow.some((name) => /pull_request|merge_group/.test(name)))
    )
      return [];
    const places = [
      settingBefore(delta, triggersBefore.join('\n'), triggersBefore[0]!.split(' ').at(-1)!),
      settingNow(delta, starts(after, /^starts on /).join('\n'), 'on:'),
    ] as const;
    const by = triggersNow.length > 0 ? 'pull request' : 'change';
    const loss = because(
      lossOf(...places, ['not-started', by, remainingCheck], [remainingCheck, path]),
      'never-started',
      triggersNow.length > 0 && 'only-proposals',
      starts(after, /schedule$/).length > 0 && 'on-schedule',
    );
    return [loss];
  });

const byChange = /^starts on (push|pull_request(_target)?|merge_group)$/;

const measures =
  /\s--(coverage|cov|collectCoverage|experimental-test-coverage)\b(?!=false)|\s-cover(profile|mode|pkg)?\b|\b(nyc|c8|cargo (tarpaulin|llvm-cov))\b|\bcoverage run\b|\bjacoco:/;

/** Test runs that remain but no longer measure coverage, so that no threshold applies. */
export const unmeasuredRuns = ({ config }: TreeComparison): Loss[] => {
  const times = (side: 'before' | 'after'): number =>
    config.reduce((sum, one) => sum + commandsIn(one[side]).filter((text) => measures.test(` ${text}`)).length, 0);
  if (times('after') >= times('before')) return [];
  return config.flatMap((delta) =>
    changedCommands(delta).flatMap(({ name, from, to }) =>
      measures.test(` ${from}`) && isRun(to) && !measures.test(` ${to}`)
        ? [because(commandLoss(delta, from, to, ['coverage-unmeasured', name]), 'no-longer-measured')]
        : [],
    ),
  );
};
