import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { guard } from '../../src/guard/guard.ts';
import { reporters } from '../../src/guard/reporters/index.ts';
import { changeOf } from '../guard/fixtures/format.ts';
import { featureFixtures, sourceFixtures } from '../guard/fixtures/sources.ts';
import { testFixtures } from '../guard/fixtures/tests.ts';

/**
 * The schema that OASIS publishes is not part of this repository, because its terms are no software licence:
 * SARIF_SCHEMA=<sarif-schema-2.1.0.json> names a copy. The default suite holds audit to the part of it that audit writes.
 */
const path = process.env.SARIF_SCHEMA;

test.skipIf(path === undefined)('what audit writes is valid against the official schema', async () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const schema = JSON.parse(readFileSync(path!, 'utf8')) as Record<string, unknown>;
  // Written for draft 4, whose identifier ajv refuses; nothing else of it differs for ajv.
  delete schema.$schema;
  delete schema.id;
  const valid = ajv.compile(schema);
  const changes = Object.values({ ...testFixtures, ...featureFixtures, ...sourceFixtures }).flatMap((of) =>
    Object.entries(of).map(([language, fixture]) => changeOf(language as 'go', fixture, 'fires').change),
  );
  for (const some of [[], ...changes.map((change) => [change])]) {
    const { findings, skipped, timings } = await guard({ changes: some });
    const report = { label: 'HEAD', findings, skipped, files: some.length, ms: timings.totalMs };
    valid(JSON.parse(reporters.sarif(report, false)));
    expect(valid.errors).toBeNull();
  }
});
