import { describe, expect, test } from 'vitest';
import { assertionFixtures } from '../../../test/support/guard/fixtures/assertions.ts';
import { branchFixtures } from '../../../test/support/guard/fixtures/branches.ts';
import { configFixtures } from '../../../test/support/guard/fixtures/configuration.ts';
import { changeOf, type Fixture, type Fixtures } from '../../../test/support/guard/fixtures/format.ts';
import { featureFixtures, sourceFixtures } from '../../../test/support/guard/fixtures/sources.ts';
import { testFixtures } from '../../../test/support/guard/fixtures/tests.ts';
import { blockingBesideLostTest } from '../../../test/support/guard/judge.ts';
import { isBlocking } from '../../core/findings/blocking.ts';
import type { LanguageName } from '../../syntax/model.ts';
import { guard } from '../guard.ts';
import { onlyWarnsNote } from './evidence.ts';
import { patterns } from './index.ts';

const fixtures: Record<string, Fixtures> = {
  ...testFixtures,
  ...assertionFixtures,
  ...featureFixtures,
  ...sourceFixtures,
  ...branchFixtures,
};
const rows = Object.entries(fixtures).flatMap(([id, of]) =>
  Object.entries(of).map(([language, fixture]): [string, LanguageName, Fixture] => [
    id,
    language as LanguageName,
    fixture,
  ]),
);

async function patternsOf(language: LanguageName, fixture: Fixture, kind: 'fires' | 'quiet'): Promise<string[]> {
  const { change, context } = changeOf(language, fixture, kind);
  const { findings } = await guard({ changes: [change], contextFiles: context });
  return findings.map((finding) => finding.pattern);
}

describe('a pattern has a fixture', () => {
  test.each(patterns.filter((one) => Array.isArray(one.languages)))('$id in every language it claims', (pattern) => {
    expect(Object.keys(fixtures[pattern.id] ?? {}).sort()).toEqual([...(pattern.languages as string[])].sort());
  });

  test.each(patterns.filter((one) => !Array.isArray(one.languages)))('$id, which has no language', (pattern) => {
    expect(configFixtures).toHaveProperty([pattern.id]);
  });

  test('no fixture remains for a removed pattern', () => {
    const ids = patterns.map((one) => one.id);
    expect([...Object.keys(fixtures), ...Object.keys(configFixtures)].filter((id) => !ids.includes(id))).toEqual([]);
  });
});

describe('a change', () => {
  test.each(rows)('%s reports it in %s', async (id, language, fixture) => {
    expect(await patternsOf(language, fixture, 'fires')).toContain(id);
  });

  const ofSource = patterns.filter((one) => one.ignores.includes(onlyWarnsNote)).map((one) => one.id);
  const blockers = patterns.filter((one) => /critical|high/.test(one.severity)).map((one) => one.id);
  const others = rows.filter(([id]) => blockers.includes(id) && !ofSource.includes(id));
  test.each(others)('%s blocks it in %s', async (id, language, fixture) => {
    const { change, context } = changeOf(language, fixture, 'fires');
    const task = 'make eslint and mypy pass';
    const { findings } = await guard({ changes: [change], contextFiles: context, task });
    expect(findings.filter(isBlocking).map((finding) => finding.pattern)).toContain(id);
  });

  test.each(rows.filter(([id]) => /^(suppression-inline|any-cast)$/.test(id)))(
    '%s only warns about it in %s if the task is another one, or in a review',
    async (id, language, fixture) => {
      const { change, context } = changeOf(language, fixture, 'fires');
      const judged = (task: string, stance: 'agent' | 'review') =>
        guard({ changes: [change], contextFiles: context, task, stance });
      const all = await Promise.all([judged('fix the login', 'agent'), judged('make eslint and mypy pass', 'review')]);
      const severities = all.map(({ findings }) => findings.find(({ pattern }) => pattern === id)?.severity);
      expect(severities).toEqual(['medium', 'medium']);
    },
  );

  test.each(rows.filter(([id]) => ofSource.includes(id)))(
    '%s warns about it in %s, and blocks if one of its tests was removed',
    async (id, language, fixture) => {
      const { change, context } = changeOf(language, fixture, 'fires');
      const { findings } = await guard({ changes: [change], contextFiles: context });
      expect(findings.filter(isBlocking).map((finding) => finding.pattern)).not.toContain(id);
      expect(await blockingBesideLostTest(change)).toContain(id);
    },
  );

  test.each(rows)('%s does not report the honest one in %s', async (id, language, fixture) => {
    expect(await patternsOf(language, fixture, 'quiet')).not.toContain(id);
  });
});

describe('a configuration change', () => {
  test.each(Object.entries(configFixtures))(
    '%s reports it',
    async (id, { fires, executed = null, reach = null, aims = [] }) => {
      const [path, before, after] = fires;
      const { findings } = await guard({ changes: [{ path, before, after }], executed, reach, aims });
      expect(findings.map((finding) => finding.pattern)).toContain(id);
    },
  );

  test.each(Object.entries(configFixtures))('%s does not report the honest one', async (id, { fires, quiet }) => {
    const [path, before, after] = quiet ?? [fires[0], fires[2], fires[1]];
    const { findings } = await guard({ changes: [{ path, before, after }] });
    expect(findings.map((finding) => finding.pattern)).not.toContain(id);
  });
});
