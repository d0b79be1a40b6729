import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { configJsonSchema } from './json-schema.ts';

const published = readFileSync(new URL('../../schemas/config.schema.json', import.meta.url), 'utf8');

test('the published schema of the settings is current', () => {
  expect(published).toBe(configJsonSchema());
});

test.each([
  [{}, true],
  [{ verify: { criteria: ['npm test'] }, session: { tries: 2 } }, true],
  [{ telemetry: { otlp: 'http://localhost:4318' } }, true],
  [{ limits: { maxIterations: 'ten' } }, false],
  [{ verfy: {} }, false],
])('an editor with it accepts %j: %s', (settings, isValid) => {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  expect(ajv.compile(JSON.parse(published))(settings)).toBe(isValid);
});
