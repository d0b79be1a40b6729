// Writes schemas/ from the sources of truth in src/export/schema.ts and src/measure/output.ts. Build first.
import { mkdirSync, writeFileSync } from 'node:fs';
import { exportJsonSchema } from '../dist/export/json-schema.js';
import { measureJsonSchema } from '../dist/measure/output.js';

mkdirSync('schemas', { recursive: true });
writeFileSync('schemas/loop-state.schema.json', exportJsonSchema());
writeFileSync('schemas/measure.schema.json', measureJsonSchema());
