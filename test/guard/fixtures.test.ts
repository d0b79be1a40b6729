import { describe, expect, test } from 'vitest';
import { alone } from '../../src/guard/evidence.ts';
import { guard } from '../../src/guard/guard.ts';
import type { LanguageName } from '../../src/guard/model.ts';
import { patterns } from '../../src/guard/patterns/index.ts';
import { isBlocking } from '../../src/guard/types.ts';
import { assertionFixtures } from './fixtures/assertions.ts';
import { configFixtures } from './fixtures/configuration.ts';
import { changeOf, type Fixture, type Fixtures } from './fixtures/format.ts';
import { featureFixtures, sourceFixtures } from './fixtures/sources.ts';
import { testFixtures } from './fixtures/tests.ts';
import { blockingBesideLostTest } from './judge.ts';

const fixtures: Record<string, Fixtures> = {
  ...testFixtures,
  ...assertionFixtures,
  ...featureFixtures,
  ...sourceFixtures,
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

  test('and no fixture is left of a pattern that is gone', () => {
    const known = patterns.map((one) => one.id);
    expect([...Object.keys(fixtures), ...Object.keys(configFixtures)].filter((id) => !known.includes(id))).toEqual([]);
  });
});

describe('a change', () => {
  test.each(rows)('%s sees it in %s', async (id, language, fixture) => {
    expect(await patternsOf(language, fixture, 'fires')).toContain(id);
  });

  const ofSource = patterns.filter((one) => one.ignores.includes(alone)).map((one) => one.id);
  const blockers = patterns.filter((one) => /critical|high/.test(one.severity)).map((one) => one.id);
  const alike = rows.filter(([id]) => blockers.includes(id) && !ofSource.includes(id));
  test.each(alike)('%s blocks it in %s', async (id, language, fixture) => {
    const { change, context } = changeOf(language, fixture, 'fires');
    const { findings } = await guard({ changes: [change], contextFiles: context });
    expect(findings.filter(isBlocking).map((finding) => finding.pattern)).toContain(id);
  });

  test.each(rows.filter(([id]) => ofSource.includes(id)))(
    '%s warns of it in %s, and blocks it where a test of it went',
    async (id, language, fixture) => {
      const { change, context } = changeOf(language, fixture, 'fires');
      const { findings } = await guard({ changes: [change], contextFiles: context });
      expect(findings.filter(isBlocking).map((finding) => finding.pattern)).not.toContain(id);
      expect(await blockingBesideLostTest(change)).toContain(id);
    },
  );

  test.each(rows)('%s is quiet about the honest one in %s', async (id, language, fixture) => {
    expect(await patternsOf(language, fixture, 'quiet')).not.toContain(id);
  });
});

describe('a change of configuration', () => {
  test.each(Object.entries(configFixtures))('%s sees it', async (id, { fires, executed = null, reach = null }) => {
    const [path, before, after] = fires;
    const { findings } = await guard({ changes: [{ path, before, after }], executed, reach });
    expect(findings.map((finding) => finding.pattern)).toContain(id);
  });

  test.each(Object.entries(configFixtures))('%s is quiet about the honest one', async (id, { fires, quiet }) => {
    const [path, before, after] = quiet ?? [fires[0], fires[2], fires[1]];
    const { findings } = await guard({ changes: [{ path, before, after }] });
    expect(findings.map((finding) => finding.pattern)).not.toContain(id);
  });
});
