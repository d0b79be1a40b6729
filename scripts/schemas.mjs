// Writes schemas/loop-state.schema.json from the source of truth in src/export/schema.ts. Build first.
import { mkdirSync, writeFileSync } from 'node:fs';
import { exportJsonSchema } from '../dist/export/json-schema.js';

mkdirSync('schemas', { recursive: true });
writeFileSync('schemas/loop-state.schema.json', exportJsonSchema());
