import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

const path = fileURLToPath(import.meta.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'));

// One of its patterns is no valid regular expression under the `u` flag.
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const { $schema: _draft, id: _id, ...schema } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
// Written for draft 4, whose identifier ajv refuses; nothing else of it differs for ajv.
const valid = ajv.compile(schema);

/** What the schema that OASIS publishes finds wrong with a SARIF text, one line each; none when it is valid. */
export function sarifProblems(written: string): string[] {
  return valid(JSON.parse(written))
    ? []
    : (valid.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
}
