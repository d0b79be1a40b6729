import type { Comparison } from '../compare.ts';
import { lineHolding } from '../config/delta.ts';
import type { Fact } from '../config/facts.ts';
import type { Hit } from '../types.ts';

export function loosened({ config }: Comparison): Hit[] {
  const had = new Set(
    config.flatMap((one) =>
      one.before.flatMap((fact) => (fact.kind === 'strict' ? [optionOf(fact.name, fact.on)] : [])),
    ),
  );
  return config.flatMap(({ path, before, after, change }) => {
    if (change.before === null || change.after === null) return [];
    const of = (facts: Fact[]): Map<string, boolean> =>
      new Map(facts.flatMap((fact) => (fact.kind === 'strict' ? [[fact.name, fact.on] as const] : [])));
    const old = of(before);
    const now = of(after);
    const lost = [...old]
      .filter(([name, on]) => on && now.get(name) === false && !isExcepted(name, old, now))
      .map(([name]) => name);
    const born = [...now]
      .filter(
        ([name, on]) =>
          !on &&
          !old.has(name) &&
          !had.has(optionOf(name, on)) &&
          (now.get('strict') === true || !/tsconfig/.test(path)) &&
          !/^not not/.test(name) &&
          !isSetUpHere(name, config) &&
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
    const all = [...lost, ...born, ...dropped];
    if (all.length === 0) return [];
    const sure = lost.length + born.length > 0;
    return [
      {
        before: {
          path: change.oldPath ?? path,
          line: lineHolding(change.before, all[0]!.replace(/^not /, '').split('.').at(-1)!),
        },
        after: { path, line: lineHolding(change.after, all[0]!.replace(/^not /, '').split('.').at(-1)!) },
        excerptBefore: all.map((name) => `${name}: on`).join('\n'),
        excerptAfter: all.map((name) => `${name}: off`).join('\n'),
        why: `${all.join(', ')} ${all.length === 1 ? 'is' : 'are'} no longer on.`,
        names: [...all, path],
        ...(lost.length === 0 ? { isNew: true } : {}),
        // `strict` stands for all of them; a single one may be asked for by another
        ...(all.some((name) => /\bstrict$/.test(name))
          ? {}
          : { doubt: 'But another option or file may ask for as much.' }),
        ...(sure ? {} : { severity: 'medium' as const, confidence: 0.55 }),
      },
    ];
  });
}

/** The option is switched on in the same change, for all but this section. */
const isExcepted = (name: string, old: Map<string, boolean>, now: Map<string, boolean>): boolean =>
  [...now].some(([other, on]) => on && old.get(other) !== true && optionOf(other, false) === optionOf(name, false));

/** The tool that the option is of is spoken of for the first time: what starts loose was not loosened. */
function isSetUpHere(name: string, config: Comparison['config']): boolean {
  const tool = /\b(mypy|pyright|pytest|nyc|c8|jest|vitest|biome)\b/.exec(name.replace(/[._-]/g, ' '))?.[1];
  return (
    tool !== undefined &&
    !config.some(
      ({ change }) => change.before !== null && (change.oldPath ?? change.path).concat(change.before).includes(tool),
    )
  );
}

/** The option itself, whatever file or section it stands in. */
const optionOf = (name: string, on: boolean): string =>
  `${/^not /.test(name)} ${name.split('.').at(-1)!.replace(/^not /, '')} ${on}`;

/** A rule that is on for some files and off for others was not switched off. */
const isOnSomewhere = (facts: Fact[], name: string): boolean =>
  facts.some((fact) => fact.kind === 'rule' && fact.name === name && fact.level > 0);

export function rulesOff({ config }: Comparison): Hit[] {
  const everywhere = new Set(config.flatMap((one) => namesIn(one.after)));
  return config.flatMap(({ path, before, after, change }) => {
    if (change.before === null || change.after === null) return [];
    const levels = (facts: Fact[]): Map<string, number> =>
      new Map(facts.flatMap((fact) => (fact.kind === 'rule' ? [[fact.name, fact.level] as const] : [])));
    const old = levels(before);
    const now = levels(after);
    const off = [...old].filter(([name, level]) => level > 0 && (now.get(name) ?? level) === 0).map(([name]) => name);
    const born = [...now]
      .filter(
        ([name, level]) =>
          level === 0 && !old.has(name) && !isOnSomewhere(after, name) && !/^filterwarnings ./.test(name),
      )
      .map(([name]) => name);
    const warned = [...old].filter(([name, level]) => level === 2 && now.get(name) === 1).map(([name]) => name);
    const gone = namesIn(before).filter((name) => !everywhere.has(name));
    const fresh = namesIn(after).filter((name) => !namesIn(before).includes(name));
    const lost = gone.length > fresh.length && !fresh.includes('rule ALL') ? gone : [];
    const hits: Hit[] = [];
    const tell = (names: string[], what: string, extra: Partial<Hit> = {}): void => {
      if (names.length > 0)
        hits.push({
          before: {
            path: change.oldPath ?? path,
            line: lineHolding(change.before, names[0]!.replace(/^(linter|rule|hook|extends|tests in) /, '')),
          },
          after: { path, line: 1 },
          excerptBefore: names.join('\n'),
          excerptAfter: '',
          why: `${names.slice(0, 4).join(', ')} ${what}.`,
          names: [...names, path],
          ...extra,
        });
    };
    const stricter = [...now].filter(([name, level]) => level > (old.get(name) ?? 0)).length;
    tell(off, 'switched off', {
      ...(/filterwarnings/.test(off[0] ?? '') ? { type: 'error_suppression' as const } : {}),
      ...(off.length < 3 || fresh.length + stricter >= off.length
        ? { severity: 'medium' as const, confidence: 0.6 }
        : {}),
    });
    tell(lost, 'no longer runs', {
      ...(lost.some((name) => name.startsWith('tests in ')) ? { type: 'test_skipping' as const } : {}),
      ...(lost.some((name) => isTakenFromTests(name, path, after, config))
        ? {}
        : { severity: 'medium' as const, confidence: 0.6 }),
    });
    tell(born, 'newly switched off', { severity: 'medium', confidence: 0.6 });
    tell(warned, 'only warns now', { severity: 'low', confidence: 0.5 });
    const env = (facts: Fact[]): string[] =>
      facts.flatMap((fact) =>
        fact.kind === 'command' && /^env /.test(fact.name) && /-D ?warnings|-Werror/.test(fact.text) ? [fact.name] : [],
      );
    const kept = new Set(env(after));
    const denied = env(before).filter((name) => !kept.has(name));
    if (denied.length > 0) tell(denied, 'no longer denies warnings', { type: 'error_suppression' });
    return hits;
  });
}

/**
 * Rules, presets and hooks that are no longer named were mostly reorganised: another preset, another file or a base took them over. A
 * list of test folders that goes on without one of them runs fewer tests.
 */
const isTakenFromTests = (name: string, path: string, after: Fact[], config: Comparison['config']): boolean =>
  name.startsWith('tests in ') &&
  namesIn(after).some((one) => one.startsWith('tests in ')) &&
  !isRunElsewhere(name, path, config);

/** Another file of the change names the tool more often than before: it runs from there. */
function isRunElsewhere(name: string, path: string, config: Comparison['config']): boolean {
  const tool = name.replace(/^(linter|rule|hook|extends|tests in) /, '');
  const times = (text: string | null): number => text?.split(tool).length ?? 1;
  return config.some((one) => one.path !== path && times(one.change.after) > times(one.change.before));
}

const namesIn = (facts: Fact[]): string[] =>
  facts.flatMap((fact) =>
    fact.kind === 'check' && /^(linter|rule|hook|extends|tests in) /.test(fact.name) ? [fact.name] : [],
  );
