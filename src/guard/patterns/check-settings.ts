import type { TreeComparison } from '../align/compare.ts';
import { settingBefore, settingNow } from '../config/delta.ts';
import { type ConfigFact, ofKind } from '../config/fact.ts';
import { because } from '../finding/circumstances.ts';
import { atFile, lossOf } from '../finding/loss.ts';
import type { Loss } from '../finding/types.ts';

export function loosenedOptions({ config }: TreeComparison): Loss[] {
  const oldOptions = new Set(
    config.flatMap((one) => ofKind(one.before, 'strict').map(({ name, on }) => optionOf(name, on))),
  );
  return config.flatMap((delta) => {
    const { path, before, after, change } = delta;
    if (change.before === null || change.after === null) return [];
    const of = (facts: ConfigFact[]): Map<string, boolean> =>
      new Map(ofKind(facts, 'strict').map(({ name, on }) => [name, on]));
    const old = of(before);
    const now = of(after);
    const lost = [...old]
      .filter(([name, on]) => on && now.get(name) === false && !isExcepted(name, old, now))
      .map(([name]) => name);
    const newlyOff = [...now]
      .filter(
        ([name, on]) =>
          !on &&
          !old.has(name) &&
          !oldOptions.has(optionOf(name, on)) &&
          (now.get('strict') === true || !/tsconfig/.test(path)) &&
          !/^not not/.test(name) &&
          !isToolNew(name, config) &&
          !isExcepted(name, old, now) &&
          (/^not /.test(name) || /tsconfig|mypy|pytest|enabled|gradle|test/i.test(`${path} ${name}`)),
      )
      .map(([name]) => name);
    const dropped = [...old]
      .filter(
        ([name, on]) =>
          on &&
          !now.has(name) &&
          !/^not /.test(name) &&
          (name === 'strict' || (now.get('strict') !== true && old.get('strict') !== true)) &&
          now.size > 0,
      )
      .map(([name]) => name);
    const all = [...lost, ...newlyOff, ...dropped];
    if (all.length === 0) return [];
    const key = all[0]!.replace(/^not /, '').split('.').at(-1)!;
    const states = (state: string): string => all.map((name) => `${name}: ${state}`).join('\n');
    const places = [settingBefore(delta, states('on'), key), settingNow(delta, states('off'), key)] as const;
    return [
      because(
        lossOf(...places, ['options-off', all], [...all, path]),
        lost.length === 0 && 'came-new',
        // `strict` covers all options; a single one may be implied by another.
        !all.some((name) => /\bstrict$/.test(name)) && 'other-option',
        lost.length + newlyOff.length === 0 && 'only-dropped',
      ),
    ];
  });
}

/** The same change switches the option on for everything except this section. */
const isExcepted = (name: string, old: Map<string, boolean>, now: Map<string, boolean>): boolean =>
  [...now].some(([other, on]) => on && old.get(other) !== true && optionOf(other, false) === optionOf(name, false));

/** The change introduces the option's tool: what starts loose was not loosened. */
function isToolNew(name: string, config: TreeComparison['config']): boolean {
  const tool = /\b(mypy|pyright|pytest|nyc|c8|jest|vitest|biome)\b/.exec(name.replace(/[._-]/g, ' '))?.[1];
  return (
    tool !== undefined &&
    !config.some(
      ({ change }) => change.before !== null && (change.oldPath ?? change.path).concat(change.before).includes(tool),
    )
  );
}

/** The option itself, regardless of its file or section. */
const optionOf = (name: string, on: boolean): string =>
  `${/^not /.test(name)} ${name.split('.').at(-1)!.replace(/^not /, '')} ${on}`;

/** A rule that is on for some files and off for others was not switched off. */
const isOnSomewhere = (facts: ConfigFact[], name: string): boolean =>
  ofKind(facts, 'rule').some((fact) => fact.name === name && fact.level > 0);

export function rulesOff({ config }: TreeComparison): Loss[] {
  const everywhere = new Set(config.flatMap((one) => namesIn(one.after)));
  return config.flatMap((delta) => {
    const { path, before, after, change } = delta;
    if (change.before === null || change.after === null) return [];
    const levels = (facts: ConfigFact[]): Map<string, number> =>
      new Map(ofKind(facts, 'rule').map(({ name, level }) => [name, level]));
    const old = levels(before);
    const now = levels(after);
    const off = [...old].filter(([name, level]) => level > 0 && (now.get(name) ?? level) === 0).map(([name]) => name);
    const newlyOff = [...now]
      .filter(
        ([name, level]) =>
          level === 0 && !old.has(name) && !isOnSomewhere(after, name) && !/^filterwarnings ./.test(name),
      )
      .map(([name]) => name);
    const downgraded = [...old].filter(([name, level]) => level === 2 && now.get(name) === 1).map(([name]) => name);
    const unlisted = namesIn(before).filter((name) => !everywhere.has(name));
    const fresh = namesIn(after).filter((name) => !namesIn(before).includes(name));
    const lost = unlisted.length > fresh.length && !fresh.includes('rule ALL') ? unlisted : [];
    const losses: Loss[] = [];
    const report = (names: string[], what: string, extra: Partial<Loss> = {}): void => {
      if (names.length === 0) return;
      const place = settingBefore(
        delta,
        names.join('\n'),
        names[0]!.replace(/^(linter|rule|hook|extends|tests in) /, ''),
      );
      losses.push({ ...lossOf(place, atFile(path), ['rules-changed', names, what], [...names, path]), ...extra });
    };
    report(off, 'switched off', {
      ...(/filterwarnings/.test(off[0] ?? '') ? { kind: 'error_suppression' as const } : {}),
    });
    report(lost, 'no longer runs', {
      ...(lost.some((name) => name.startsWith('tests in ')) ? { kind: 'test_skipping' as const } : {}),
      ...(!lost.some((name) => isTestFolderRemoved(name, path, after, config)) && {
        evidence: ['only-unlisted' as const],
      }),
    });
    report(newlyOff, 'newly switched off');
    report(downgraded, 'only warns now');
    const env = (facts: ConfigFact[]): string[] =>
      ofKind(facts, 'command').flatMap(({ name, text }) =>
        /^env /.test(name) && /-D ?warnings|-Werror/.test(text) ? [name] : [],
      );
    const remainingEnv = new Set(env(after));
    const droppedDenials = env(before).filter((name) => !remainingEnv.has(name));
    if (droppedDenials.length > 0) report(droppedDenials, 'no longer denies warnings', { kind: 'error_suppression' });
    return losses;
  });
}

/**
 * Rules, presets and hooks that are no longer listed usually moved to another preset, file or base. But a list of test
 * folders that loses one of them runs fewer tests.
 */
const isTestFolderRemoved = (
  name: string,
  path: string,
  after: ConfigFact[],
  config: TreeComparison['config'],
): boolean =>
  name.startsWith('tests in ') &&
  namesIn(after).some((one) => one.startsWith('tests in ')) &&
  !isRunElsewhere(name, path, config);

/** Another changed file names the tool more often than before: it runs from there. */
function isRunElsewhere(name: string, path: string, config: TreeComparison['config']): boolean {
  const tool = name.replace(/^(linter|rule|hook|extends|tests in) /, '');
  const times = (text: string | null): number => text?.split(tool).length ?? 1;
  return config.some((one) => one.path !== path && times(one.change.after) > times(one.change.before));
}

const namesIn = (facts: ConfigFact[]): string[] =>
  ofKind(facts, 'check').flatMap(({ name }) => (/^(linter|rule|hook|extends|tests in) /.test(name) ? [name] : []));
